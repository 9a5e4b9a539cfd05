/** The JavaScript face of the bridge, with modules that break on command. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadPlanner } from '../../wasm/planner.js';

/** @typedef {import('../../wasm/types.js').PlannerModule} PlannerModule */

const PLAN = { version: 1, model: {} };
const REPORT = { version: 1, fits: true };

/**
 * A factory whose modules answer, unless `breaks` says otherwise, and remember what they were asked.
 * @param {{breaks?: (call: string, instance: number) => void}} [how] throws, to break a call
 */
function fakeFactory({ breaks = () => {} } = {}) {
  /** @type {string[]} */
  const calls = [];
  let instances = 0;
  const moduleFactory = async (/** @type {any} */ { print }) => {
    instances += 1;
    const instance = instances;
    /** @param {string} call @param {unknown} answer */
    const answered = (call, answer) => {
      calls.push(`${instance} ${call}`);
      print(`${call} of ${instance}`);
      breaks(call, instance);
      return JSON.stringify(answer);
    };
    /** @type {PlannerModule} */
    const module = {
      evaluate: () => answered('evaluate', { ok: true, report: REPORT }),
      explain: () => answered('explain', { ok: true, explanation: {} }),
      vocabulary: () => answered('vocabulary', { ok: true, vocabulary: { instance } }),
      load_catalogue: (text) => answered(`load_catalogue ${text}`, { ok: true, models: 1, devices: 1 }),
    };
    return module;
  };
  return { moduleFactory, calls };
}

const wasmBinary = new Uint8Array();

/** What reaches JavaScript when the module breaks. */
const breakdowns = {
  'a C++ exception (a bare number)': () => {
    throw 5_243_120;
  },
  'a trap': () => {
    throw new WebAssembly.RuntimeError('memory access out of bounds');
  },
  'a stack that overflowed': () => {
    throw new RangeError('Maximum call stack size exceeded');
  },
};

for (const [name, breakNow] of Object.entries(breakdowns)) {
  test(`after ${name}: latched, the last report kept, working again once reloaded`, async () => {
    let isBreaking = false;
    const { moduleFactory, calls } = fakeFactory({ breaks: (call) => isBreaking && call === 'evaluate' && breakNow() });
    const planner = await loadPlanner({ moduleFactory, wasmBinary });
    planner.loadCatalogue('a catalogue');
    assert.ok(planner.evaluate(PLAN).ok);

    isBreaking = true;
    const refused = planner.evaluate(PLAN);
    assert.equal(refused.ok, false);
    assert.equal(!refused.ok && refused.crashed, true);
    assert.equal(!refused.ok && refused.problems[0].code, 'planner_crashed');
    assert.notEqual(planner.crash, null);
    assert.deepEqual(planner.lastGood, REPORT);

    isBreaking = false;
    const asked = calls.length;
    for (const answer of [
      planner.evaluate(PLAN),
      planner.explain(PLAN, '/fits'),
      planner.vocabulary(),
      planner.loadCatalogue('another'),
    ]) {
      assert.equal(!answer.ok && answer.crashed, true, 'a broken instance answers nothing more');
    }
    assert.equal(calls.length, asked, 'and is not even asked');

    await planner.reload();
    assert.equal(planner.crash, null);
    assert.ok(planner.evaluate(PLAN).ok);
    assert.deepEqual(calls.slice(asked), ['2 load_catalogue a catalogue', '2 evaluate']);
  });
}

test('an answer that is not JSON latches too', async () => {
  const { moduleFactory } = fakeFactory();
  const planner = await loadPlanner({
    moduleFactory: async (options) => ({ ...(await moduleFactory(options)), evaluate: () => '{"ok":tr' }),
    wasmBinary,
  });
  assert.equal(planner.evaluate(PLAN).ok, false);
  assert.notEqual(planner.crash, null);
});

test('bad input is not a crash', async () => {
  const { moduleFactory } = fakeFactory();
  const refusal = JSON.stringify({ ok: false, problems: [{ code: 'not_json', severity: 'error' }] });
  const planner = await loadPlanner({
    moduleFactory: async (options) => ({ ...(await moduleFactory(options)), load_catalogue: () => refusal }),
    wasmBinary,
  });
  assert.equal(planner.loadCatalogue('nope').ok, false);
  assert.equal(planner.crash, null);
  assert.ok(planner.evaluate(PLAN).ok);
});

test('a catalogue that was refused is not brought back by a reload', async () => {
  let refuses = false;
  const { moduleFactory, calls } = fakeFactory();
  const planner = await loadPlanner({
    moduleFactory: async (options) => {
      const module = await moduleFactory(options);
      return {
        ...module,
        load_catalogue: (text) => (refuses ? '{"ok":false,"problems":[]}' : module.load_catalogue(text)),
      };
    },
    wasmBinary,
  });
  planner.loadCatalogue('good');
  refuses = true;
  planner.loadCatalogue('bad');
  refuses = false;
  calls.length = 0;
  await planner.reload();
  assert.deepEqual(calls, ['2 load_catalogue good']);
});

test('the vocabulary is asked for once an instance', async () => {
  const { moduleFactory, calls } = fakeFactory();
  const planner = await loadPlanner({ moduleFactory, wasmBinary });
  planner.vocabulary();
  planner.vocabulary();
  assert.deepEqual(calls, ['1 vocabulary']);
  await planner.reload();
  const again = planner.vocabulary();
  assert.deepEqual(again.ok && again.vocabulary, { instance: 2 });
});

test('what the module printed is kept for a crash report, the last lines only', async () => {
  const { moduleFactory } = fakeFactory();
  const planner = await loadPlanner({ moduleFactory, wasmBinary });
  for (let turn = 0; turn < 1000; turn += 1) planner.evaluate(PLAN);
  planner.explain(PLAN, '/fits');
  assert.equal(planner.lines.at(-1), 'explain of 1');
  assert.ok(planner.lines.length <= 50);
});

test('a module that does not load is the caller’s to know', async () => {
  const moduleFactory = () => Promise.reject(new Error('no WebAssembly here'));
  await assert.rejects(loadPlanner({ moduleFactory, wasmBinary }), /no WebAssembly here/);
});
