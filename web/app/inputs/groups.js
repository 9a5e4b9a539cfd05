/** The groups of the form, and what each says in one line when it is folded. Pure. */
import { formatBytes, formatInteger } from '../format.js';
import { modelKindOf } from '../model_kind.js';
import { valueAtPointer } from '../pointer.js';

/** @typedef {import('../../../wasm/types.js').Field} Field */
/** @typedef {import('../../../wasm/types.js').Plan} Plan */
/** @typedef {import('../../../wasm/types.js').Report} Report */

/** @type {{id: string, title: string, isOpen: boolean}[]} */
export const GROUPS = [
  { id: 'model', title: 'Model', isOpen: true },
  { id: 'precision', title: 'Precision', isOpen: true },
  { id: 'device', title: 'Device', isOpen: true },
  { id: 'engine', title: 'Engine', isOpen: false },
  { id: 'layout', title: 'Layout', isOpen: true },
  { id: 'workload', title: 'Workload', isOpen: true },
  { id: 'sweep', title: 'Sweep', isOpen: true },
];

/** Within a group, fields that are rarely changed stand in a fold of their own. */
const INNER_FOLDS = [
  { title: 'Architecture', holds: (/** @type {Field} */ { pointer }) => pointer.startsWith('/model/hf_config/') },
  {
    title: 'By kind of tensor',
    holds: (/** @type {Field} */ { group, default: value }) => group === 'precision' && value === 'auto',
  },
];

/** @param {Field} field @returns {string} the title of the inner fold that holds it, or '' */
export function innerFoldOf(field) {
  return INNER_FOLDS.find(({ holds }) => holds(field))?.title ?? '';
}

/**
 * The fields that a plan has: those of its kind of model, and of a config.json only what the config holds.
 * @param {Field[]} fields @param {Plan} plan @param {Report | null} report
 */
export function fieldsOf(fields, plan, report) {
  const kind = modelKindOf(plan);
  const config =
    plan.model?.hf_config ?? (report?.model.kind === 'hf_config' ? report.plan.model.hf_config : undefined);
  return fields.filter((field) => {
    if (!field.model_kinds.includes(kind) || field.kind === 'object') return false;
    if (!field.pointer.startsWith('/model/hf_config/')) return true;
    return valueAtPointer({ model: { hf_config: config } }, field.pointer) !== undefined;
  });
}

/** @type {Record<string, (plan: any, report: Report) => (string | null | undefined)[]>} */
const SUMMARIES = {
  model: (_, report) => [report.model.name],
  precision: ({ precision }) => [precision.weights, `KV ${precision.kv_cache}`],
  device: ({ device }) => [device.preset, formatBytes(device.memory_bytes)],
  engine: ({ engine }) => [engine.preset, `utilization ${engine.memory_utilization}`],
  layout: (_, report) => [invariantText(report)],
  workload: ({ workload }) => [
    `${typeof workload.context_tokens === 'number' ? formatInteger(workload.context_tokens) : workload.context_tokens} tokens`,
    `batch ${workload.batch_per_replica}`,
  ],
  sweep: ({ sweep }, report) => [worldSizes(sweep.world_sizes), report.sweep.strategy],
};

/** @param {number[]} sizes */
function worldSizes(sizes) {
  return sizes.length === 1 ? `W ${sizes[0]}` : `W ${Math.min(...sizes)} to ${Math.max(...sizes)}`;
}

/** @param {string} group @param {Report | null} report @returns {string} */
export function summaryOf(group, report) {
  if (!report) return '';
  return (SUMMARIES[group]?.(report.plan, report) ?? []).filter(Boolean).join(' · ');
}

const DIVISIONS = [
  ['TP', 'tensor_parallel'],
  ['PP', 'pipeline_parallel'],
  ['CP', 'context_parallel'],
  ['DP', 'data_parallel'],
];

/** "TP 1 × PP 1 × CP 1 × DP 8 = 8 GPUs" @param {Report} report */
export function invariantText(report) {
  const layout = /** @type {Record<string, number>} */ (report.plan.layout);
  const factors = DIVISIONS.map(([symbol, name]) => `${symbol} ${formatInteger(layout[name])}`).join(' × ');
  return `${factors} = ${formatInteger(report.world_size)} ${report.world_size === 1 ? 'GPU' : 'GPUs'}`;
}
