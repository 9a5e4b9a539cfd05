/** One chart as an <svg>, by Observable Plot with its marks named one by one (the rest of Plot stays out of the page). */
import { dot, lineY, plot, ruleX, ruleY, text } from '@observablehq/plot';
import { formatInteger, formatNumber, formatParameters } from '../format.js';
import { worldTicks } from './axes.js';
import { chartTexts } from './sentence.js';
import { stackMarks } from './stack.js';

/** @typedef {import('./spec.js').Chart} Chart */
/** @typedef {import('./spec.js').Series} Series */
/** @typedef {import('./spec.js').SweepCharts} SweepCharts */
/** @typedef {{svg: SVGSVGElement, x: (worldSize: number) => number, y: (value: number) => number}} Drawing */

const HEIGHT = 208;
const MARGIN = { top: 24, right: 12, bottom: 36 };
/** Above so many points dots would run into each other: the line alone is clearer. */
const MOST_DOTS = 48;

/** @param {Chart} chart @param {SweepCharts} sweep @param {number} width in pixels @returns {Drawing} */
export function drawChart(chart, sweep, width) {
  const tickTexts = new Map(chart.axis.ticks.map((tick) => [tick, tickText(tick)]));
  const marginLeft = 14 + 7 * Math.max(...[...tickTexts.values()].map((label) => label.length));
  const plotWidth = width - marginLeft - MARGIN.right;
  const [base] = chart.axis.domain;
  const figure = plot({
    className: 'chart-svg',
    width,
    height: HEIGHT,
    marginTop: MARGIN.top,
    marginRight: MARGIN.right,
    marginBottom: MARGIN.bottom,
    marginLeft,
    figure: false,
    x: { type: sweep.worldAxis.log ? 'log' : 'linear', domain: sweep.worldAxis.domain, label: null, axis: null },
    y: { type: chart.axis.log ? 'log' : 'linear', domain: chart.axis.domain, label: null, axis: null },
    marks: [
      ruleY(chart.axis.ticks, { stroke: 'var(--hairline)' }),
      ...tickMarks(chart, sweep, plotWidth, tickTexts),
      ...axisNames(chart, sweep),
      ...(chart.kind === 'stack' ? stackMarks(chart, sweep, plotWidth, HEIGHT - MARGIN.top - MARGIN.bottom) : []),
      // The plan's own world size, where it is a place on this axis.
      sweep.planWorldSize === null
        ? null
        : ruleX([sweep.planWorldSize], { stroke: 'var(--ink-quiet)', strokeDasharray: '1 3' }),
      ruleY([base], { stroke: 'var(--ink-quiet)' }),
      ...(chart.kind === 'lines' ? lineMarks(chart, sweep) : []),
      misfitMarks(chart, sweep),
    ],
  });
  const svg = /** @type {SVGSVGElement} */ (figure);
  const scaleX = figure.scale('x');
  const scaleY = figure.scale('y');
  return { svg: clean(svg), x: (size) => scaleX?.apply(size), y: (value) => scaleY?.apply(value) };
}

/**
 * Plot writes a constant <style>, which a strict style-src refuses, and labels its inner groups, which have no role. It
 * does so while the picture is not yet in the document: here both go, their rules stand in charts.css.
 * @param {SVGSVGElement} svg
 */
function clean(svg) {
  for (const style of svg.querySelectorAll('style')) style.remove();
  for (const group of svg.querySelectorAll('[aria-label], [aria-description]')) {
    group.removeAttribute('aria-label');
    group.removeAttribute('aria-description');
  }
  svg.removeAttribute('font-family');
  svg.removeAttribute('font-size');
  return svg;
}

/** @param {number} tick */
function tickText(tick) {
  return Math.abs(tick) >= 1e6 ? formatParameters(tick).replace('.00', '') : formatNumber(tick);
}

/**
 * Every world size has a tick, as many as there is room for a label. (The library's own axes thin the labels of a log
 * scale by rules of their own.)
 * @param {Chart} chart @param {SweepCharts} sweep @param {number} plotWidth @param {Map<number, string>} tickTexts
 */
function tickMarks(chart, sweep, plotWidth, tickTexts) {
  const sizes = sweep.points.map(({ worldSize }) => worldSize);
  const labelled = worldTicks(sweep.worldAxis, sizes, plotWidth);
  const base = chart.axis.domain[0];
  const quiet = 'var(--ink-quiet)';
  return [
    ruleX(sizes.length > MOST_DOTS ? labelled : sizes, { y1: base, y2: base, insetBottom: -4, stroke: quiet }),
    text(labelled, { y: () => base, x: identity, text: formatInteger, dy: 12, fill: quiet }),
    text(chart.axis.ticks, {
      y: identity,
      frameAnchor: 'left',
      textAnchor: 'end',
      dx: -6,
      text: (/** @type {number} */ tick) => tickTexts.get(tick) ?? '',
      fill: quiet,
    }),
  ];
}

/** @param {number} value */
function identity(value) {
  return value;
}

/** @param {Chart} chart @param {SweepCharts} sweep */
function axisNames(chart, sweep) {
  const scale = sweep.worldAxis.log ? ', log scale' : '';
  return [
    text([chart.axisLabel], {
      frameAnchor: 'top-left',
      textAnchor: 'start',
      dx: 0,
      dy: -18,
      fill: 'var(--ink-quiet)',
    }),
    text([`world size, GPUs${scale}`], {
      frameAnchor: 'bottom-right',
      textAnchor: 'end',
      lineAnchor: 'bottom',
      dy: 33,
      fill: 'var(--ink-quiet)',
    }),
  ];
}

/** @param {Chart} chart @param {SweepCharts} sweep */
function lineMarks(chart, sweep) {
  const [main, ...others] = chart.series;
  const x = (/** @type {number} */ place) => sweep.points[place].worldSize;
  const places = sweep.points.map((_, place) => place);
  const drawable = (/** @type {Series} */ series) => (/** @type {number} */ place) => {
    const value = series.values[place];
    return value === null || (chart.axis.log && value <= 0) ? NaN : value;
  };
  const solid = places.filter((place) => sweep.points[place].fits && !Number.isNaN(drawable(main)(place)));
  const best = sweep.best !== null && solid.includes(sweep.best) ? [sweep.best] : [];
  return [
    ...others.map((series) =>
      lineY(places, {
        x,
        y: drawable(series),
        stroke: `var(${series.colour})`,
        strokeWidth: 1.25,
        strokeDasharray: '4 3',
      }),
    ),
    lineY(places, { x, y: drawable(main), stroke: `var(${main.colour})`, strokeWidth: 1.75 }),
    places.length > MOST_DOTS ? null : dot(solid, { x, y: drawable(main), r: 2.75, fill: `var(${main.colour})` }),
    dot(best, { x, y: drawable(main), r: 5.5, stroke: `var(${main.colour})`, strokeWidth: 1.5 }),
    bestLabel(chart, sweep, best, drawable(main)),
  ];
}

/**
 * The best value's label stands where its line does not pass: left of a rising line and right of a falling one, below
 * when a second line runs above.
 * @param {Chart} chart @param {SweepCharts} sweep @param {number[]} best one place or none
 * @param {(place: number) => number} y
 */
function bestLabel(chart, sweep, best, y) {
  const [main, ...others] = chart.series;
  const [place = 0] = best;
  const words = chartTexts(chart)[0];
  const falls = (main.values[place - 1] ?? -Infinity) > (main.values[place] ?? 0);
  const atEnd = place === sweep.points.length - 1;
  const below = others.length > 0;
  return text(best, {
    x: (/** @type {number} */ at) => sweep.points[at].worldSize,
    y,
    text: (/** @type {number} */ at) => words[at],
    dx: falls && !atEnd ? -4 : falls || (below && !atEnd) ? 2 : 6,
    dy: below ? 16 : -13,
    textAnchor: falls && !atEnd ? 'start' : falls || (below && !atEnd) ? 'middle' : 'end',
    fill: 'var(--ink)',
    stroke: 'var(--surface)',
    strokeWidth: 3,
    fontWeight: 600,
  });
}

/**
 * Rows that do not fit stay in the picture: hollow, at their value where there is one all the same, else on the baseline.
 * In a stack the hatch above the budget already says it.
 * @param {Chart} chart @param {SweepCharts} sweep
 */
function misfitMarks(chart, sweep) {
  const places = sweep.points.map((_, place) => place);
  const drawn = (/** @type {number} */ place) =>
    chart.series.some(({ role, values }) => role === 'part' && (values[place] ?? 0) > 0);
  const hollow = places.filter((place) => !sweep.points[place].fits && !drawn(place));
  return dot(hollow, {
    x: (/** @type {number} */ place) => sweep.points[place].worldSize,
    y: (/** @type {number} */ place) =>
      (chart.kind === 'lines' && chart.series[0].values[place]) || chart.axis.domain[0],
    r: sweep.points.length > MOST_DOTS ? 2 : 3.25,
    fill: 'var(--surface)',
    stroke: 'var(--over)',
    strokeWidth: 1.25,
  });
}
