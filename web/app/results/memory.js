/** The memory bar's table twin: every part in figures, with what the parts are made of. */
import { legendParts } from '../answer/memory_bar.js';
import { renderTable } from '../table.js';

/** @typedef {import('../../../wasm/types.js').Report} Report */
/** @typedef {import('../../../wasm/types.js').Part} Part */
/** @typedef {{name: string, bytes: number, replicated_bytes: number | null, pointer: string}} MemoryRow */

/** @type {Record<string, 'weights_parts' | 'transient_parts' | 'runtime_parts'>} */
const INNER_PARTS = { weights: 'weights_parts', transients: 'transient_parts', runtime: 'runtime_parts' };
/** Deeper rows are set in by spaces that do not collapse: the name stays one text for CSV and Markdown. */
const INDENT = '\u2003';

const COLUMNS = [
  { key: 'name', label: 'Part', unit: 'text' },
  { key: 'bytes', label: 'Memory', unit: 'bytes', help: 'On the fullest rank' },
  { key: 'replicated_bytes', label: 'Replicated', unit: 'bytes', help: 'Of these, bytes that other ranks hold too' },
];

/** @param {string} part "feed_forward" */
export function partName(part) {
  return part.replaceAll('_', ' ');
}

/** @param {Report} report @returns {MemoryRow[]} */
function memoryRows(report) {
  const { memory } = report;
  const [rest, ...parts] = legendParts(report).reverse();
  /** @type {MemoryRow[]} */
  const rows = [];
  for (const { id, label, pointer, bytes } of parts.reverse()) {
    const name = INNER_PARTS[id];
    const inner = name === undefined ? [] : (memory[name] ?? []);
    rows.push({ name: label, bytes, replicated_bytes: null, pointer });
    // A single part is the whole over again.
    if (inner.length < 2) continue;
    inner.forEach((part, index) =>
      rows.push({
        name: `${INDENT}${partName(part.part)}`,
        bytes: part.bytes,
        replicated_bytes: part.replicated_bytes ?? null,
        pointer: `/memory/${name}/${index}/bytes`,
      }),
    );
  }
  rows.push({ name: 'Used', bytes: memory.used_bytes, replicated_bytes: null, pointer: '/memory/used_bytes' });
  rows.push({
    name: rest.id === 'over' ? 'Over the budget' : 'Free',
    bytes: rest.bytes,
    replicated_bytes: null,
    pointer: rest.pointer,
  });
  rows.push({ name: 'Budget', bytes: memory.budget_bytes, replicated_bytes: null, pointer: '/memory/budget_bytes' });
  if (memory.device_bytes !== memory.budget_bytes) {
    rows.push({ name: 'Device', bytes: memory.device_bytes, replicated_bytes: null, pointer: '/memory/device_bytes' });
  }
  return rows;
}

/** @param {Element} container @param {Report} report @param {(pointer: string) => void} explain */
export function renderMemory(container, report, explain) {
  const rows = memoryRows(report);
  // Formula 1 is given in GB, and so is its table.
  const isAggregate = report.model.kind === 'aggregate';
  const columns = isAggregate ? [COLUMNS[0], { ...COLUMNS[1], unit: 'GB' }] : COLUMNS;
  const hasReplicas = rows.some(({ replicated_bytes: bytes }) => bytes !== null && bytes > 0);
  renderTable(container, {
    id: 'memory-table',
    caption: 'Memory of a rank',
    columns: hasReplicas ? columns : columns.slice(0, 2),
    rows: isAggregate ? rows.map((row) => ({ ...row, bytes: row.bytes / 1e9 })) : rows,
    rowKey: (row) => row.pointer,
    onCell: (row, _, key) => explain(key === 'bytes' ? row.pointer : row.pointer.replace(/bytes$/, 'replicated_bytes')),
  });
}
