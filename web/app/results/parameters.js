/** Where a model's parameters are, and which of them a token uses. */
import { renderTable } from '../table.js';
import { partName } from './memory.js';

/** @typedef {import('../../../wasm/types.js').Report} Report */

const COLUMNS = [
  { key: 'part', label: 'Part', unit: 'text' },
  { key: 'total', label: 'Total', unit: 'parameters' },
  { key: 'active', label: 'Active', unit: 'parameters', help: 'Used for one token' },
];

/** @param {Element} container @param {NonNullable<Report['parameters']>} parameters @param {(pointer: string) => void} explain */
export function renderParameters(container, parameters, explain) {
  const { total, active, by_part: parts } = parameters;
  const rows = parts.map((part, index) => ({ ...part, part: partName(part.part), at: `/parameters/by_part/${index}` }));
  renderTable(container, {
    id: 'parameters-table',
    caption: 'Parameters',
    columns: COLUMNS,
    rows,
    rowKey: (row) => row.part,
    totals: { part: 'Total', total, active },
    onCell: (row, _, key) => explain(`${row.at}/${key}`),
  });
}
