/** The charts in words: one sentence for each picture, one line for each point. Computed from the rows; pure. */
import { formatColumn, formatFixed, formatInteger, formatNumber, formatValue, unitWord } from '../format.js';

/** @typedef {import('./spec.js').Chart} Chart */
/** @typedef {import('./spec.js').SweepCharts} SweepCharts */

/**
 * A chart's values as text, all with the same decimals: what is read at one point can be compared with the next. Parts of
 * the memory have two, as memory has everywhere.
 * @param {Chart} chart @returns {string[][]} by series, by point
 */
export function chartTexts({ kind, series, unit }) {
  if (kind === 'stack') return series.map(({ values }) => values.map((value) => formatFixed(value, 2)));
  const cells = series.flatMap(({ values }) => values.map((value) => ({ value })));
  const { texts } = formatColumn(cells, { key: 'value', label: '', unit });
  const points = series[0].values.length;
  return series.map((_, place) => texts.slice(place * points, (place + 1) * points));
}

/** @param {number} worldSize */
function gpus(worldSize) {
  return formatValue(worldSize, 'GPUs');
}

/** @param {number[]} values at least two @returns {'rises' | 'falls' | 'stays' | 'peaks' | 'varies'} */
export function trendOf(values) {
  const steps = values.slice(1).map((value, index) => Math.sign(value - values[index]));
  const moves = steps.filter((step) => step !== 0);
  if (moves.length === 0) return 'stays';
  if (moves.every((step) => step > 0)) return 'rises';
  if (moves.every((step) => step < 0)) return 'falls';
  const turn = moves.indexOf(-1);
  return turn > 0 && moves.slice(turn).every((step) => step < 0) ? 'peaks' : 'varies';
}

/**
 * "rises from 18.75 requests at 4 GPUs to 81.61 at 256 GPUs"
 * @param {(number | null)[]} values @param {string[]} words @param {string} unit @param {number[]} worldSizes
 */
function course(values, words, unit, worldSizes) {
  const shown = values.flatMap((value, place) => (value === null ? [] : [{ value, place }]));
  if (shown.length === 0) return 'no value';
  const at = (/** @type {{place: number}} */ { place }) => `${words[place]} at ${gpus(worldSizes[place])}`;
  const first = shown[0];
  const last = shown[shown.length - 1];
  if (shown.length === 1) return `${words[first.place]} ${unit} at ${gpus(worldSizes[first.place])}`;
  const start = `${words[first.place]} ${unit} at ${gpus(worldSizes[first.place])}`;
  const most = shown.reduce((best, point) => (point.value > best.value ? point : best));
  const least = shown.reduce((best, point) => (point.value < best.value ? point : best));
  switch (trendOf(shown.map(({ value }) => value))) {
    case 'stays':
      return `stays at ${words[first.place]} ${unit}`;
    case 'rises':
      return `rises from ${start} to ${at(last)}`;
    case 'falls':
      return `falls from ${start} to ${at(last)}`;
    case 'peaks':
      return `rises from ${start} to its maximum, ${at(most)}, then falls to ${at(last)}`;
    default:
      return `goes from ${start} to ${at(last)}, between ${at(least)} and ${at(most)}`;
  }
}

/** @param {SweepCharts} sweep "World sizes 1 and 2 do not fit." */
function misfits(sweep) {
  const out = sweep.points.filter(({ fits }) => !fits).map(({ worldSize }) => formatInteger(worldSize));
  if (out.length === 0) return '';
  if (out.length === sweep.points.length) return ' No world size fits.';
  if (out.length > 4) return ` ${out.length} of ${sweep.points.length} world sizes do not fit.`;
  return out.length === 1 ? ` World size ${out[0]} does not fit.` : ` World sizes ${listed(out)} do not fit.`;
}

/** @param {string[]} words "1, 2 and 4" */
function listed(words) {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words[words.length - 1]}`;
}

/** @param {Chart} chart @param {SweepCharts} sweep the sentence read in place of the picture */
export function chartSentence(chart, sweep) {
  const sizes = sweep.points.map(({ worldSize }) => worldSize);
  const over = sizes.length === 1 ? gpus(sizes[0]) : `${formatInteger(sizes[0])} to ${gpus(sizes[sizes.length - 1])}`;
  const scale = chart.axis.log ? ', log scale' : '';
  if (chart.kind === 'stack') return `${chart.title} by part, ${over}: ${stackCourse(chart, sizes)}.${misfits(sweep)}`;
  const main = course(chart.series[0].values, chartTexts(chart)[0], chart.unit, sizes);
  return `${chart.title}${scale}, ${over}: ${main}.${misfits(sweep)}`;
}

/** @param {Chart} chart @param {number[]} sizes */
function stackCourse(chart, sizes) {
  const words = chartTexts(chart);
  const courses = chart.series.flatMap(({ label, role, values }, place) => {
    if (role === 'ideal' || !values.some((value) => value !== null && value > 0)) return [];
    const name = role === 'budget' ? 'the budget' : label;
    return [`${name}: ${course(values, words[place], chart.unit, sizes)}`];
  });
  return courses.join('; ');
}

/**
 * One point in one line.
 * @param {Chart} chart @param {SweepCharts} sweep @param {number} place
 * @param {boolean} inFull with the reason why it does not fit: in one chart of the six, not in all
 */
export function pointText(chart, sweep, place, inFull) {
  const { worldSize, fits, row } = sweep.points[place];
  const said = chart.kind === 'stack' ? stackText(chart, place) : lineText(chart, place);
  const reason = inFull && typeof row.reason === 'string' && row.reason !== '' ? `: ${row.reason}` : '';
  const parts = [said, fits ? '' : `does not fit${reason}`].filter((part) => part !== '');
  return `${gpus(worldSize)}: ${parts.join(', ') || 'no value'}`;
}

/** @param {Chart} chart @param {number} place */
function lineText(chart, place) {
  const words = chartTexts(chart);
  const [main, ideal] = chart.series.map(({ values }) => values[place]);
  if (main === null) return '';
  const whole = chart.whole[place];
  const rounded = whole === null || whole === main ? '' : ` (${formatNumber(whole)} whole)`;
  const beside = (ideal ?? null) === null ? '' : `, ${words[1][place]} by M/W`;
  return `${words[0][place]} ${unitWord(chart.unit, main)}${rounded}${beside}`;
}

/** @param {Chart} chart @param {number} place */
function stackText(chart, place) {
  const words = chartTexts(chart);
  const said = (
    /** @type {'part' | 'budget' | 'ideal'} */ wanted,
    /** @type {(label: string, word: string) => string} */ say,
  ) =>
    chart.series.flatMap(({ label, role, values }, index) =>
      role === wanted && values[place] !== null && (role !== 'part' || values[place] !== 0)
        ? [say(label, words[index][place])]
        : [],
    );
  const parts = said('part', (label, word) => `${label} ${word}`);
  if (parts.length === 0) return '';
  const budget = said('budget', (_, word) => ` of ${word}`).join('');
  const ideal = said('ideal', (_, word) => `, weights by M/W ${word}`).join('');
  return `${parts.join(', ')}${budget} ${chart.unit}${ideal}`;
}

/** @param {Chart} chart @param {SweepCharts} sweep what stands under the title while nothing is pointed at */
export function restingText(chart, sweep) {
  if (chart.kind === 'stack') return `${chart.unit} on each GPU, by part`;
  const { best } = sweep;
  if (best === null) return 'no world size fits';
  const word = `${chartTexts(chart)[0][best]} ${unitWord(chart.unit, chart.series[0].values[best])}`;
  return `${gpus(sweep.points[best].worldSize)}, the best: ${word}`;
}
