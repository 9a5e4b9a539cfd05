/** Scales and ticks: pure. World sizes double more often than they add, so a wide range of them is drawn on log 2. */

/**
 * @typedef {object} WorldAxis
 * @property {boolean} log
 * @property {[number, number]} domain half a step wider than the world sizes, so that bars fit
 * @property {number} halfBar half a bar, in the axis's own measure: doublings when log, GPUs when linear
 * @property {number} gap the smallest distance of two neighbours, in the same measure
 *
 * @typedef {{log: boolean, domain: [number, number], ticks: number[]}} ValueAxis
 */

const LOG_FROM_SPAN = 16;

/** Within a decade: the fewer decades an axis spans, the more ticks each of them needs. */
const LOG_STEPS = [
  { from: 1.2, steps: [1, 2, 5] },
  { from: 0.5, steps: [1, 2, 3, 5, 7] },
  { from: 0.2, steps: [1, 1.5, 2, 3, 4, 5, 6, 8] },
  { from: 0, steps: [1, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.8, 2, 2.2, 2.5, 2.8, 3, 3.5, 4, 4.5, 5, 5.5, 6, 7, 8, 9] },
];

/** @param {WorldAxis} axis @param {number} worldSize position in the axis's own measure */
function measure(axis, worldSize) {
  return axis.log ? Math.log2(worldSize) : worldSize;
}

/** @param {WorldAxis} axis @param {number} worldSize @param {number} distance */
export function shifted(axis, worldSize, distance) {
  return axis.log ? worldSize * 2 ** distance : worldSize + distance;
}

/** @param {number[]} worldSizes ascending, at least one @returns {WorldAxis} */
export function worldAxis(worldSizes) {
  const first = worldSizes[0];
  const last = worldSizes[worldSizes.length - 1];
  const axis = {
    log: last / first >= LOG_FROM_SPAN,
    domain: /** @type {[number, number]} */ ([0, 1]),
    halfBar: 0,
    gap: 1,
  };
  const places = worldSizes.map((size) => measure(axis, size));
  const gaps = places
    .slice(1)
    .map((place, index) => place - places[index])
    .filter((gap) => gap > 0);
  axis.gap = gaps.length > 0 ? Math.min(...gaps) : 1;
  axis.halfBar = 0.34 * axis.gap;
  // Dense sweeps still need room for a mark at either end.
  const margin = Math.max(0.5 * axis.gap, 0.02 * (places[places.length - 1] - places[0]));
  axis.domain = [shifted(axis, first, -margin), shifted(axis, last, margin)];
  return axis;
}

/**
 * The world sizes that get a label: the ends first, then powers of two, then the others, as far as they do not collide.
 * @param {WorldAxis} axis @param {number[]} worldSizes @param {number} width of the plot, in pixels
 */
export function worldTicks(axis, worldSizes, width) {
  const [low, high] = axis.domain.map((end) => measure(axis, end));
  const ends = [worldSizes[0], worldSizes[worldSizes.length - 1]];
  const doubles = worldSizes.filter((size) => Number.isInteger(Math.log2(size)));
  /** @type {{from: number, to: number, size: number}[]} */
  const placed = [];
  for (const size of new Set([...ends, ...doubles, ...worldSizes])) {
    const centre = (width * (measure(axis, size) - low)) / (high - low);
    const half = 3.5 * String(size).length + 5;
    if (placed.every(({ from, to }) => centre + half < from || centre - half > to)) {
      placed.push({ from: centre - half, to: centre + half, size });
    }
  }
  return placed.map(({ size }) => size).sort((a, b) => a - b);
}

/** @param {number} value the next 1, 2, 2.5 or 5 times a power of ten @returns {number} */
function niceStep(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 2.5, 5, 10].find((factor) => factor * power >= value * 0.999) ?? 10;
  return step * power;
}

/** @param {number} top the largest value to show @returns {ValueAxis} */
export function linearAxis(top) {
  if (!(top > 0)) return { log: false, domain: [0, 1], ticks: [0, 1] };
  const step = niceStep(top / 4);
  const ticks = [0];
  while (ticks[ticks.length - 1] < top * 0.98) ticks.push(ticks.length * step);
  // When the top tick would leave the highest fifth empty, the axis ends just above the values instead.
  if (ticks[ticks.length - 1] > top * 1.2) ticks.pop();
  return { log: false, domain: [0, Math.max(ticks[ticks.length - 1], top * 1.08)], ticks };
}

/**
 * A log axis begins below its smallest value: its baseline is where rows without a value are marked.
 * @param {number[]} values positive ones only
 * @param {2 | 10} base in which its ticks are round
 * @returns {ValueAxis}
 */
export function logAxis(values, base) {
  if (values.length === 0) return { log: true, domain: [1, 10], ticks: [1, 10] };
  const least = Math.min(...values);
  const most = Math.max(...values);
  const room = Math.max(1.15, (most / least) ** 0.1);
  /** @type {[number, number]} */
  const domain = [least / room ** 1.5, most * room];
  const ticks = logTicks(domain, base);
  return { log: true, domain, ticks: ticks.length > 1 ? ticks : [least, most] };
}

/** @param {[number, number]} domain @param {2 | 10} base */
function logTicks([low, high], base) {
  const span = Math.log(high / low) / Math.log(base);
  const powers = (/** @type {number} */ every) => {
    const ticks = [];
    const first = Math.ceil(Math.log(low) / Math.log(base) / every - 1e-9) * every;
    for (let power = first; base ** power <= high * 1.000001; power += every) ticks.push(base ** power);
    return ticks;
  };
  if (base === 2) return powers(Math.max(1, Math.ceil(span / 5)));
  if (span >= 2.5) return powers(Math.max(1, Math.ceil(span / 5)));
  const steps = LOG_STEPS.find(({ from }) => span > from)?.steps ?? [];
  const ticks = [];
  for (let power = Math.floor(Math.log10(low)); 10 ** power <= high; power += 1) {
    ticks.push(...steps.map((step) => step * 10 ** power).filter((tick) => tick >= low && tick <= high));
  }
  return ticks;
}
