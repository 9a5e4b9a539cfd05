/**
 * A real <table> that sorts, keeps its first column and its head in view, aligns decimals under one unit a column, and
 * is updated in place. `renderTable` may be called on every keystroke: it writes only what changed.
 */
import { copyMarkdown, downloadCsv } from './export.js';
import { formatColumn, valueAt } from './format.js';
import { renderBody, renderTotals } from './table/body.js';
import { arrange, element, setAttribute, setText } from './table/dom.js';
import { followArrowKeys, keepOneTabStop } from './table/keys.js';
import { nextSort, sortedPositions } from './table/sort.js';

/** @typedef {import('../../wasm/format.js').Column} Column */
/** @typedef {import('../../wasm/format.js').Row} Row */
/** @typedef {import('./table/sort.js').Sort} Sort */

/**
 * @typedef {object} TableOptions
 * @property {string} id the id of the <table>; also the name of its CSV file
 * @property {string} caption
 * @property {Column[]} columns
 * @property {Row[]} rows
 * @property {Sort | null} [sort] the order to begin with; afterwards the reader's choice holds
 * @property {(sort: Sort | null) => void} [onSort]
 * @property {(row: Row, index: number) => string} [rowKey] what makes a row the same row after an edit
 * @property {(row: Row) => 'best' | 'current' | null} [rowMark]
 * @property {(row: Row, index: number) => void} [onRow] makes the first cell a button that adopts the row
 * @property {string} [rowAction] what adopting does, as the button's title: "Use this world size"
 * @property {(row: Row, index: number, key: string) => void} [onCell] makes every other number a button that explains it
 * @property {Row | null} [totals]
 */

/**
 * @typedef {object} TableView
 * @property {HTMLTableElement} table
 * @property {HTMLTableSectionElement} body
 * @property {HTMLTableSectionElement} foot
 * @property {HTMLTableRowElement} head
 * @property {HTMLElement} caption
 * @property {HTMLElement} status
 * @property {Sort | null} sort
 * @property {TableOptions} options
 */

/** @type {WeakMap<Element, TableView>} */
const views = new WeakMap();

/**
 * @param {Element} container
 * @param {TableOptions} options `index` in its callbacks is the row's place in `rows`, whatever the order shown
 */
export function renderTable(container, options) {
  let view = views.get(container);
  if (!view || view.options.id !== options.id) {
    view = createView(container, options);
    views.set(container, view);
  }
  view.options = options;
  update(view);
}

/** @param {Element} container @param {TableOptions} options @returns {TableView} */
function createView(container, options) {
  const caption = element('caption', {});
  const head = element('tr');
  const body = element('tbody');
  const foot = element('tfoot');
  const table = element(
    'table',
    { id: options.id, class: 'data-table' },
    caption,
    element('thead', {}, head),
    body,
    foot,
  );
  const status = element('span', { class: 'table-status', role: 'status' });
  const copy = element('button', { type: 'button', class: 'quiet-button' }, 'Copy Markdown');
  const save = element('button', { type: 'button', class: 'quiet-button' }, 'Download CSV');
  const actions = element('div', { class: 'table-actions' }, status, copy, save);
  const scroll = element('div', { class: 'table-scroll' }, table);
  container.replaceChildren(element('div', { class: 'table-frame' }, actions, scroll));

  /** @type {TableView} */
  const view = { table, body, foot, head, caption, status, sort: options.sort ?? null, options };
  table.addEventListener('click', (event) => press(view, event));
  copy.addEventListener('click', () => void copyRows(view));
  save.addEventListener('click', () => downloadCsv(view.options.id, view.options.columns, shownRows(view)));
  followArrowKeys(table);
  return view;
}

/** @param {TableView} view */
function update(view) {
  const { rows, totals = null } = view.options;
  const columns = shownColumns(view.options);
  setText(view.caption, view.options.caption);
  const all = totals ? [...rows, totals] : rows;
  const formatted = columns.map((column) => formatColumn(all, column));
  renderHead(view, columns, formatted);
  renderBody(view.body, {
    columns,
    rows,
    positions: sortedPositions(rows, view.sort),
    formatted,
    rowKey: view.options.rowKey ?? defaultKey,
    rowMark: view.options.rowMark ?? (() => null),
    rowsAct: view.options.onRow !== undefined,
    cellsAct: view.options.onCell !== undefined,
    rowAction: view.options.rowAction ?? 'use this row',
  });
  renderTotals(view.foot, totals, columns, formatted);
  keepOneTabStop(view.table);
}

/**
 * A column that is empty in every row (experts of a dense model, reasons when all fits) says nothing: it is left out.
 * The CSV keeps it, for programs that expect it.
 * @param {TableOptions} options
 */
function shownColumns({ columns, rows }) {
  if (rows.length === 0) return columns;
  return columns.filter(
    (column, index) => index === 0 || rows.some((row) => (valueAt(row, column.key) ?? null) !== null),
  );
}

/** @param {Row} row @param {number} index */
function defaultKey(row, index) {
  return String(row.world_size ?? index);
}

/** @param {TableView} view @param {Column[]} columns @param {import('../../wasm/format.js').FormattedColumn[]} formatted */
function renderHead(view, columns, formatted) {
  const known = new Map([...view.head.cells].map((cell) => [cell.dataset.column, cell]));
  const cells = columns.map((column, index) => {
    const cell = known.get(column.key) ?? headCell(column);
    const { unit, align } = formatted[index];
    setAttribute(cell, 'data-align', align);
    setAttribute(cell, 'aria-sort', view.sort?.key === column.key ? view.sort.direction : null);
    const [label, unitText] = cell.querySelectorAll('span');
    setText(label, column.label);
    setText(unitText, unit);
    setAttribute(cell.querySelector('button') ?? cell, 'title', column.help ?? null);
    return cell;
  });
  arrange(view.head, cells);
}

/** @param {Column} column */
function headCell(column) {
  const button = element(
    'button',
    { type: 'button', class: 'table-sort', 'data-act': 'sort', 'data-column': column.key, tabindex: -1 },
    element('span', { class: 'table-label' }),
    element('span', { class: 'table-unit' }),
  );
  return element('th', { scope: 'col', 'data-column': column.key }, button);
}

/** @param {TableView} view @param {MouseEvent} event */
function press(view, event) {
  const button = event.target instanceof Element ? event.target.closest('button') : null;
  if (!button) return;
  const key = button.dataset.column ?? '';
  const { columns, rows, onRow, onCell, onSort } = view.options;
  if (button.dataset.act === 'sort') {
    const column = columns.find((candidate) => candidate.key === key);
    if (!column) return;
    view.sort = nextSort(view.sort, column);
    update(view);
    onSort?.(view.sort);
    return;
  }
  const index = Number(button.closest('tr')?.dataset.position);
  if (button.dataset.act === 'row') onRow?.(rows[index], index);
  else onCell?.(rows[index], index, key);
}

/** @param {TableView} view */
function shownRows(view) {
  return sortedPositions(view.options.rows, view.sort).map((position) => view.options.rows[position]);
}

/** @param {TableView} view */
async function copyRows(view) {
  const copied = await copyMarkdown(shownColumns(view.options), shownRows(view));
  setText(view.status, copied ? 'Copied' : 'The browser refused the clipboard');
  setTimeout(() => setText(view.status, ''), 2000);
}
