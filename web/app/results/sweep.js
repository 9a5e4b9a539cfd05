/** The sweep as a table: best and current row marked, a row opens as the plan. */
import { renderTable } from '../table.js';

/** @typedef {import('../../../wasm/types.js').Plan} Plan */
/** @typedef {import('../../../wasm/types.js').Report} Report */
/** @typedef {import('../../../wasm/types.js').Row} Row */
/** @typedef {import('../../../wasm/types.js').Column} Column */

const DIVISIONS = ['tensor_parallel', 'pipeline_parallel', 'context_parallel', 'data_parallel', 'expert_parallel'];

/** @param {Plan} plan @param {Row} row the plan with the row's layout; a row of formula 1 is a number of replicas */
export function withRowLayout(plan, row) {
  const layout = row.layout ?? {
    tensor_parallel: 1,
    pipeline_parallel: 1,
    context_parallel: 1,
    data_parallel: row.world_size,
  };
  return { ...plan, layout: { .../** @type {object} */ (plan.layout ?? {}), ...layout } };
}

/** @param {Report} report @param {Row} row is the row the plan itself? */
function isCurrent(report, row) {
  if (row.world_size !== report.world_size) return false;
  const own = /** @type {Record<string, unknown>} */ (report.plan.layout);
  return row.layout === undefined || DIVISIONS.every((name) => row.layout[name] === own[name]);
}

/** Columns that say the same empty thing in every row are left out. @param {Column[]} columns @param {Row[]} rows */
export function tellingColumns(columns, rows) {
  return columns.filter(({ key }) => rows.some((row) => row[key] !== null && row[key] !== undefined));
}

/**
 * @param {Element} container @param {Report} report @param {Record<string, Column[]>} columns
 * @param {{openRow: (row: Row) => void, explain: (pointer: string) => void}} actions
 */
export function renderSweep(container, report, columns, { openRow, explain }) {
  const { kind, rows, best, strategy } = report.sweep;
  const bestRow = best ? rows[best.row] : null;
  renderTable(container, {
    id: 'sweep-table',
    caption: strategy === null ? 'World sizes' : `World sizes, strategy ${strategy}`,
    columns: tellingColumns(columns[kind === 'aggregate' ? 'sweep_aggregate' : 'sweep_model'] ?? [], rows),
    rows,
    rowMark: (row) => (row === bestRow ? 'best' : isCurrent(report, row) ? 'current' : null),
    rowAction: 'use this layout',
    onRow: openRow,
    onCell: (_, index, key) => explain(`/sweep/rows/${index}/${key}`),
  });
}
