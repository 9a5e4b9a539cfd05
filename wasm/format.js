/**
 * The one place where numbers become text, for the page and the command line alike.
 * Memory is shown in IEC units (GiB = 2^30 bytes); everything else in plain numbers with thousands separators.
 * Nothing here computes: it divides by the unit that is written beside the number, and rounds.
 */

/**
 * @typedef {{key: string, label: string, unit: string, help?: string}} Column
 * @typedef {Record<string, any>} Row
 * @typedef {{unit: string, texts: string[], align: 'left' | 'right'}} FormattedColumn
 */

export const NOTHING = '–';

const BYTE_UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB'];
const COUNT_UNITS = ['', 'K', 'M', 'B', 'T'];
const COUNT_WORDS = ['', 'thousand', 'million', 'billion', 'trillion'];

/** Units of columns that hold words. */
const TEXT_UNITS = new Set(['text', 'shape', 'layout', 'yes_no']);

/** The words for exactly one of a unit that is a plain English plural. */
const SINGULAR = new Map([
  ['requests', 'request'],
  ['tokens', 'token'],
  ['GPUs', 'GPU'],
  ['experts', 'expert'],
  ['parameters', 'parameter'],
  ['bytes', 'byte'],
]);

const LAYOUT_SYMBOLS = [
  ['tensor_parallel', 'TP'],
  ['pipeline_parallel', 'PP'],
  ['context_parallel', 'CP'],
  ['data_parallel', 'DP'],
  ['expert_parallel', 'EP'],
];

/** @type {Map<string, Intl.NumberFormat>} Making a NumberFormat costs far more than using one. */
const formatters = new Map();

/**
 * @param {number} value
 * @param {number} fewest decimals at least
 * @param {number} most decimals at most
 */
function decimal(value, fewest, most) {
  const key = `${fewest}:${most}`;
  let formatter = formatters.get(key);
  if (!formatter) {
    formatter = new Intl.NumberFormat('en', {
      minimumFractionDigits: fewest,
      maximumFractionDigits: most,
    });
    formatters.set(key, formatter);
  }
  const text = formatter.format(value);
  return text.startsWith('-') ? withTrueMinus(text) : text;
}

/** @param {string} text "-0.00" is a rounding of a negative, and says nothing: drop its sign. */
function withTrueMinus(text) {
  const magnitude = text.slice(1);
  return /[1-9]/.test(magnitude) ? `−${magnitude}` : magnitude;
}

/** @param {unknown} value @returns {value is number} */
function isNumber(value) {
  return typeof value === 'number' && Number.isFinite(value);
}

/** @param {number} value position of the leading digit: 0 for 1 to 9, 1 for 10 to 99, −1 for 0.1 to 0.9 */
function magnitudeOf(value) {
  return value === 0 ? 0 : Math.floor(Math.log10(Math.abs(value)));
}

/** @param {number} value @param {number} digits decimals that show so many significant digits */
function decimalsFor(value, digits) {
  return Math.max(0, digits - 1 - magnitudeOf(value));
}

/**
 * The step (power of `base`) in which a value reads with one to three or four digits before the point.
 * @param {number} value @param {number} base @param {number} last
 */
function stepFor(value, base, last) {
  let step = 0;
  let rest = Math.abs(value);
  // 1,023.999 KiB would round to 1,024.00 KiB: the next unit says it better.
  while (step < last && Math.round(rest * 100) >= base * 100) {
    rest /= base;
    step += 1;
  }
  return step;
}

/** @param {unknown} value whole number with thousands separators; a fraction is rounded */
export function formatInteger(value) {
  return isNumber(value) ? decimal(value, 0, 0) : NOTHING;
}

/**
 * Significant digits decide the decimals only: digits before the point are never lost.
 * @param {unknown} value
 * @param {number} [significant]
 */
export function formatNumber(value, significant = 4) {
  return isNumber(value) ? decimal(value, 0, Math.min(20, decimalsFor(value, significant))) : NOTHING;
}

/** @param {unknown} value @param {number} decimals always so many: for numbers that are compared with each other */
export function formatFixed(value, decimals) {
  return isNumber(value) ? decimal(value, decimals, decimals) : NOTHING;
}

/** @param {unknown} bytes "35.09 GiB"; below 1 KiB whole bytes */
export function formatBytes(bytes) {
  if (!isNumber(bytes)) return NOTHING;
  const step = stepFor(bytes, 1024, BYTE_UNITS.length - 1);
  const decimals = step === 0 ? 0 : 2;
  return `${decimal(bytes / 1024 ** step, decimals, decimals)} ${BYTE_UNITS[step]}`;
}

/** @param {unknown} count "235.09 B" as model names count parameters; below a thousand the whole number */
export function formatParameters(count) {
  if (!isNumber(count)) return NOTHING;
  const step = stepFor(count, 1000, COUNT_UNITS.length - 1);
  return step === 0 ? decimal(count, 0, 2) : `${decimal(count / 1000 ** step, 2, 2)} ${COUNT_UNITS[step]}`;
}

/** @param {unknown} shape "8192 × 4096": sizes as they are typed, without separators */
function formatShape(shape) {
  return Array.isArray(shape) ? shape.join(' × ') : String(shape);
}

/** @param {Row} layout "DP 8 · EP 8": only what is divided; a single GPU is "TP 1" */
export function formatLayout(layout) {
  const parts = LAYOUT_SYMBOLS.filter(([key]) => isNumber(layout[key]) && layout[key] !== 1);
  return parts.map(([key, symbol]) => `${symbol} ${formatInteger(layout[key])}`).join(' · ') || 'TP 1';
}

/** @param {unknown} value anything that is not a number in a unit */
function formatWord(value) {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return formatShape(value);
  if (isNumber(value)) return formatNumber(value);
  if (typeof value === 'object' && value !== null) return formatLayout(value);
  return String(value);
}

/** @param {string} unit @param {unknown} value "experts", or "expert" for exactly one */
export function unitWord(unit, value) {
  return value === 1 ? (SINGULAR.get(unit) ?? unit) : unit;
}

/**
 * One value on its own, with its unit: "35.09 GiB", "84 GB", "50.68 requests", "1 GPU", "235.09 B", "yes", "8192 × 4096".
 * @param {unknown} value
 * @param {string} [unit]
 */
export function formatValue(value, unit = '') {
  if (value === null || value === undefined || Number.isNaN(value)) return NOTHING;
  if (!isNumber(value)) return formatWord(value);
  if (unit === 'bytes') return formatBytes(value);
  if (unit === 'parameters') return formatParameters(value);
  if (unit === 'yes_no') return value === 0 ? 'no' : 'yes';
  if (unit === '' || TEXT_UNITS.has(unit)) return formatNumber(value);
  return `${formatNumber(value)} ${unitWord(unit, value)}`;
}

/**
 * The value in full, for a title: "37,676,122,112 bytes". Null when the short text already says everything.
 * @param {unknown} value
 * @param {string} [unit]
 */
export function formatExact(value, unit = '') {
  if (!isNumber(value)) return null;
  const named = TEXT_UNITS.has(unit) ? '' : unit;
  const full = `${decimal(value, 0, 20)} ${unitWord(named, value)}`.trim();
  return full === formatValue(value, unit) ? null : full;
}

/** @param {Row} row @param {string} key "batch_per_gpu", or a path: "layout.tensor_parallel" */
export function valueAt(row, key) {
  if (key in row) return row[key];
  /** @type {any} */
  let value = row;
  for (const name of key.split(/[./]/)) {
    if (name !== '') value = value?.[name];
  }
  return value ?? null;
}

/** @param {Column} column whether its cells are words: left-aligned, without a unit in the head */
export function isTextUnit(column) {
  return TEXT_UNITS.has(column.unit);
}

/** @param {number} largest more decimals than these would be digits that no one reads */
function mostDecimals(largest) {
  const magnitude = magnitudeOf(largest);
  if (magnitude >= 4) return 1;
  return magnitude >= 2 ? 2 : 3;
}

/**
 * Decimals that suit a whole column: four significant digits of its largest value, two of its smallest, within what the
 * largest allows, and never more than any value needs.
 * @param {number[]} values
 * @param {number} least decimals wanted even so: bytes read with two, as they do outside tables
 */
function columnDecimals(values, least) {
  const sizes = values.map(Math.abs).filter((size) => size > 0);
  if (sizes.length === 0) return 0;
  const largest = Math.max(...sizes);
  const wanted = Math.max(decimalsFor(largest, 4), decimalsFor(Math.min(...sizes), 2));
  const decimals = Math.max(least, Math.min(wanted, mostDecimals(largest)));
  for (let fewer = 0; fewer < decimals; fewer += 1) {
    if (values.every((value) => Math.abs(value - Number(value.toFixed(fewer))) <= 1e-9 * Math.abs(value))) return fewer;
  }
  return decimals;
}

/**
 * One unit for a whole column: the largest value's, or the next smaller one when half of the values would be too small to
 * show, and the largest then has at most five digits.
 * @param {number[]} values @param {number} base @param {number} last
 */
function columnStep(values, base, last) {
  const sizes = values
    .map(Math.abs)
    .filter((size) => size > 0)
    .sort((a, b) => a - b);
  if (sizes.length === 0) return 0;
  const largest = sizes[sizes.length - 1];
  const middle = sizes[Math.floor((sizes.length - 1) / 2)];
  const step = stepFor(largest, base, last);
  const hidden = middle / base ** step < 0.01;
  return step > 0 && hidden && largest / base ** (step - 1) < 1e5 ? step - 1 : step;
}

/**
 * A cell of a column. What is there but too small for the column's decimals reads "<0.01", not 0.
 * @param {number} value @param {number} decimals
 */
function columnText(value, decimals) {
  const smallest = 10 ** -decimals;
  return value > 0 && value < smallest / 2 ? `<${decimal(smallest, decimals, decimals)}` : formatFixed(value, decimals);
}

/**
 * The one unit that a whole column, or the axis of a chart, is written in.
 * @param {string} unit @param {number[]} values
 * @returns {{unit: string, divisor: number}}
 */
export function sharedUnit(unit, values) {
  if (unit === 'bytes') {
    const step = columnStep(values, 1024, BYTE_UNITS.length - 1);
    return { unit: BYTE_UNITS[step], divisor: 1024 ** step };
  }
  if (unit === 'parameters') {
    const step = columnStep(values, 1000, COUNT_UNITS.length - 1);
    return { unit: COUNT_WORDS[step], divisor: 1000 ** step };
  }
  return { unit, divisor: 1 };
}

/**
 * A column's texts under one forced unit, with the same decimals in every cell, so that right-aligned tabular figures
 * align at the point. The unit belongs in the column's head.
 * @param {Row[]} rows
 * @param {Column} column
 * @returns {FormattedColumn}
 */
export function formatColumn(rows, column) {
  const cells = rows.map((row) => valueAt(row, column.key));
  if (isTextUnit(column)) {
    return { unit: '', texts: cells.map((cell) => formatValue(cell, column.unit)), align: 'left' };
  }
  const numbers = cells.filter(isNumber);
  const { unit, divisor } = sharedUnit(column.unit, numbers);
  const decimals = columnDecimals(
    numbers.map((value) => value / divisor),
    column.unit === 'bytes' && divisor > 1 ? 2 : 0,
  );
  const texts = cells.map((cell) =>
    isNumber(cell) ? columnText(cell / divisor, decimals) : formatValue(cell, column.unit),
  );
  return { unit, texts, align: numbers.length > 0 || cells.every((cell) => cell === null) ? 'right' : 'left' };
}
