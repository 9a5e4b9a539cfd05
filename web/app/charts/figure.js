/** The frame of one chart in the page: title, reading, legend, picture; made once, its content replaced. */
import { element, setAttribute, setText } from '../table/dom.js';
import { registerPicture, savePicture } from './picture.js';
import { followCursor } from './cursor.js';
import { drawChart } from './draw.js';
import { chartSentence, pointText, restingText } from './sentence.js';

/** @typedef {import('./spec.js').Chart} Chart */
/** @typedef {import('./spec.js').SweepCharts} SweepCharts */
/** @typedef {import('./draw.js').Drawing} Drawing */
/** @typedef {import('./picture_legend.js').LegendItem} LegendItem */

const SVG = 'http://www.w3.org/2000/svg';

/**
 * @typedef {object} SharedCursor
 * @property {() => number | null} place
 * @property {() => number} start
 * @property {(place: number | null, figure: ChartFigure, byKeyboard: boolean) => void} move `figure` is where it is moved
 * @property {(place: number) => void} open
 */

export class ChartFigure {
  /** @param {string} id @param {SharedCursor} cursor @param {() => import('./picture.js').Footer} footer */
  constructor(id, cursor, footer) {
    this.id = id;
    /** @type {{chart: Chart, sweep: SweepCharts, drawing: Drawing, drawn: string} | null} */
    this.shown = null;
    this.title = element('span', { class: 'chart-title', id: `chart-${id}-title` });
    this.reading = element('span', { class: 'chart-reading', 'aria-hidden': 'true' });
    this.legend = element('ul', { class: 'chart-legend', 'aria-hidden': 'true' });
    this.stage = element('div', { class: 'chart-stage', tabindex: 0, role: 'application' });
    this.saveSvg = element('button', { type: 'button', class: 'chart-save' }, 'SVG');
    this.savePng = element('button', { type: 'button', class: 'chart-save' }, 'PNG');
    this.root = element(
      'figure',
      { class: 'chart', 'data-chart': id },
      element(
        'figcaption',
        {},
        element('span', { class: 'chart-head' }, this.title, this.saveSvg, this.savePng),
        element('span', { class: 'chart-reading-place' }, this.reading),
      ),
      this.legend,
      this.stage,
    );
    this.saveSvg.addEventListener('click', () => void savePicture(this.root, 'svg', footer()));
    this.savePng.addEventListener('click', () => void savePicture(this.root, 'png', footer()));
    followCursor(this.stage, {
      count: () => this.shown?.sweep.points.length ?? 0,
      place: cursor.place,
      start: cursor.start,
      nearest: (x) => this.nearest(x),
      move: (place, byKeyboard) => cursor.move(place, this, byKeyboard),
      open: cursor.open,
    });
  }

  /** @param {Chart} chart @param {SweepCharts} sweep @param {number} width draws again only if something changed */
  show(chart, sweep, width) {
    const drawn = JSON.stringify([
      width,
      chart,
      sweep.worldAxis,
      sweep.best,
      sweep.planWorldSize,
      sweep.points.map((p) => p.fits),
    ]);
    if (this.shown?.drawn === drawn) {
      this.shown = { ...this.shown, chart, sweep };
      return;
    }
    const drawing = drawChart(chart, sweep, width);
    this.shown = { chart, sweep, drawing, drawn };
    setAttribute(this.root, 'data-kind', chart.kind);
    setText(this.title, chart.axis.log && chart.id === 'batch-log' ? `${chart.title}, log scale` : chart.title);
    const name = this.title.textContent ?? '';
    setAttribute(this.saveSvg, 'aria-label', `Save “${name}” as SVG`);
    setAttribute(this.savePng, 'aria-label', `Save “${name}” as PNG`);
    setAttribute(this.stage, 'aria-label', `${name}: arrow keys move over the world sizes, Enter opens one`);
    setAttribute(drawing.svg, 'role', 'img');
    setAttribute(drawing.svg, 'aria-label', chartSentence(chart, sweep));
    for (const child of drawing.svg.children) child.setAttribute('aria-hidden', 'true');
    if (chart.kind === 'stack') drawing.svg.prepend(hatchPattern());
    this.showLegend(legendOf(chart, sweep));
    this.stage.replaceChildren(drawing.svg);
    registerPicture(this.root, {
      title: name,
      svg: drawing.svg,
      legend: legendOf(chart, sweep),
      key: keyOf(chart, sweep),
    });
  }

  /** @param {LegendItem[]} items */
  showLegend(items) {
    this.legend.replaceChildren(
      ...items.map(({ label, kind, colour }) =>
        element(
          'li',
          {},
          element('span', { class: 'chart-swatch', 'data-kind': kind, 'data-colour': colour.slice(2) }),
          label,
        ),
      ),
    );
    this.legend.hidden = items.length === 0;
  }

  /** @param {number} x pixels from the left of the stage */
  nearest(x) {
    if (!this.shown) return 0;
    const { sweep, drawing } = this.shown;
    const distance = (/** @type {number} */ place) => Math.abs(drawing.x(sweep.points[place].worldSize) - x);
    return sweep.points.reduce((best, _, place) => (distance(place) < distance(best) ? place : best), 0);
  }

  /**
   * Shows the value at the cursor.
   * @param {number | null} place @param {boolean} inFull @returns {string} what was shown
   */
  point(place, inFull) {
    if (!this.shown) return '';
    const { chart, sweep, drawing } = this.shown;
    drawing.svg.querySelector('.chart-cursor')?.remove();
    if (place === null || !sweep.points[place]) {
      setText(this.reading, restingText(chart, sweep));
      return '';
    }
    drawing.svg.append(this.cursorGroup(place, this.shown));
    const reading = pointText(chart, sweep, place, inFull);
    setText(this.reading, reading);
    return reading;
  }

  /** @param {number} place @param {{chart: Chart, sweep: SweepCharts, drawing: Drawing}} shown */
  cursorGroup(place, { chart, sweep, drawing }) {
    const group = document.createElementNS(SVG, 'g');
    group.setAttribute('class', 'chart-cursor');
    group.setAttribute('aria-hidden', 'true');
    const x = drawing.x(sweep.points[place].worldSize);
    const [low, high] = chart.axis.domain.map(drawing.y);
    const rule = document.createElementNS(SVG, 'line');
    setAttribute(rule, 'x1', x);
    setAttribute(rule, 'x2', x);
    setAttribute(rule, 'y1', low);
    setAttribute(rule, 'y2', high);
    group.append(rule);
    // In a stack the line alone says which bar is read.
    if (chart.kind === 'stack') return group;
    const value = chart.series[0].values[place];
    const height = value !== null && !(chart.axis.log && value <= 0) ? drawing.y(value) : low;
    const mark = document.createElementNS(SVG, 'circle');
    setAttribute(mark, 'cx', x);
    setAttribute(mark, 'cy', height);
    setAttribute(mark, 'r', 4.5);
    group.append(mark);
    return group;
  }
}

/** @param {Chart} chart @param {SweepCharts} sweep @returns {LegendItem[]} nothing for a chart of one line */
function legendOf(chart, sweep) {
  if (chart.kind === 'lines') {
    if (chart.series.length < 2) return [];
    return chart.series.map(({ label, role, colour }) => ({
      label,
      colour,
      kind: role === 'ideal' ? 'dashes' : 'line',
    }));
  }
  /** @type {LegendItem[]} */
  const items = chart.series
    .filter(({ role, values }) => role === 'part' && values.some((value) => value !== null && value > 0))
    .map(({ label, colour }) => ({ label, colour, kind: 'area' }));
  items.push({ label: 'free', colour: '--free', kind: 'area' });
  if (sweep.points.some(({ fits }) => !fits)) items.push({ label: 'over the budget', colour: '--over', kind: 'hatch' });
  const ideal = chart.series.find(({ role }) => role === 'ideal');
  if (ideal) items.push({ label: ideal.label, colour: ideal.colour, kind: 'dashes' });
  return items;
}

/** @param {Chart} chart @param {SweepCharts} sweep @returns {LegendItem[]} what the marks of a saved picture mean */
function keyOf(chart, sweep) {
  /** @type {LegendItem[]} */
  const items = [];
  if (chart.kind === 'lines' && sweep.best !== null) items.push({ label: 'best', kind: 'best', colour: '--ink' });
  if (chart.kind === 'lines' && sweep.points.some(({ fits }) => !fits)) {
    items.push({ label: 'does not fit', kind: 'misfit', colour: '--over' });
  }
  if (sweep.planWorldSize !== null) items.push({ label: 'this plan', kind: 'plan', colour: '--ink-quiet' });
  return items;
}

/** The hatch for what lies over the budget: seen without colour too. */
function hatchPattern() {
  const pattern = document.createElementNS(SVG, 'pattern');
  for (const [name, value] of Object.entries({
    id: 'over-budget-hatch',
    width: 6,
    height: 6,
    patternUnits: 'userSpaceOnUse',
    patternTransform: 'rotate(45)',
  })) {
    setAttribute(pattern, name, value);
  }
  const ground = document.createElementNS(SVG, 'rect');
  for (const [name, value] of Object.entries({ width: 6, height: 6, fill: 'var(--surface)', 'fill-opacity': 0.55 }))
    setAttribute(ground, name, value);
  const stripe = document.createElementNS(SVG, 'rect');
  for (const [name, value] of Object.entries({ width: 2.5, height: 6, fill: 'var(--over)' }))
    setAttribute(stripe, name, value);
  pattern.append(ground, stripe);
  const definitions = document.createElementNS(SVG, 'defs');
  definitions.append(pattern);
  return definitions;
}
