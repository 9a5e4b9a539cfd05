/**
 * The form of a link that a person writes: `#model=Qwen3-235B-A22B&device=H200&tp=8&context=128k`.
 * Values stay as written; the core reads them and says at which field one is wrong.
 */

/** @typedef {import('../types.js').Plan} Plan */

/** Short name → where its value goes in the plan. */
export const READABLE_NAMES = /** @type {const} */ ({
  model: '/model/preset',
  device: '/device/preset',
  precision: '/precision/weights',
  weights: '/precision/weights',
  kv: '/precision/kv_cache',
  activations: '/precision/activations',
  utilization: '/engine/memory_utilization',
  tp: '/layout/tensor_parallel',
  pp: '/layout/pipeline_parallel',
  cp: '/layout/context_parallel',
  dp: '/layout/data_parallel',
  ep: '/layout/expert_parallel',
  moe_tp: '/layout/moe_tensor_parallel',
  context: '/workload/context_tokens',
  batch: '/workload/batch_per_replica',
  phase: '/workload/phase',
  strategy: '/sweep/strategy',
  worlds: '/sweep/world_sizes',
});

/** @param {string} text @returns {string} spaces may be written as + or %20 */
function unescape(text) {
  const spaced = text.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

/**
 * @param {string} text without the #
 * @returns {{ok: true, plan: Plan} | {ok: false, code: 'unknown_name' | 'repeated_name', message: string}}
 */
export function readReadable(text) {
  /** @type {Map<string, string>} where → value */
  const values = new Map();
  for (const pair of text.split('&').filter((part) => part !== '')) {
    const [name, value] = pair.split(/=(.*)/s).map(unescape);
    const place = Object.hasOwn(READABLE_NAMES, name)
      ? READABLE_NAMES[/** @type {keyof typeof READABLE_NAMES} */ (name)]
      : undefined;
    if (place === undefined) return { ok: false, code: 'unknown_name', message: unknownName(name) };
    if (values.has(place)) {
      return {
        ok: false,
        code: 'repeated_name',
        message: `The link gives ${name} twice, or under two names; which one is meant?`,
      };
    }
    values.set(place, value ?? '');
  }
  return { ok: true, plan: planOf(values) };
}

/** @param {string} name */
function unknownName(name) {
  const shown = name.length > 40 ? `${name.slice(0, 40)}…` : name;
  return `The link gives a value for “${shown}”, which is not a name it can have. Names are ${Object.keys(READABLE_NAMES).join(', ')}.`;
}

/** @param {Map<string, string>} values @returns {Plan} */
function planOf(values) {
  /** @type {Record<string, Record<string, string>>} */
  const groups = {};
  for (const [place, value] of values) {
    const [, group, name] = place.split('/');
    groups[group] = { ...groups[group], [name]: value };
  }
  return { version: 1, model: {}, ...groups };
}
