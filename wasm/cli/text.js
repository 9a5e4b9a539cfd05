/** A report as text for a terminal. */
import { formatBytes, formatValue } from '../format.js';
import { toText } from '../tables.js';

/** @typedef {import('../types.js').Report} Report */
/** @typedef {import('../types.js').Vocabulary} Vocabulary */

/** @param {import('../types.js').Problem} problem */
export function problemText({ severity, pointer, message, allowed }) {
  const place = pointer === '' ? '' : ` ${pointer}`;
  return `${severity}${place}: ${message}${allowed ? ` Allowed: ${allowed}.` : ''}\n`;
}

/** @param {number} value @param {string} unit a batch is spoken of in whole requests */
function whole(value, unit) {
  return formatValue(Math.floor(value), unit);
}

/** @param {Report} report */
function answerLine({ fits, world_size: size, batch, moe, memory }) {
  if (!fits) {
    const over = memory.over_bytes > 0 ? `, ${formatBytes(memory.over_bytes)} over the budget` : '';
    return `Does not fit at world size ${size}${over}.`;
  }
  const experts = moe ? `, ${whole(moe.expected_m_per_group, 'tokens')} per expert` : '';
  return `Fits: ${whole(batch.per_gpu, 'requests')} per GPU at world size ${size}, ${whole(batch.global, 'requests')} in all${experts}.`;
}

/** @param {Report} report @returns {[string, number][]} */
function memoryLines({ memory }) {
  return [
    ['Weights', memory.weights_bytes],
    ['KV cache', memory.kv_cache_bytes],
    ['Transients', memory.transient_bytes],
    ['Runtime', memory.runtime_bytes],
    ['Used', memory.used_bytes],
    ['Budget', memory.budget_bytes],
  ];
}

/** @param {Report} report @param {Vocabulary} vocabulary */
export function reportText(report, vocabulary) {
  const memory = memoryLines(report).map(
    ([label, bytes]) => `  ${label.padEnd(10)} ${formatBytes(bytes).padStart(12)}\n`,
  );
  return [
    `${report.model.name}\n${answerLine(report)}\n\n`,
    `Memory of ${report.memory.rank}\n`,
    ...memory,
    '\n',
    toText(vocabulary.columns[`sweep_${report.sweep.kind}`], report.sweep.rows),
    '\n',
    ...report.sweep.findings.map(({ message }) => `${message}\n`),
    ...report.problems.map(problemText),
  ].join('');
}
