/**
 * What the charts of a sweep show, as plain data: which value of which row, in which unit, on which axis. Pure; nothing
 * is computed here beyond picking the core's numbers and dividing bytes by the unit beside the axis.
 */
import { sharedUnit } from '../format.js';
import { linearAxis, logAxis, worldAxis } from './axes.js';

/** @typedef {import('./axes.js').WorldAxis} WorldAxis */
/** @typedef {import('./axes.js').ValueAxis} ValueAxis */
/** @typedef {import('../../../wasm/format.js').Row} Row */

/**
 * @typedef {object} Point one row of the sweep, in order of world size
 * @property {number} index the row's place in report.sweep.rows
 * @property {Row} row
 * @property {number} worldSize
 * @property {boolean} fits
 *
 * @typedef {object} Series
 * @property {string} label
 * @property {'main' | 'ideal' | 'part' | 'budget'} role
 * @property {string} colour a custom property of the style sheet
 * @property {(number | null)[]} values a value a point, in the chart's unit
 *
 * @typedef {object} Chart
 * @property {string} id
 * @property {string} title
 * @property {'lines' | 'stack'} kind
 * @property {string} unit
 * @property {string} axisLabel
 * @property {ValueAxis} axis
 * @property {Series[]} series the first is the chart's subject; in a stack, from the bottom up
 * @property {(number | null)[]} whole whole requests beside fractional ones, where the report has both
 *
 * @typedef {object} SweepCharts
 * @property {Point[]} points
 * @property {WorldAxis} worldAxis
 * @property {Chart[]} charts
 * @property {number | null} best place in `points`
 * @property {number | null} planWorldSize the plan's own world size, when it lies within the axis
 * @property {string | null} note
 */

const NO_EXPERTS = 'A dense model has no experts: experts per GPU and tokens per expert group do not apply.';

/** Above this ratio of the largest to the smallest value a straight scale hides the small ones. */
const WIDE_RANGE = 16;

/** @param {any} report @returns {SweepCharts | null} null when there is no row to draw */
export function sweepCharts(report) {
  const points = pointsOf(report?.sweep?.rows ?? []);
  if (points.length === 0) return null;
  const axis = worldAxis(points.map(({ worldSize }) => worldSize));
  const bestRow = report.sweep.best?.row ?? null;
  const best = points.findIndex(({ index }) => index === bestRow);
  const hasExperts = points.some(({ row }) => typeof row.experts_per_gpu === 'number');
  const plan = report.world_size;
  return {
    points,
    worldAxis: axis,
    charts: [
      ...batchCharts(points),
      memoryChart(points, report),
      lineChart(points, 'global-batch', 'Global batch', 'requests', 'global_batch', 10, 'whole_global_batch'),
      ...(hasExperts
        ? [
            lineChart(points, 'experts', 'Experts per GPU', 'experts', 'experts_per_gpu', 2),
            lineChart(points, 'm-per-group', 'Expected M per expert group', 'tokens', 'expected_m_per_group', 10),
          ]
        : []),
    ],
    best: best < 0 ? null : best,
    planWorldSize: plan >= axis.domain[0] && plan <= axis.domain[1] ? plan : null,
    note: hasExperts ? null : NO_EXPERTS,
  };
}

/** @param {Row[]} rows @returns {Point[]} */
function pointsOf(rows) {
  return rows
    .map((row, index) => ({ index, row, worldSize: row.world_size, fits: row.fits === true }))
    .filter(({ worldSize }) => worldSize > 0)
    .sort((a, b) => a.worldSize - b.worldSize);
}

/** @param {Point[]} points @param {string} key @returns {(number | null)[]} */
function valuesOf(points, key) {
  return points.map(({ row }) => (typeof row[key] === 'number' ? row[key] : null));
}

/** A row that does not fit has no batch, whatever stands in its cell: its place is the baseline.
 * @param {Point[]} points @param {string} key */
function fittingValues(points, key) {
  return valuesOf(points, key).map((value, place) => (points[place].fits ? value : null));
}

/** @param {(number | null)[]} values @returns {number[]} */
function positive(values) {
  return values.filter((value) => value !== null && value > 0).map(Number);
}

/** @param {Point[]} points @param {string} key @returns {Series[]} */
function lineSeries(points, key) {
  /** @type {Series[]} */
  const series = [{ label: 'this layout', role: 'main', colour: '--ink', values: fittingValues(points, key) }];
  const ideal = valuesOf(points, `ideal_${key}`);
  if (positive(ideal).length > 0) {
    series.push({ label: 'if everything were divided (M/W)', role: 'ideal', colour: '--ink-quiet', values: ideal });
  }
  return series;
}

/** @param {Point[]} points @returns {Chart[]} the same values twice: differences straight, ratios on a log axis */
function batchCharts(points) {
  const series = lineSeries(points, 'batch_per_gpu');
  const all = positive(series.flatMap(({ values }) => values));
  const whole = valuesOf(points, 'whole_batch_per_gpu');
  const shared = { title: 'Batch per GPU', kind: /** @type {const} */ ('lines'), unit: 'requests', series, whole };
  return [
    { ...shared, id: 'batch', axisLabel: 'requests', axis: linearAxis(Math.max(0, ...all)) },
    { ...shared, id: 'batch-log', axisLabel: 'requests, log scale', axis: logAxis(all, 10) },
  ];
}

/**
 * @param {Point[]} points @param {string} id @param {string} title @param {string} unit @param {string} key
 * @param {2 | 10} base of its log axis, should it need one @param {string} [wholeKey]
 * @returns {Chart}
 */
function lineChart(points, id, title, unit, key, base, wholeKey) {
  // Experts are divided whether the rest fits or not.
  const values = unit === 'experts' ? valuesOf(points, key) : fittingValues(points, key);
  const shown = positive(values);
  const log = shown.length > 1 && Math.max(...shown) / Math.min(...shown) >= WIDE_RANGE;
  return {
    id,
    title,
    kind: 'lines',
    unit,
    axisLabel: log ? `${unit}, log scale` : unit,
    axis: log ? logAxis(shown, base) : linearAxis(Math.max(0, ...shown)),
    series: [{ label: 'this layout', role: 'main', colour: '--ink', values }],
    whole: wholeKey ? valuesOf(points, wholeKey) : points.map(() => null),
  };
}

/** The parts of the memory by kind of sweep: [key, label, colour]. */
const MODEL_PARTS = [
  ['weights_bytes', 'weights', '--weights'],
  ['kv_cache_bytes', 'KV cache', '--kv'],
  ['transient_bytes', 'transients', '--transients'],
  ['runtime_bytes', 'runtime', '--runtime'],
];
const AGGREGATE_PARTS = [
  ['model_gb_per_gpu', 'model', '--weights'],
  ['batch_gb', 'requests', '--kv'],
  ['fixed_gb', 'fixed', '--runtime'],
];

/** @param {Point[]} points @param {any} report @returns {Chart} */
function memoryChart(points, report) {
  const aggregate = report.sweep.kind === 'aggregate';
  const parts = aggregate ? AGGREGATE_PARTS : MODEL_PARTS;
  const budget = aggregate
    ? points.map(() => report.plan?.model?.aggregate?.budget_gb ?? null)
    : valuesOf(points, 'budget_bytes');
  const raw = [...parts.map(([key]) => valuesOf(points, key)), budget];
  const used = valuesOf(points, aggregate ? 'total_gb' : 'used_bytes');
  // In the unit the budget reads best in: what is compared is how far the parts are from it.
  const measured = positive(budget).length > 0 ? budget : used;
  const { unit, divisor } = sharedUnit(aggregate ? 'GB' : 'bytes', positive(measured));
  const scaled = (/** @type {(number | null)[]} */ values) =>
    values.map((value) => (value === null ? null : value / divisor));
  /** @type {Series[]} */
  const series = parts.map(([, label, colour], place) => ({ label, role: 'part', colour, values: scaled(raw[place]) }));
  series.push({ label: 'budget', role: 'budget', colour: '--ink', values: scaled(budget) });
  const ideal = valuesOf(points, 'ideal_weights_bytes');
  if (!aggregate && positive(ideal).length > 0) {
    series.push({ label: 'weights if all were divided (M/W)', role: 'ideal', colour: '--ink', values: scaled(ideal) });
  }
  const top = Math.max(0, ...positive(scaled(used)), ...positive(scaled(budget)));
  return {
    id: 'memory',
    title: 'Memory per GPU',
    kind: 'stack',
    unit,
    axisLabel: unit,
    axis: linearAxis(top),
    series,
    whole: points.map(() => null),
  };
}
