/** Worked plans. Each is a whole document, so that opening one needs nothing else. */
import aggregate from '../examples/aggregate.json';
import decoder from '../examples/decoder.json';
import doesNotFit from '../examples/does_not_fit.json';
import longContext from '../examples/long_context.json';
import opening from '../examples/opening.json';
import replicatedKv from '../examples/replicated_kv.json';

/** @typedef {import('../../wasm/types.js').Plan} Plan */
/** @typedef {{title: string, about: string, plan: Plan}} Example */

/** The plan that the page opens on. @type {Plan} */
export const OPENING_PLAN = opening.plan;

/** @type {Example[]} */
export const EXAMPLES = [opening, replicatedKv, longContext, doesNotFit, decoder, aggregate];
