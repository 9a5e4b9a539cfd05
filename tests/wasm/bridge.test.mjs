/** The bridge: whatever comes in, a document comes out, and the module goes on working. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { loadPlannerInNode } from '../../wasm/node.js';
import { path } from '../../web/tools/project.mjs';
import { anyValue, chance, configOf, damagedPlan, examples } from './support.mjs';

const MEBI = 2 ** 20;
const catalogueText = readFileSync(path('build/catalogue.json'), 'utf8');

/** @type {import('../../wasm/planner.js').Planner} */
let planner;
/** @type {import('../../wasm/types.js').PlannerModule} the module itself, without the JavaScript face */
let bridge;

before(async () => {
  planner = await loadPlannerInNode();
  const { default: start } = await import(path('build/wasm/worldsize.js'));
  bridge = await start({ wasmBinary: readFileSync(path('build/wasm/worldsize.wasm')) });
  assert.ok(JSON.parse(bridge.load_catalogue(catalogueText)).ok);
});

/** @param {string} answer @returns {any} a refusal, complete: every problem has all its parts */
function refusal(answer) {
  const document = JSON.parse(answer);
  assert.equal(document.ok, false);
  assert.ok(document.problems.some((/** @type {any} */ { severity }) => severity === 'error'));
  for (const problem of document.problems) {
    assert.deepEqual(Object.keys(problem).sort(), ['allowed', 'code', 'given', 'message', 'pointer', 'severity']);
    assert.match(problem.message, /^\S.*[.?]$/su, 'a message is a sentence');
  }
  return document;
}

/** What every other document must leave unharmed. */
function stillWorks() {
  const { ok, report } = JSON.parse(bridge.evaluate(JSON.stringify(examples.opening)));
  assert.ok(ok);
  assert.equal(report.parameters.total, 235_093_634_560);
}

test('every worked plan gives a report, and the same text each time', () => {
  for (const plan of Object.values(examples)) {
    const text = JSON.stringify(plan);
    const first = bridge.evaluate(text);
    assert.equal(JSON.parse(first).ok, true);
    assert.equal(bridge.evaluate(text), first);
  }
});

test('a report does not depend on the plans before it', async () => {
  const fresh = await loadPlannerInNode();
  planner.evaluate(examples.aggregate);
  planner.evaluateText('{"model":');
  planner.evaluate(examples.does_not_fit);
  assert.deepEqual(planner.evaluate(examples.opening), fresh.evaluate(examples.opening));
});

test('a normalised plan is its own normal form, and gives the same report', () => {
  for (const plan of Object.values(examples)) {
    const first = JSON.parse(bridge.evaluate(JSON.stringify(plan))).report;
    const second = JSON.parse(bridge.evaluate(JSON.stringify(first.plan))).report;
    assert.deepEqual(second, first);
  }
});

const notPlans = {
  'no text': '',
  blanks: ' \n\t',
  'half a document': '{"version":1,"model":',
  'a word': 'nope',
  NaN: 'NaN',
  'a NaN inside': '{"layout":{"tensor_parallel":NaN}}',
  'a comment': '{/* */}',
  'single quotes': "{'version':1}",
  'something after the end': '{} {}',
  'a NUL character': '{"\0":1}',
  'a lone surrogate as text': '{"version":"\ud800',
  'a lone surrogate escaped': '{"model":{"preset":"\\ud800"}}',
  '100,000 open brackets': '['.repeat(100_000),
  '100,000 nested objects': `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
  '2 MB of one word': 'a'.repeat(2 * MEBI),
  '2 MB in a text': `{"model":{"preset":"${'a'.repeat(2 * MEBI)}"}}`,
  '2 MB of numbers': `{"sweep":{"world_sizes":[${'1,'.repeat(MEBI)}1]}}`,
  null: 'null',
  'a list': '[]',
  'a number': '7',
  'a text': '"plan"',
  'a newer plan': '{"version":2}',
  'an unknown field in another script': '{"модель":{"🧮":1}}',
  'a field named __proto__': '{"__proto__":{"polluted":1}}',
  'a number beyond doubles': '{"layout":{"tensor_parallel":1e400}}',
  'two kinds of model': '{"model":{"decoder":{},"aggregate":{}}}',
};

for (const [name, text] of Object.entries(notPlans)) {
  test(`refused, and survived: ${name}`, () => {
    refusal(bridge.evaluate(text));
    refusal(bridge.explain(text, '/batch/per_gpu'));
    refusal(bridge.load_catalogue(text));
    stillWorks();
  });
}

test('nothing of a document reaches JavaScript objects', () => {
  const answer = planner.evaluateText('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}');
  assert.equal(answer.ok, false);
  assert.equal(/** @type {any} */ ({}).polluted, undefined);
});

test('2,000 plans with values replaced by anything each give a report or problems', () => {
  const random = chance(20_260_101);
  let refused = 0;
  for (let turn = 0; turn < 2000; turn += 1) {
    const text = JSON.stringify(turn % 4 === 0 ? anyValue(random) : damagedPlan(random));
    const answer = bridge.evaluate(text);
    if (JSON.parse(answer).ok !== true) {
      refusal(answer);
      refused += 1;
    }
  }
  assert.ok(refused > 1000, `only ${refused} were refused: the damage is too mild to test anything`);
  stillWorks();
});

test('a text cut at any place is refused', () => {
  const text = JSON.stringify(examples.decoder);
  for (let length = 0; length < text.length; length += 1) refusal(bridge.evaluate(text.slice(0, length)));
  stillWorks();
});

test('all problems are named at once, each with its field', () => {
  const plan = /** @type {any} */ (structuredClone(examples.opening));
  plan.layout.tensor_parallel = 0;
  plan.layout.kv_heads = 'torn';
  plan.workload.context_tokens = 'many';
  plan.engine.memory_utilization = 2;
  plan.extra = 1;
  const { problems } = refusal(bridge.evaluate(JSON.stringify(plan)));
  const errors = problems.filter((/** @type {any} */ { severity }) => severity === 'error');
  assert.deepEqual(errors.map((/** @type {any} */ { pointer }) => pointer).sort(), [
    '/engine/memory_utilization',
    '/extra',
    '/layout/kv_heads',
    '/layout/tensor_parallel',
    '/workload/context_tokens',
  ]);
});

test('a pointer that names no number of the report is a problem, however odd', () => {
  const plan = JSON.stringify(examples.opening);
  const odd = ['', '/', '/nope', 'batch/per_gpu', '/batch/per_gpu/', '/sweep/rows/99/batch_per_gpu', '/~2', '/~'];
  const odder = [
    '/sweep/rows/-1/weights_bytes',
    '/sweep/rows/4294967299/weights_bytes',
    '/sweep/rows/1e1/weights_bytes',
  ];
  const oddest = [
    '/__proto__',
    '/constructor/name',
    '/sweep/rows/03/weights_bytes',
    '/плечо/🧮',
    '\0',
    '/'.repeat(100_000),
  ];
  for (const pointer of [...odd, ...odder, ...oddest]) {
    assert.equal(JSON.parse(bridge.explain(plan, pointer)).ok, false, pointer.slice(0, 99));
    refusal(bridge.explain(plan, pointer));
  }
  const { ok, explanation } = JSON.parse(bridge.explain(plan, '/batch/per_gpu'));
  assert.ok(ok);
  assert.equal(explanation.value, JSON.parse(bridge.evaluate(plan)).report.batch.per_gpu);
});

test('a catalogue that cannot be read leaves the one before in place', () => {
  const named = JSON.stringify({ model: { preset: 'Qwen/Qwen3-235B-A22B' }, device: { preset: 'H200-SXM-141GB' } });
  const before = bridge.evaluate(named);
  assert.equal(JSON.parse(before).ok, true);
  for (const text of ['', 'nope', '{}', '{"models":1,"devices":[]}', '{"models":[{}],"devices":[]}', '{"models":[]}']) {
    refusal(bridge.load_catalogue(text));
    assert.equal(bridge.evaluate(named), before);
  }
});

test('a plan that holds all its values needs no catalogue', async () => {
  const { default: start } = await import(path('build/wasm/worldsize.js'));
  const bare = await start({ wasmBinary: readFileSync(path('build/wasm/worldsize.wasm')) });
  // What a preset says of a value, and so what was overridden, only the catalogue knows.
  const numbers = (/** @type {string} */ answer) => ({ ...JSON.parse(answer).report, overrides: [] });
  for (const plan of Object.values(examples)) {
    const text = JSON.stringify(plan);
    assert.deepEqual(numbers(bare.evaluate(text)), numbers(bridge.evaluate(text)));
  }
});

/** @param {any} config a dense Llama @returns {bigint} counted from its published shapes */
function parametersOf(config) {
  const size = (/** @type {string} */ name) => BigInt(config[name]);
  const hidden = size('hidden_size');
  const headDim = hidden / size('num_attention_heads');
  const queryAndOutput = 2n * hidden * hidden;
  const keyAndValue = 2n * hidden * headDim * size('num_key_value_heads');
  const feedForward = 3n * hidden * size('intermediate_size');
  const layer = queryAndOutput + keyAndValue + feedForward + 2n * hidden;
  return size('num_hidden_layers') * layer + 2n * size('vocab_size') * hidden + hidden;
}

test('integers far above 2^32 arrive to the last digit: Llama 3.1 405B in bf16', () => {
  const config = configOf('Meta-Llama-3.1-405B');
  const total = parametersOf(config);
  assert.equal(total, 405_853_388_800n, 'the published count');
  const plan = {
    model: { hf_config: config },
    precision: { weights: 'bf16', kv_cache: 'bf16' },
    device: { preset: 'H200-SXM-141GB' },
    layout: { tensor_parallel: 1, data_parallel: 1 },
    workload: { context_tokens: 131_072 },
  };
  // Compared as text: a double could hide what was lost on the way.
  const text = bridge.evaluate(JSON.stringify(plan));
  assert.match(text, new RegExp(`"total":${total}[,}]`));
  assert.match(text, new RegExp(`"weights_bytes":${2n * total}[,}]`));
  const kvBytesPerToken = 2n * 126n * 8n * 128n * 2n;
  assert.match(text, new RegExp(`"bytes_per_token":${kvBytesPerToken}[,}]`));
  assert.match(text, new RegExp(`"bytes_per_sequence":${kvBytesPerToken * 131_072n}[,}]`));
});

test('a result beyond exact integers is refused, not rounded', () => {
  const decoder = { hidden: 65_536, query_heads: 512, kv_heads: 512, head_dim: 128, ffn_dim: 1_048_576, layers: 1000 };
  const plan = { model: { decoder: { ...decoder, bytes_per_element: 8 } }, workload: { batch_per_replica: 1_000_000 } };
  const { problems } = refusal(bridge.evaluate(JSON.stringify(plan)));
  assert.deepEqual(
    problems.map((/** @type {any} */ { code }) => code),
    ['result_too_large'],
  );
});

test('the vocabulary names every problem that is ever given', () => {
  const { vocabulary } = JSON.parse(bridge.vocabulary());
  const known = new Set(vocabulary.problems.map((/** @type {any} */ { code }) => code));
  const random = chance(7);
  for (let turn = 0; turn < 500; turn += 1) {
    const { problems = [] } = JSON.parse(bridge.evaluate(JSON.stringify(damagedPlan(random))));
    for (const { code } of problems) assert.ok(known.has(code), code);
  }
});
