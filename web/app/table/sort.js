/** Order of rows: pure, so that the table, its CSV and its Markdown all show the same. */
import { formatValue, isTextUnit, valueAt } from '../format.js';

/** @typedef {import('../../../wasm/format.js').Column} Column */
/** @typedef {import('../../../wasm/format.js').Row} Row */
/** @typedef {{key: string, direction: 'ascending' | 'descending'}} Sort */

/** @param {unknown} left @param {unknown} right */
function compare(left, right) {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  if (typeof left === 'boolean' && typeof right === 'boolean') return Number(left) - Number(right);
  return formatValue(left).localeCompare(formatValue(right), 'en', { numeric: true });
}

/**
 * Positions of the rows in the order to show. Empty cells come last in either direction; equal rows keep their order.
 * @param {Row[]} rows @param {Sort | null} sort @returns {number[]}
 */
export function sortedPositions(rows, sort) {
  const positions = rows.map((_, position) => position);
  if (!sort) return positions;
  const values = rows.map((row) => valueAt(row, sort.key));
  const sign = sort.direction === 'ascending' ? 1 : -1;
  return positions.sort((a, b) => {
    if (values[a] === null || values[b] === null) return Number(values[a] === null) - Number(values[b] === null);
    return sign * compare(values[a], values[b]);
  });
}

/**
 * What a press on a column's head does next: numbers begin with the largest, words with the first; the third press
 * returns to the order of the rows.
 * @param {Sort | null} sort @param {Column} column @returns {Sort | null}
 */
export function nextSort(sort, column) {
  const first = isTextUnit(column) ? 'ascending' : 'descending';
  const second = first === 'ascending' ? 'descending' : 'ascending';
  if (sort?.key !== column.key) return { key: column.key, direction: first };
  return sort.direction === first ? { key: column.key, direction: second } : null;
}
