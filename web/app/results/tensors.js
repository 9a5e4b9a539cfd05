/** Tensors by group: shape and bytes in the whole model and on the reported rank, with totals. */
import { element } from '../table/dom.js';
import { renderTable } from '../table.js';

/** @typedef {import('../../../wasm/types.js').Report} Report */
/** @typedef {import('../../../wasm/types.js').Row} Row */
/** @typedef {import('../../../wasm/types.js').Column} Column */

/** @type {{id: string, title: string, groups: string[]}[]} */
const TABLES = [
  { id: 'attention', title: 'Attention', groups: ['attention'] },
  { id: 'feed-forward', title: 'Feed-forward', groups: ['feed_forward', 'experts'] },
  { id: 'kv-cache', title: 'KV cache', groups: ['kv_cache'] },
];
const OTHERS = { id: 'others', title: 'Router, norms, embedding, head' };

const SUMMED = ['total_parameters', 'total_bytes', 'rank_bytes'];
/** Columns that only say "1" or "0" for every tensor of a table are left out. */
const DULL = new Map([
  ['copies', 1],
  ['rank_copies', 1],
  ['padding_elements', 0],
]);

/** @param {Row[]} tensors @returns {{id: string, title: string, rows: {row: Row, index: number}[]}[]} */
function tablesOf(tensors) {
  const indexed = tensors.map((row, index) => ({ row, index }));
  const named = TABLES.map(({ id, title, groups }) => ({
    id,
    title,
    rows: indexed.filter(({ row }) => groups.includes(row.group)),
  }));
  const known = new Set(TABLES.flatMap(({ groups }) => groups));
  return [...named, { ...OTHERS, rows: indexed.filter(({ row }) => !known.has(row.group)) }].filter(
    ({ rows }) => rows.length > 0,
  );
}

/** @param {Row[]} rows sums of what the core already counted for each line of the table */
function totalsOf(rows) {
  /** @type {Row} */
  const totals = { name: 'Total' };
  for (const key of SUMMED) totals[key] = rows.reduce((sum, row) => sum + row[key], 0);
  return totals;
}

/** @param {Element} container @param {Report} report @param {Column[]} columns @param {(pointer: string) => void} explain */
export function renderTensors(container, report, columns, explain) {
  const tables = tablesOf(report.tensors);
  const known = new Map(
    [...container.children].map((place) => [place instanceof HTMLElement ? place.dataset.table : '', place]),
  );
  for (const [id, place] of known) if (!tables.some((table) => table.id === id)) place.remove();
  for (const { id, title, rows } of tables) {
    const place = known.get(id) ?? container.appendChild(element('div', { 'data-table': id }));
    const plain = rows.map(({ row }) => row);
    renderTable(place, {
      id: `tensors-${id}`,
      caption: title,
      columns: columns.filter(({ key }) => !DULL.has(key) || plain.some((row) => row[key] !== DULL.get(key))),
      rows: plain,
      rowKey: (row) => `${row.group} ${row.name}`,
      totals: totalsOf(plain),
      onCell: (_, place, key) => explain(`/tensors/${rows[place].index}/${key}`),
    });
  }
}
