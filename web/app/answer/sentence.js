/** The answer as one sentence, from figures of the report alone. Pure: clauses of pieces, some of which are numbers. */
import { formatInteger, formatNumber } from '../format.js';
import { memoryTexts } from './memory_bar.js';

/** @typedef {import('../../../wasm/types.js').Report} Report */
/** @typedef {{text: string, pointer?: string, value?: number, unit?: string}} Piece */
/** @typedef {Piece[]} Clause what stays together on a line where there is room */

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

/** From so many on, a part of a request or token says nothing in a sentence. It is cut off, not rounded: a part does not fit. */
const WHOLE_FROM = 10;

/** @param {string} pointer @param {number} value @param {string} unit @returns {Piece} the full value is in the title */
function counted(pointer, value, unit) {
  const text = value >= WHOLE_FROM ? formatInteger(Math.floor(value)) : formatNumber(value);
  return { text, pointer, value, unit };
}

/** @param {Report} report @returns {Clause[]} */
function fitting(report) {
  const { batch, world_size: worldSize, moe } = report;
  const clauses = [
    [
      { text: 'Fits: ' },
      counted('/batch/per_gpu', batch.per_gpu, 'requests'),
      { text: `${batch.per_gpu === 1 ? ' request' : ' requests'} per GPU at world size ` },
      counted('/world_size', worldSize, 'GPUs'),
    ],
    [counted('/batch/global', batch.global, 'requests'), { text: ' in all' }],
  ];
  if (moe) {
    const tokens = moe.expected_m_per_group;
    clauses.push([
      counted('/moe/expected_m_per_group', tokens, 'tokens'),
      { text: `${tokens === 1 ? ' token' : ' tokens'} per expert` },
    ]);
  }
  return [...clauses, [{ text: limitWords(report) }]];
}

/** @param {Report} report @returns {Clause[]} */
function overflowing(report) {
  const { memory, world_size: worldSize } = report;
  const amount = (/** @type {string} */ pointer, /** @type {number} */ bytes) => ({
    text: memoryTexts(report)(bytes),
    pointer,
    value: bytes,
    unit: 'bytes',
  });
  const [before, number, after] =
    memory.over_bytes > 0
      ? ['', amount('/memory/over_bytes', memory.over_bytes), 'over the budget of a GPU']
      : ['no request fits into the ', amount('/memory/slack_bytes', memory.slack_bytes), 'left'];
  const where = [{ text: ` ${after} at world size ` }, counted('/world_size', worldSize, 'GPUs')];
  return [[{ text: 'Does not fit: ' }, { text: before }, number, ...where], [{ text: limitWords(report) }]];
}

/** @param {Report} report @returns {Clause[]} */
export function answerClauses(report) {
  return report.fits ? fitting(report) : overflowing(report);
}

/** @param {Report} report @returns {string} */
export function answerText(report) {
  return answerClauses(report)
    .map((clause) => clause.map(({ text }) => text).join(''))
    .join(' · ');
}
