/**
 * The charts of a sweep. Loaded after the first answer is on screen: this module and what it draws with are a chunk of
 * their own. Drawing waits for an idle moment, so that numbers always come first.
 */
import { element, setAttribute, setText } from '../table/dom.js';
import { ChartFigure } from './figure.js';
import { saveAllCharts } from './picture.js';
import { sweepCharts } from './spec.js';

/** @typedef {import('./spec.js').SweepCharts} SweepCharts */
/** @typedef {import('../../../wasm/format.js').Row} Row */

/**
 * @typedef {object} ChartOptions
 * @property {(row: Row, index: number) => void} [onRow] `index` is the row's place in report.sweep.rows
 * @property {string} [tableId] the id of the table with the same numbers; default "sweep-table"
 * @property {() => import('./picture.js').Footer} [footer] what saved pictures say about their origin
 *
 * @typedef {object} Board
 * @property {HTMLElement} grid
 * @property {HTMLElement} note
 * @property {HTMLElement} spoken
 * @property {HTMLButtonElement} twin
 * @property {Map<string, ChartFigure>} figures
 * @property {SweepCharts | null} sweep
 * @property {number | null} place where the cursor is, as a place in the sweep's points
 * @property {ChartFigure | null} where the chart in which the cursor was last moved
 * @property {any} report the newest report; drawn when the browser has time
 * @property {boolean} changed the report or the width is newer than `sweep`
 * @property {Set<string>} waiting ids of the charts yet to be drawn
 * @property {number} width of a chart, in pixels
 * @property {ChartOptions} options
 * @property {Promise<void> | null} pending
 */

/** @type {WeakMap<Element, Board>} */
const boards = new WeakMap();

const NARROWEST_CHART = 240;

/**
 * Shows the charts of `report.sweep`. May be called for every edit: the newest report is drawn.
 * @param {HTMLElement} container
 * @param {any} report
 * @param {ChartOptions} [options]
 * @returns {Promise<void>} settles when the report, or a newer one, is drawn
 */
export function renderSweepCharts(container, report, options = {}) {
  const board = boards.get(container) ?? createBoard(container);
  board.report = report;
  board.options = options;
  return drawSoon(board);
}

/** @param {Board} board */
function drawSoon(board) {
  board.changed = true;
  board.pending ??= drawWhenIdle(board).finally(() => {
    board.pending = null;
  });
  return board.pending;
}

/**
 * Chart by chart, as idle time allows. A newer report is taken up between two charts; those still waiting keep their
 * turn, so that a slider in motion starves none of them.
 * @param {Board} board
 */
async function drawWhenIdle(board) {
  let idle = await whenIdle();
  for (;;) {
    if (board.changed) prepare(board);
    const [id] = board.waiting;
    if (id === undefined) return;
    board.waiting.delete(id);
    drawOne(board, id);
    if (idle.timeRemaining() < 3) idle = await whenIdle();
  }
}

/** @returns {Promise<{timeRemaining: () => number}>} a page too busy to be idle still gets its charts */
function whenIdle() {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(resolve, { timeout: 100 });
    else setTimeout(() => resolve({ timeRemaining: () => 0 }), 4);
  });
}

/** @param {HTMLElement} container @returns {Board} */
function createBoard(container) {
  const grid = element('div', { class: 'chart-grid' });
  const note = element('p', { class: 'chart-note', hidden: true });
  const spoken = element('p', { class: 'visually-hidden', role: 'status' });
  const twin = element('button', { type: 'button', class: 'quiet-button' }, 'Same numbers as a table');
  const svg = element('button', { type: 'button', class: 'quiet-button' }, 'Save all as SVG');
  const png = element('button', { type: 'button', class: 'quiet-button' }, 'PNG');
  setAttribute(png, 'aria-label', 'Save all as PNG');
  const bar = element('div', { class: 'chart-bar' }, key(), element('div', { class: 'chart-actions' }, twin, svg, png));
  container.replaceChildren(bar, grid, note, spoken);

  /** @type {Board} */
  const board = {
    grid,
    note,
    spoken,
    twin,
    figures: new Map(),
    sweep: null,
    place: null,
    where: null,
    report: null,
    changed: false,
    waiting: new Set(),
    width: NARROWEST_CHART,
    options: {},
    pending: null,
  };
  twin.addEventListener('click', () => showTable(board));
  svg.addEventListener('click', () => void saveAllCharts(container, 'svg', board.options.footer?.()));
  png.addEventListener('click', () => void saveAllCharts(container, 'png', board.options.footer?.()));
  new ResizeObserver(() => void drawSoon(board)).observe(grid);
  boards.set(container, board);
  return board;
}

/** What the marks mean, once for all charts. */
function key() {
  const items = [
    ['fits', 'fits'],
    ['misfit', 'does not fit'],
    ['best', 'best'],
    ['plan', 'this plan'],
  ];
  return element(
    'ul',
    { class: 'chart-key', 'aria-hidden': 'true' },
    ...items.map(([mark, label]) =>
      element('li', {}, element('span', { class: 'chart-mark', 'data-mark': mark }), label),
    ),
  );
}

/** @param {Board} board */
function prepare(board) {
  board.changed = false;
  const keptSize = board.place === null ? null : (board.sweep?.points[board.place]?.worldSize ?? null);
  const sweep = sweepCharts(board.report);
  const charts = sweep?.charts ?? [];
  board.sweep = sweep;
  board.note.hidden = (sweep?.note ?? null) === null;
  setText(board.note, sweep?.note ?? '');
  for (const [id, figure] of board.figures) {
    if (!charts.some((chart) => chart.id === id)) {
      figure.root.remove();
      board.figures.delete(id);
      board.waiting.delete(id);
    }
  }
  for (const { id } of charts) {
    if (!board.figures.has(id)) addFigure(board, id);
    board.waiting.add(id);
  }
  // The new figures are in place: one measurement serves them all.
  const first = charts.length > 0 ? board.figures.get(charts[0].id) : undefined;
  board.width = Math.max(NARROWEST_CHART, Math.floor(first?.stage.clientWidth ?? 0));
  // The cursor stays at its world size, wherever that now is.
  const kept = sweep?.points.findIndex(({ worldSize }) => worldSize === keptSize) ?? -1;
  board.place = kept < 0 ? null : kept;
}

/** @param {Board} board @param {string} id */
function drawOne(board, id) {
  const chart = board.sweep?.charts.find((candidate) => candidate.id === id);
  const figure = board.figures.get(id);
  if (!chart || !board.sweep || !figure) return;
  figure.show(chart, board.sweep, board.width);
  figure.point(board.place, figure === board.where);
}

/** @param {Board} board @param {string} id */
function addFigure(board, id) {
  const cursor = {
    place: () => board.place,
    start: () => startOf(board.sweep),
    move: (/** @type {number | null} */ place, /** @type {ChartFigure} */ where, /** @type {boolean} */ byKeyboard) => {
      if (place === board.place && where === board.where && !byKeyboard) return;
      board.where = where;
      moveCursor(board, place, byKeyboard);
    },
    open: (/** @type {number} */ place) => openRow(board, place),
  };
  const figure = new ChartFigure(id, cursor, () => board.options.footer?.() ?? {});
  board.figures.set(id, figure);
  board.grid.append(figure.root);
}

/** @param {SweepCharts | null} sweep the keyboard begins at the plan's own world size, else at the best */
function startOf(sweep) {
  const own = sweep?.points.findIndex(({ worldSize }) => worldSize === sweep.planWorldSize) ?? -1;
  return own >= 0 ? own : (sweep?.best ?? 0);
}

/** @param {Board} board @param {number | null} place @param {boolean} aloud */
function moveCursor(board, place, aloud) {
  board.place = place;
  for (const figure of board.figures.values()) {
    const reading = figure.point(place, figure === board.where);
    if (aloud && figure === board.where) setText(board.spoken, reading);
  }
}

/** @param {Board} board @param {number} place */
function openRow(board, place) {
  const point = board.sweep?.points[place];
  if (point) board.options.onRow?.(point.row, point.index);
}

/** @param {Board} board not by a link: the address holds the plan */
function showTable(board) {
  const table = document.getElementById(board.options.tableId ?? 'sweep-table');
  if (!table) return;
  table.scrollIntoView({ block: 'nearest' });
  const stop = table.querySelector('button[tabindex="0"]');
  if (stop instanceof HTMLElement) stop.focus({ preventScroll: true });
}
