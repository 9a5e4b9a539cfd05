/** The body of a table: one <tr> a row, kept by key, so that focus, selection and scroll survive new numbers. */
import { formatExact, isTextUnit, valueAt } from '../format.js';
import { arrange, element, setAttribute, setText } from './dom.js';

/** @typedef {import('../../../wasm/format.js').Column} Column */
/** @typedef {import('../../../wasm/format.js').Row} Row */
/** @typedef {import('../../../wasm/format.js').FormattedColumn} FormattedColumn */

/** Longer texts, such as reasons, are wrapped; all others stay on their line. */
const LONG_TEXT = 90;

const MARK_WORDS = { best: 'best', current: 'this plan' };

/**
 * @typedef {object} BodyView
 * @property {Column[]} columns
 * @property {Row[]} rows in the order given; `positions` says in which they are shown
 * @property {number[]} positions
 * @property {FormattedColumn[]} formatted
 * @property {(row: Row, index: number) => string} rowKey
 * @property {(row: Row) => 'best' | 'current' | null} rowMark
 * @property {boolean} rowsAct rows can be adopted: the first cell is a button
 * @property {boolean} cellsAct cells can be explained: each is a button
 * @property {string} rowAction what pressing the first cell does, for its title
 */

/** @param {HTMLTableSectionElement} body @param {BodyView} view */
export function renderBody(body, view) {
  /** @type {Map<string, HTMLTableRowElement>} */
  const known = new Map();
  for (const line of body.rows) known.set(line.dataset.key ?? '', line);
  /** @type {Set<string>} */
  const used = new Set();
  const lines = view.positions.map((position) => {
    const row = view.rows[position];
    // Two rows of one key (say, a world size given twice) must not share a line.
    let key = view.rowKey(row, position);
    if (used.has(key)) key = `${key}#${position}`;
    used.add(key);
    const line = known.get(key) ?? element('tr', { 'data-key': key });
    line.dataset.position = String(position);
    renderLine(line, row, position, view);
    return line;
  });
  arrange(body, lines);
}

/** @param {HTMLTableRowElement} line @param {Row} row @param {number} position @param {BodyView} view */
function renderLine(line, row, position, view) {
  const mark = view.rowMark(row);
  setAttribute(line, 'data-mark', mark);
  setAttribute(line, 'aria-current', mark === 'current' ? 'true' : null);
  setAttribute(line, 'data-fits', row.fits === false ? 'no' : null);
  while (line.cells.length > view.columns.length) line.deleteCell(-1);
  view.columns.forEach((column, index) => {
    const first = index === 0;
    const cell = line.cells[index] ?? line.appendChild(element(first ? 'th' : 'td', first ? { scope: 'row' } : {}));
    const { texts, align } = view.formatted[index];
    setAttribute(cell, 'data-align', align);
    setAttribute(cell, 'data-long', texts[position].length > LONG_TEXT);
    const acts = (first && view.rowsAct) || (!first && view.cellsAct && isExplained(row, column));
    const holder = acts ? buttonIn(cell, column.key, first ? 'row' : 'cell') : textIn(cell);
    setText(holder, texts[position]);
    setAttribute(holder, 'title', titleOf(row, column, first && view.rowsAct ? view.rowAction : ''));
    if (first) markIn(cell, mark);
  });
}

/** @param {Row} row @param {Column} column numbers have a derivation; words and empty cells have none */
function isExplained(row, column) {
  return !isTextUnit(column) && valueAt(row, column.key) !== null;
}

/** @param {Row} row @param {Column} column @param {string} action */
function titleOf(row, column, action) {
  return [formatExact(valueAt(row, column.key), column.unit), action].filter(Boolean).join(' · ') || null;
}

/** @param {HTMLTableCellElement} cell @param {string} key @param {'row' | 'cell'} kind */
function buttonIn(cell, key, kind) {
  const present = cell.querySelector('.table-value');
  if (present instanceof HTMLButtonElement) {
    setAttribute(present, 'data-column', key);
    return present;
  }
  const button = element('button', {
    type: 'button',
    class: 'table-value',
    'data-act': kind,
    'data-column': key,
    tabindex: -1,
  });
  if (present) present.replaceWith(button);
  else cell.append(button);
  return button;
}

/** @param {HTMLTableCellElement} cell */
function textIn(cell) {
  const present = cell.querySelector('.table-value');
  if (present instanceof HTMLSpanElement) return present;
  const span = element('span', { class: 'table-value' });
  if (present) present.replaceWith(span);
  else cell.append(span);
  return span;
}

/** @param {HTMLTableCellElement} cell @param {'best' | 'current' | null} mark said in a word, not by colour alone */
function markIn(cell, mark) {
  const present = cell.querySelector('.table-mark');
  if (mark === null) {
    present?.remove();
    return;
  }
  const word = present ?? element('span', { class: 'table-mark' });
  // Before the number, so that the numbers of the column stay aligned.
  if (!present) cell.prepend(word);
  setText(word, MARK_WORDS[mark]);
}

/**
 * The totals under the body, in the columns' own units.
 * @param {HTMLTableSectionElement} foot @param {Row | null} totals @param {Column[]} columns
 * @param {FormattedColumn[]} formatted its last text is the total's
 */
export function renderTotals(foot, totals, columns, formatted) {
  if (!totals) {
    foot.replaceChildren();
    return;
  }
  const line = foot.rows[0] ?? foot.appendChild(element('tr'));
  while (line.cells.length > columns.length) line.deleteCell(-1);
  columns.forEach((column, index) => {
    const first = index === 0;
    const cell = line.cells[index] ?? line.appendChild(element(first ? 'th' : 'td', first ? { scope: 'row' } : {}));
    const holder = textIn(cell);
    setAttribute(cell, 'data-align', formatted[index].align);
    // A column without a total is empty, not "–": nothing is missing there.
    setText(holder, valueAt(totals, column.key) === null ? '' : (formatted[index].texts.at(-1) ?? ''));
    setAttribute(holder, 'title', titleOf(totals, column, ''));
  });
}
