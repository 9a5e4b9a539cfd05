/** How a field's value is written in its input, and how a typed text was read. Pure. */
import { formatBytes, formatInteger, formatNumber } from '../format.js';

/** @typedef {import('../../../wasm/types.js').Field} Field */

const WHOLE = new Set(['integer', 'tokens', 'integer_or_max', 'integer_or_auto']);
const BYTES = new Set(['bytes', 'bytes_or_auto']);
/** So many world sizes are read out in full; longer lists by their ends. */
const MOST_LISTED = 12;

/** @param {Field} field @param {unknown} value a value of the plan @returns {string} as the input shows it */
export function inputText(field, value) {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value !== 'number') return JSON.stringify(value);
  if (BYTES.has(field.kind)) return formatBytes(value);
  return WHOLE.has(field.kind) ? formatInteger(value) : String(value);
}

/** @param {Field} field @param {unknown} value @returns {string} with its unit, for sentences */
export function valueText(field, value) {
  if (value === null || value === undefined) return 'not given';
  const choice = field.choices.find(({ id }) => id === value);
  if (choice) return choice.id;
  return inputText(field, value);
}

/**
 * What the core made of a typed text, where that is not plain from the text.
 * @param {Field} field @param {unknown} typed what the plan being edited holds @param {unknown} read what the core read
 * @returns {string} '' when there is nothing to say
 */
export function echoText(field, typed, read) {
  if (BYTES.has(field.kind) && typeof read === 'number') return `= ${formatInteger(read)} bytes`;
  if (typeof typed !== 'string' || read === undefined || typed === read) return '';
  if (Array.isArray(read)) return listEcho(typed, read);
  if (typeof read !== 'number') return '';
  const plain = typed.trim();
  if (plain === String(read) || plain === formatInteger(read)) return '';
  const number = WHOLE.has(field.kind) ? formatInteger(read) : formatNumber(read, 15);
  return `= ${number}${field.unit === '' ? '' : ` ${field.unit}`}`;
}

/** @param {string} typed @param {unknown[]} read */
function listEcho(typed, read) {
  if (typed.replace(/[\s,]+/g, ' ').trim() === read.join(' ')) return '';
  if (read.length <= MOST_LISTED) return `= ${read.join(', ')}`;
  return `= ${read.slice(0, 4).join(', ')} … ${read.at(-1)}: ${formatInteger(read.length)} sizes`;
}
