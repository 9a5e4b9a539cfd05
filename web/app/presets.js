/** Choosing a record of the catalogue: it brings its own values, and takes along what only made sense with the last one. */
import { withValueAt } from './pointer.js';

/** @typedef {import('../../wasm/planner.js').Planner} Planner */
/** @typedef {import('../../wasm/types.js').Plan} Plan */

/**
 * @param {Planner} planner @param {Plan} plan @param {string} pointer "/model/preset" @param {string} id
 * @returns {{plan: Plan, remark: string}} remark: what was changed besides the preset, and why; mostly ''
 */
export function withPreset(planner, plan, pointer, id) {
  const group = pointer.split('/')[1];
  const chosen = { ...plan, [group]: { preset: id } };
  const answer = planner.evaluate(chosen);
  const errors = answer.ok ? [] : answer.problems.filter(({ severity }) => severity === 'error');
  // A dense model has no experts to distribute: with EP as it was, every choice of one would be an error.
  if (errors.length === 0 || !errors.every(({ code }) => code === 'experts_missing'))
    return { plan: chosen, remark: '' };
  const withoutExperts = errors.reduce((edited, { pointer: field }) => withValueAt(edited, field, undefined), chosen);
  return { plan: withoutExperts, remark: `${errors.map(({ message }) => message).join(' ')} It was set to 1.` };
}
