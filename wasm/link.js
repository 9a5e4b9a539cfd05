/**
 * Share links: a whole plan behind the `#` of an address, so that no server ever sees it.
 *
 *   #1.<base64url(zlib(JSON))>      JSON = {"v": 1, "plan": {…}, "view": {…}}
 *   #model=…&device=…&tp=…          written by hand, see link/readable.js
 *
 * Two versions: the encoding's before the dot, the document's inside. zlib's checksum finds damaged links. Whoever opens
 * a link may be sent anything: nothing is decoded beyond fixed limits, and only plain JSON values come out.
 */
import { packBytes, unpackBytes } from './link/bytes.js';
import { readReadable } from './link/readable.js';
import { CURRENT_DOCUMENT, upgrade } from './link/upgrade.js';
import { isPlainObject, unsafePart } from './link/safe.js';

/**
 * @typedef {import('./types.js').Plan} Plan
 * @typedef {{plan: Plan, view: Record<string, unknown>}} LinkState
 * @typedef {'empty' | 'too_long' | 'too_large' | 'damaged' | 'newer_encoding' | 'newer_document' | 'unsafe'
 *   | 'not_a_plan' | 'unknown_name' | 'repeated_name'} LinkProblem
 * @typedef {{ok: true, state: LinkState} | {ok: false, code: LinkProblem, message: string}} Decoded
 */

const ENCODING = 1;
/** Plans take about a thousand characters; browsers and chat programs begin to cut addresses well above this. */
export const LONGEST_LINK = 32_768;
/** Of the JSON text. A plan with the largest known config.json stays below a hundredth of it. */
const LARGEST_DOCUMENT = 1_048_576;

/** @param {LinkState} state @returns {Promise<{ok: true, hash: string} | {ok: false, code: 'too_long', message: string}>} */
export async function encode({ plan, view }) {
  const text = JSON.stringify({ v: CURRENT_DOCUMENT, plan, view });
  const hash = `#${ENCODING}.${await packBytes(new TextEncoder().encode(text))}`;
  if (hash.length <= LONGEST_LINK) return { ok: true, hash };
  const message = `The plan makes a link of ${hash.length.toLocaleString('en')} characters; many programs cut links above ${LONGEST_LINK.toLocaleString('en')}. Save the plan as JSON instead.`;
  return { ok: false, code: 'too_long', message };
}

/** @param {LinkProblem} code @param {string} message @returns {Decoded} */
function refuse(code, message) {
  return { ok: false, code, message };
}

/** @param {string} hash with or without the leading # @returns {Promise<Decoded>} */
export async function decode(hash) {
  const text = hash.startsWith('#') ? hash.slice(1) : hash;
  if (text === '') return refuse('empty', 'The link holds no plan.');
  if (text.length > LONGEST_LINK) {
    return refuse('too_long', 'The link is longer than any that Worldsize makes.');
  }
  const [, version, body] = /^(\d{1,6})\.(.*)$/s.exec(text) ?? [];
  if (version === undefined) return readable(text);
  if (Number(version) > ENCODING) {
    return refuse(
      'newer_encoding',
      `The link was made by a newer Worldsize (link format ${version}). Reload the page to get the newest version.`,
    );
  }
  if (Number(version) < ENCODING) return refuse('damaged', 'The link is damaged: its format number is unknown.');
  return packed(body);
}

/** @param {string} text @returns {Decoded} */
function readable(text) {
  if (!text.includes('='))
    return refuse('damaged', 'The link is damaged: it is neither a plan nor a list of name=value.');
  const answer = readReadable(text);
  return answer.ok ? { ok: true, state: { plan: answer.plan, view: {} } } : refuse(answer.code, answer.message);
}

/** @param {string} body @returns {Promise<Decoded>} */
async function packed(body) {
  const bytes = await unpackBytes(body, LARGEST_DOCUMENT);
  if (bytes === 'too_large') return refuse('too_large', 'The link unpacks to more than a plan can be.');
  if (bytes === 'damaged')
    return refuse('damaged', 'The link is damaged: some of its characters were changed or cut off.');
  let value;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return refuse('damaged', 'The link is damaged: what it holds is not a document.');
  }
  return checked(value);
}

/** @param {unknown} value @returns {Decoded} */
function checked(value) {
  const unsafe = unsafePart(value);
  if (unsafe !== null) return refuse('unsafe', `The link was refused: ${unsafe}.`);
  if (!isPlainObject(value)) return refuse('not_a_plan', 'The link holds no plan.');
  const version = value.v;
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) {
    return refuse('not_a_plan', 'The link holds no plan: its document has no version.');
  }
  if (version > CURRENT_DOCUMENT) {
    return refuse(
      'newer_document',
      `The link was made by a newer Worldsize (document version ${version}). Reload the page to get the newest version.`,
    );
  }
  const { plan, view = {} } = upgrade(value, version);
  if (!isPlainObject(plan) || !isPlainObject(plan.model) || typeof plan.version !== 'number') {
    return refuse('not_a_plan', 'The link holds no plan.');
  }
  if (plan.version > CURRENT_DOCUMENT) {
    return refuse(
      'newer_document',
      `The link was made by a newer Worldsize (plan version ${plan.version}). Reload the page to get the newest version.`,
    );
  }
  if (!isPlainObject(view)) return refuse('not_a_plan', 'The link is damaged: its view is not one.');
  return { ok: true, state: { plan: /** @type {Plan} */ (plan), view } };
}
