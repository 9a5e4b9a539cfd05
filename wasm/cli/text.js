/** A report as text for a terminal. */
import { formatBytes, formatInteger, formatValue } from '../format.js';
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

/** In GiB, but in GB where the plan itself is given in GB. @param {Report} report @param {number} bytes */
function memoryText({ model }, bytes) {
  return model.kind === 'aggregate' ? formatValue(bytes / 1e9, 'GB') : formatBytes(bytes);
}

/** @param {Report} report */
function answerLine(report) {
  const { fits, world_size: size, batch, moe, memory } = report;
  if (!fits) {
    const over = memory.over_bytes > 0 ? `, ${memoryText(report, memory.over_bytes)} over the budget` : '';
    return `Does not fit at world size ${size}${over}.`;
  }
  const experts = moe ? `, ${whole(moe.expected_m_per_group, 'tokens')} per expert` : '';
  return `Fits: ${whole(batch.per_gpu, 'requests')} per GPU at world size ${size}, ${formatInteger(Math.floor(batch.global))} in all${experts}.`;
}

/** The aggregate formula names its parts by its own words. @param {Report} report @returns {[string, string][]} */
function memoryLines(report) {
  const { memory, model } = report;
  const isAggregate = model.kind === 'aggregate';
  /** @type {[string, number][]} */
  const parts = [
    [isAggregate ? 'Model' : 'Weights', memory.weights_bytes],
    [isAggregate ? 'Requests' : 'KV cache', memory.kv_cache_bytes],
    ...(isAggregate ? [] : [/** @type {[string, number]} */ (['Transients', memory.transient_bytes])]),
    [isAggregate ? 'Fixed' : 'Runtime', memory.runtime_bytes],
    ['Used', memory.used_bytes],
    ['Budget', memory.budget_bytes],
  ];
  return parts.map(([label, bytes]) => [label, memoryText(report, bytes)]);
}

/** @param {Report} report @param {Vocabulary} vocabulary */
export function reportText(report, vocabulary) {
  const memory = memoryLines(report).map(([label, text]) => `  ${label.padEnd(10)} ${text.padStart(12)}\n`);
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
