/** The answer as one sentence, from figures of the report alone. Pure: pieces of text, some of which are numbers. */
import { formatInteger, formatNumber } from '../format.js';
import { memoryTexts } from './memory_bar.js';

/** @typedef {import('../../../wasm/types.js').Report} Report */
/** @typedef {{text: string, pointer?: string, value?: number, unit?: string}} Piece */

const LIMITS = new Map([
  ['kv_cache', 'bound by KV cache'],
  ['weights', 'bound by weights'],
  ['requested', 'the batch you asked for'],
]);

/** @param {Report} report a limit that this page has no words for is still said */
function limitWords({ batch: { limited_by: code }, model }) {
  if (code === 'kv_cache' && model.kind === 'aggregate') return 'bound by memory for requests';
  return LIMITS.get(code) ?? `bound by ${code.replaceAll('_', ' ')}`;
}

/** @param {string} pointer @param {number} value @param {string} unit @returns {Piece} */
function counted(pointer, value, unit) {
  const text = Number.isInteger(value) ? formatInteger(value) : formatNumber(value);
  return { text, pointer, value, unit };
}

/** @param {Report} report @returns {Piece[]} */
function fitting(report) {
  const { batch, world_size: worldSize, moe } = report;
  const pieces = [
    { text: 'Fits: ' },
    counted('/batch/per_gpu', batch.per_gpu, 'requests'),
    { text: `${batch.per_gpu === 1 ? ' request' : ' requests'} per GPU at world size ` },
    counted('/world_size', worldSize, 'GPUs'),
    { text: ' · ' },
    counted('/batch/global', batch.global, 'requests'),
    { text: ' in all' },
  ];
  if (moe) {
    const tokens = moe.expected_m_per_group;
    pieces.push({ text: ' · ' }, counted('/moe/expected_m_per_group', tokens, 'tokens'));
    pieces.push({ text: `${tokens === 1 ? ' token' : ' tokens'} per expert` });
  }
  return [...pieces, { text: ` · ${limitWords(report)}` }];
}

/** @param {Report} report @returns {Piece[]} */
function overflowing(report) {
  const { memory, world_size: worldSize } = report;
  const text = memoryTexts(report);
  const where = [{ text: ' at world size ' }, counted('/world_size', worldSize, 'GPUs')];
  const end = { text: ` · ${limitWords(report)}` };
  if (memory.over_bytes <= 0) {
    const room = {
      text: text(memory.slack_bytes),
      pointer: '/memory/slack_bytes',
      value: memory.slack_bytes,
      unit: 'bytes',
    };
    return [{ text: 'Does not fit: no request fits into the ' }, room, { text: ' left' }, ...where, end];
  }
  const over = {
    text: text(memory.over_bytes),
    pointer: '/memory/over_bytes',
    value: memory.over_bytes,
    unit: 'bytes',
  };
  return [{ text: 'Does not fit: ' }, over, { text: ' over the budget of a GPU' }, ...where, end];
}

/** @param {Report} report @returns {Piece[]} */
export function answerPieces(report) {
  return report.fits ? fitting(report) : overflowing(report);
}

/** @param {Report} report @returns {string} */
export function answerText(report) {
  return answerPieces(report)
    .map(({ text }) => text)
    .join('');
}
