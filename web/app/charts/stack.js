/** Memory by part as marks: bars, or stepped areas when there are too many rows for bars; free space, overflow, budget. */
import { areaY, lineY, rectY, ruleY, text } from '@observablehq/plot';
import { formatNumber } from '../format.js';
import { shifted } from './axes.js';

/** @typedef {import('./spec.js').Chart} Chart */
/** @typedef {import('./spec.js').Series} Series */
/** @typedef {import('./spec.js').SweepCharts} SweepCharts */

/** Bars thinner than this (pixels) are drawn as stepped areas. */
const THINNEST_BAR = 4;
/** The pattern is put into the picture by figure.js. */
const HATCH = 'url(#over-budget-hatch)';

/**
 * @typedef {{worldSize: number, x1: number, x2: number, y1: number, y2: number}} Block
 */

/** @param {Chart} chart @param {SweepCharts} sweep @param {number} plotWidth @param {number} plotHeight in pixels */
export function stackMarks(chart, sweep, plotWidth, plotHeight) {
  const { worldAxis, points } = sweep;
  const parts = chart.series.filter(({ role }) => role === 'part');
  const budget = chart.series.find(({ role }) => role === 'budget');
  const ideal = chart.series.find(({ role }) => role === 'ideal');
  const tops = points.map(() => 0);
  const block = (/** @type {number} */ place, /** @type {number} */ y1, /** @type {number} */ y2) => ({
    worldSize: points[place].worldSize,
    x1: shifted(worldAxis, points[place].worldSize, -worldAxis.halfBar),
    x2: shifted(worldAxis, points[place].worldSize, worldAxis.halfBar),
    y1,
    y2,
  });
  const stacked = parts.map(({ values, colour }) => ({
    colour,
    blocks: points.map((_, place) => {
      const from = tops[place];
      tops[place] += values[place] ?? 0;
      return block(place, from, tops[place]);
    }),
  }));
  const limits = points.map((_, place) => budget?.values[place] ?? null);
  // A block for every row, of no height where nothing is free or over: a stepped area needs its neighbours.
  const limited = points.flatMap((_, place) => (limits[place] === null ? [] : [{ place, limit: limits[place] ?? 0 }]));
  const free = limited.map(({ place, limit }) => block(place, Math.min(tops[place], limit), limit));
  const over = limited.map(({ place, limit }) =>
    block(place, limit, tops[place] > limit * (1 + 1e-9) ? tops[place] : limit),
  );
  const [low, high] = worldAxis.domain;
  const axisSpan = worldAxis.log ? Math.log2(high / low) : high - low;
  const apart = (plotWidth * 2 * worldAxis.halfBar) / axisSpan >= THINNEST_BAR;
  const shape = apart ? bars : steppedArea;
  const perPixel = (chart.axis.domain[1] - chart.axis.domain[0]) / plotHeight;
  return [
    shape(free, 'var(--free)', perPixel),
    ...stacked.map(({ colour, blocks }) => shape(blocks, `var(${colour})`, perPixel)),
    shape(over, HATCH, perPixel),
    ...budgetMarks(chart, sweep, limits),
    ideal ? idealMark(ideal, sweep) : null,
  ];
}

/**
 * Neighbouring parts are divided by a line of the surface; a part too thin to spare it is drawn whole, so that none is lost.
 * @param {Block[]} blocks @param {string} fill @param {number} perPixel the chart's unit in one pixel of height
 */
function bars(blocks, fill, perPixel) {
  const side = { x1: 'x1', x2: 'x2', y1: 'y1', y2: 'y2', fill };
  const stroke = fill === HATCH ? { stroke: 'var(--over)', strokeWidth: 1 } : {};
  const thick = blocks.filter(({ y1, y2 }) => y2 - y1 > 3 * perPixel);
  const thin = blocks.filter(({ y1, y2 }) => y2 > y1 && y2 - y1 <= 3 * perPixel);
  return [
    rectY(thick, { ...side, ...stroke, insetTop: fill === HATCH ? 0 : 1 }),
    // Even a sliver is at least a pixel high.
    rectY(thin, { ...side, ...stroke, y2: ({ y1, y2 }) => Math.max(y2, y1 + perPixel) }),
  ];
}

/** @param {Block[]} blocks @param {string} fill @param {number} _perPixel */
function steppedArea(blocks, fill, _perPixel) {
  return areaY(blocks, { x: 'worldSize', y1: 'y1', y2: 'y2', fill, curve: 'step' });
}

/** @param {Chart} chart @param {SweepCharts} sweep @param {(number | null)[]} limits */
function budgetMarks(chart, sweep, limits) {
  const known = limits.filter((limit) => limit !== null);
  if (known.length === 0) return [];
  const constant = known.every((limit) => limit === known[0]);
  if (!constant) {
    const places = sweep.points.map((_, place) => place);
    const x = (/** @type {number} */ place) => sweep.points[place].worldSize;
    return [
      lineY(places, {
        x,
        y: (/** @type {number} */ place) => limits[place] ?? NaN,
        curve: 'step',
        stroke: 'var(--ink)',
      }),
    ];
  }
  return [
    ruleY([known[0]], { stroke: 'var(--ink)', strokeWidth: 1.5 }),
    text([known[0]], {
      y: (/** @type {number} */ limit) => limit,
      frameAnchor: 'right',
      textAnchor: 'end',
      dy: -8,
      text: (/** @type {number} */ limit) => `budget ${formatNumber(limit)} ${chart.unit}`,
      fill: 'var(--ink)',
      stroke: 'var(--surface)',
      strokeWidth: 4,
      fontWeight: 600,
    }),
  ];
}

/** @param {Series} ideal @param {SweepCharts} sweep */
function idealMark(ideal, sweep) {
  const places = sweep.points.map((_, place) => place).filter((place) => ideal.values[place] !== null);
  const y = (/** @type {number} */ place) => ideal.values[place] ?? NaN;
  const x = (/** @type {number} */ place) => sweep.points[place].worldSize;
  const line = { x, y, strokeDasharray: '4 3', strokeWidth: 1.5 };
  // A light casing keeps the dashes visible on every part they cross.
  return [
    lineY(places, { ...line, strokeDasharray: 'none', strokeWidth: 3.5, stroke: 'var(--surface)' }),
    lineY(places, { ...line, stroke: `var(${ideal.colour})` }),
  ];
}
