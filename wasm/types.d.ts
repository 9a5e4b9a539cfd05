/** The documents that cross the bridge, as the JavaScript side sees them. The core's table of fields is the authority. */

export type Severity = 'error' | 'warning' | 'note';

export interface Problem {
  code: string;
  severity: Severity;
  /** JSON pointer of the field in the plan; '' is the whole plan */
  pointer: string;
  message: string;
  given: unknown;
  allowed: string;
}

/** A plan as edited: any field may still hold the text that was typed. The core reads it. */
export interface Plan {
  version: number;
  model: Record<string, unknown>;
  [group: string]: unknown;
}

export interface Part {
  part: string;
  bytes: number;
  replicated_bytes?: number;
}

export interface Memory {
  rank: string;
  weights_bytes: number;
  kv_cache_bytes: number;
  transient_bytes: number;
  runtime_bytes: number;
  used_bytes: number;
  budget_bytes: number;
  slack_bytes: number;
  over_bytes: number;
  device_bytes: number;
  ideal_weights_bytes: number;
  weights_parts: Part[];
  transient_parts: Part[];
  runtime_parts: Part[];
}

export interface Kv {
  bytes_per_token: number;
  bytes_per_sequence: number;
  state_bytes_per_sequence: number;
  capacity_tokens: number;
  max_concurrency: number;
}

export interface Batch {
  per_replica: number;
  per_gpu: number;
  global: number;
  fractional_per_gpu: number;
  limited_by: string;
}

export interface Moe {
  num_experts: number;
  top_k: number;
  experts_per_gpu: number;
  expected_m_per_group: number;
  tokens_per_step: number;
  expert_replicas: number;
  moe_tensor_parallel: number;
  ranks_without_expert: number;
}

export interface Parameters {
  total: number;
  active: number;
  by_part: { part: string; total: number; active: number }[];
}

export type Row = Record<string, any>;

export interface Finding {
  code: string;
  message: string;
  values: Record<string, number>;
}

export interface Sweep {
  kind: 'aggregate' | 'model';
  strategy: string | null;
  rows: Row[];
  best: { world_size: number; row: number } | null;
  findings: Finding[];
}

export interface ExplanationInput {
  pointer: string | null;
  label: string;
  value: unknown;
  unit: string;
}

export interface Explanation {
  pointer: string;
  label: string;
  value: unknown;
  unit: string;
  formula: string;
  substituted: string;
  inputs: ExplanationInput[];
  source: string;
  certainty: 'exact' | 'estimated' | 'assumed';
  note: string;
}

export type ModelKind = 'hf_config' | 'decoder' | 'aggregate';

export interface Report {
  version: number;
  plan: Plan;
  model: { kind: ModelKind; name: string };
  overrides: { pointer: string; value: unknown; preset_value: unknown }[];
  world_size: number;
  fits: boolean;
  problems: Problem[];
  memory: Memory;
  kv: Kv | null;
  batch: Batch;
  parameters: Parameters | null;
  moe: Moe | null;
  tensors: Row[];
  sweep: Sweep;
  explanations: Record<string, Explanation>;
}

export interface Field {
  pointer: string;
  group: string;
  label: string;
  symbol: string;
  kind: string;
  unit: string;
  min: number;
  max: number;
  default: unknown;
  choices: { id: string; label: string }[];
  help: string;
  model_kinds: ModelKind[];
}

export interface Column {
  key: string;
  label: string;
  unit: string;
  help?: string;
}

export interface Vocabulary {
  version: number;
  planner_version: string;
  fields: Field[];
  formats: { id: string; label: string }[];
  columns: Record<string, Column[]>;
  problems: { code: string; meaning: string }[];
}

export type Refusal = { ok: false; problems: Problem[]; crashed?: true };
export type Evaluation = { ok: true; report: Report } | Refusal;
export type Explained = { ok: true; explanation: Explanation } | Refusal;
export type Loaded = { ok: true; models: number; devices: number } | Refusal;

/** What the compiled module offers: JSON text in, JSON text out. */
export interface PlannerModule {
  evaluate(plan: string): string;
  explain(plan: string, pointer: string): string;
  vocabulary(): string;
  load_catalogue(catalogue: string): string;
}

export type ModuleFactory = (options: {
  wasmBinary: ArrayBuffer | Uint8Array;
  print?: (line: string) => void;
  printErr?: (line: string) => void;
}) => Promise<PlannerModule>;
