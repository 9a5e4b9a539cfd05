/** The three forms a model is given in, and how to change from one to another without losing what was entered. */

/** @typedef {import('../../wasm/types.js').Plan} Plan */
/** @typedef {import('../../wasm/types.js').ModelKind} ModelKind */

/** @type {{id: ModelKind, label: string}[]} */
export const MODEL_KINDS = [
  { id: 'hf_config', label: 'Real model' },
  { id: 'decoder', label: 'Decoder' },
  { id: 'aggregate', label: 'Aggregate formula' },
];

/** @param {Plan} plan @returns {ModelKind} */
export function modelKindOf(plan) {
  const model = plan.model ?? {};
  if ('preset' in model || 'hf_config' in model) return 'hf_config';
  if ('decoder' in model) return 'decoder';
  return 'aggregate' in model ? 'aggregate' : 'hf_config';
}

/** Models of the other kinds, as they were left. */
export class ModelShelf {
  /** @type {Map<ModelKind, Record<string, unknown>>} */
  #models = new Map([
    ['decoder', { decoder: {} }],
    ['aggregate', { aggregate: {} }],
  ]);

  /** @param {Record<string, unknown>} realModel what "Real model" means before one was chosen */
  constructor(realModel) {
    this.#models.set('hf_config', realModel);
  }

  /** @param {Plan} plan @param {ModelKind} kind @returns {Plan} */
  exchange(plan, kind) {
    this.#models.set(modelKindOf(plan), plan.model);
    return { ...plan, model: this.#models.get(kind) ?? {} };
  }
}
