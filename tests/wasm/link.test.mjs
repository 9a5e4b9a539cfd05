/** Share links: they mean the same for ever, and whatever is not such a link is said to be none. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { READABLE_NAMES } from '../../wasm/link/readable.js';
import { LONGEST_LINK, decode, encode } from '../../wasm/link.js';
import { loadPlannerInNode } from '../../wasm/node.js';
import { path } from '../../web/tools/project.mjs';
import { anyValue, chance, configOf, examples } from './support.mjs';

/** @typedef {import('../../wasm/types.js').Plan} Plan */

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** @type {{made: string, hash: string, plan: Plan}[]} links as released versions made them; none is ever removed */
const samples = JSON.parse(readFileSync(path('tests/golden/links.json'), 'utf8'));

/** @type {import('../../wasm/planner.js').Planner} */
let planner;
before(async () => {
  planner = await loadPlannerInNode();
});

/** @param {Plan} plan @param {Record<string, unknown>} [view] @returns {Promise<string>} */
async function linkTo(plan, view = {}) {
  const made = await encode({ plan, view });
  assert.ok(made.ok);
  return made.hash;
}

/** A link around any document, as a stranger could make it. @param {unknown} document a value, or JSON text */
function forged(document) {
  const text = typeof document === 'string' ? document : JSON.stringify(document);
  return `#1.${deflateSync(text).toString('base64url')}`;
}

/** @param {string} hash @param {string} code */
async function refusedAs(hash, code) {
  const decoded = await decode(hash);
  assert.equal(decoded.ok, false, `${hash.slice(0, 80)} was taken`);
  assert.equal(!decoded.ok && decoded.code, code, hash.slice(0, 80));
  assert.match(decoded.ok ? '' : decoded.message, /^The link .*[.?]$/su, 'a message is a sentence about the link');
}

/** @param {Plan} plan @returns {Plan} as the page and its links hold it */
function normalised(plan) {
  const answer = planner.evaluate(plan);
  assert.ok(answer.ok);
  return answer.report.plan;
}

test('a link of every released version still opens as the plan it was made of', async () => {
  assert.ok(samples.length > 0);
  for (const { hash, plan, made } of samples) {
    const decoded = await decode(hash);
    assert.ok(decoded.ok, made);
    assert.deepEqual(decoded.state.plan, plan, made);
    assert.equal(planner.evaluate(decoded.state.plan).ok, true, made);
  }
});

test('every example comes back as it went, with and without its #', async () => {
  for (const plan of Object.values(examples).map(normalised)) {
    const hash = await linkTo(plan, { theme: 'dark' });
    assert.match(hash, /^#1\.[\w-]+$/);
    assert.deepEqual(await decode(hash), { ok: true, state: { plan, view: { theme: 'dark' } } });
    assert.deepEqual(await decode(hash.slice(1)), await decode(hash));
  }
});

test('whatever JSON a plan holds comes back: 500 by chance', async () => {
  const random = chance(99);
  for (let turn = 0; turn < 500; turn += 1) {
    const plan = { version: 1, model: { any: anyValue(random) }, group: anyValue(random) };
    const decoded = await decode(await linkTo(plan));
    assert.ok(decoded.ok);
    assert.deepEqual(decoded.state.plan, plan);
  }
});

test('a link names every value: what it means does not hang on defaults', async () => {
  const { vocabulary } = /** @type {any} */ (planner.vocabulary());
  for (const plan of Object.values(examples).map(normalised)) {
    for (const { pointer, group } of vocabulary.fields) {
      if (group === 'model') continue;
      const [, name, key] = pointer.split('/');
      assert.ok(/** @type {any} */ (plan)[name]?.[key] !== undefined, `${pointer} is not written`);
    }
  }
});

test('a whole plan takes fewer than 1,000 characters', async () => {
  for (const [name, plan] of Object.entries(examples)) {
    const { length } = await linkTo(normalised(plan));
    assert.ok(length < 1000, `${name}: ${length} characters`);
  }
});

test('the largest config.json of the catalogue makes a link far below the limit', async () => {
  const plan = normalised({ version: 1, model: { hf_config: configOf('Qwen3-Coder-480B-A35B-Instruct') } });
  assert.ok((await linkTo(plan)).length < LONGEST_LINK / 10);
});

test('a plan too large for a link is refused when it is made', async () => {
  const random = chance(1);
  const noise = Array.from({ length: LONGEST_LINK }, () => ALPHABET[Math.floor(random() * 64)]).join('');
  const made = await encode({ plan: { version: 1, model: { noise } }, view: {} });
  assert.equal(!made.ok && made.code, 'too_long');
});

test('one changed character, at every place, is noticed', async () => {
  const hash = await linkTo(normalised(examples.decoder));
  for (let place = 0; place < hash.length; place += 1) {
    const at = Math.max(0, ALPHABET.indexOf(hash[place]));
    for (const other of [ALPHABET[at ^ 1], ALPHABET[(at + 17) % 64], '%', ' ', '=']) {
      const changed = hash.slice(0, place) + other + hash.slice(place + 1);
      assert.equal((await decode(changed)).ok, false, `${other} at place ${place}`);
    }
  }
});

test('a link cut at any place is refused', async () => {
  const hash = await linkTo(normalised(examples.decoder));
  for (let length = 0; length < hash.length; length += 1) {
    assert.equal((await decode(hash.slice(0, length))).ok, false, `${length} characters`);
  }
});

test('a link with something after its end is refused', async () => {
  const hash = await linkTo(normalised(examples.decoder));
  for (const more of ['A', 'AAAA', '.', '#', '&tp=8', '?utm_source=chat']) await refusedAs(hash + more, 'damaged');
});

test('damage of every other kind is called that', async () => {
  const packed = (/** @type {Uint8Array} */ bytes) => `#1.${Buffer.from(bytes).toString('base64url')}`;
  await refusedAs('#1.', 'damaged');
  await refusedAs('#1.AAAA', 'damaged');
  await refusedAs('#1.!!!!', 'damaged');
  await refusedAs('#0.AAAA', 'damaged');
  await refusedAs('#hello', 'damaged');
  await refusedAs('#', 'empty');
  await refusedAs(packed(deflateSync(Buffer.from([0x22, 0xff, 0xfe, 0x22]))), 'damaged'); // not UTF-8
  await refusedAs(forged('{"v":1,'), 'damaged');
});

test('links of newer versions are named as such', async () => {
  const plan = { version: 1, model: {} };
  for (const version of [2, 10, 999_999]) await refusedAs(`#${version}.AAAA`, 'newer_encoding');
  await refusedAs(forged({ v: 2, plan }), 'newer_document');
  await refusedAs(forged({ v: 2 ** 31, anything: true }), 'newer_document');
  await refusedAs(forged({ v: 1, plan: { ...plan, version: 2 } }), 'newer_document');
});

test('what unpacks to 10 MB or 200 MB is refused at once', async () => {
  const bombs = [
    `{"v":1,"plan":{"version":1,"model":{"x":"${'a'.repeat(10_000_000)}"}}}`,
    `[${'0,'.repeat(5_000_000)}0]`,
  ].map(forged);
  for (const bomb of bombs) {
    assert.ok(bomb.length < LONGEST_LINK, 'or its length would give it away');
    const start = performance.now();
    await refusedAs(bomb, 'too_large');
    assert.ok(performance.now() - start < 500);
  }
  await refusedAs(forged(`"${'a'.repeat(200_000_000)}"`), 'too_long');
});

test('a document that reaches for JavaScript’s own objects is refused', async () => {
  for (const key of ['__proto__', 'constructor', 'prototype']) {
    await refusedAs(forged(`{"v":1,"plan":{"version":1,"model":{}},"${key}":{"polluted":1}}`), 'unsafe');
    await refusedAs(forged(`{"v":1,"plan":{"version":1,"model":{"${key}":{"polluted":1}}}}`), 'unsafe');
    await refusedAs(forged(`{"v":1,"plan":{"version":1,"model":{}},"view":{"a":[{"${key}":1}]}}`), 'unsafe');
  }
  await refusedAs(forged('['.repeat(5000) + ']'.repeat(5000)), 'unsafe');
  assert.equal(/** @type {any} */ ({}).polluted, undefined);
});

test('a document of the wrong shape is no plan', async () => {
  const plan = { version: 1, model: {} };
  const shapes = [null, [], 7, '"text"', {}, { v: 1 }, { plan }, { v: '1', plan }, { v: 1.5, plan }, { v: 0, plan }];
  const plans = [null, [], 'plan', 1, {}, { version: 1 }, { model: {} }, { version: '1', model: {} }];
  const models = [null, [], 'Qwen', 7];
  for (const shape of [
    ...shapes,
    ...plans.map((one) => ({ v: 1, plan: one })),
    ...models.map((model) => ({ v: 1, plan: { version: 1, model } })),
    ...[null, [], 'view'].map((view) => ({ v: 1, plan, view })),
  ]) {
    await refusedAs(forged(shape), 'not_a_plan');
  }
});

/** One value for each readable name, and how a plan holds it. @type {Record<string, [string, unknown]>} */
const READABLE = {
  model: ['Qwen/Qwen3-32B', 'Qwen/Qwen3-32B'],
  device: ['H100-SXM5-80GB', 'H100-SXM5-80GB'],
  precision: ['bf16', 'bf16'],
  weights: ['bf16', 'bf16'],
  kv: ['fp8', 'fp8'],
  activations: ['bf16', 'bf16'],
  utilization: ['0.8', 0.8],
  tp: ['2', 2],
  pp: ['2', 2],
  cp: ['2', 2],
  dp: ['4', 4],
  ep: ['8', 8],
  moe_tp: ['1', 1],
  context: ['128k', 131_072],
  batch: ['16', 16],
  phase: ['decode', 'decode'],
  strategy: ['tp_ep', 'tp_ep'],
  worlds: ['1,8,64', [1, 8, 64]],
};

test('every readable name has its claim here', () => {
  assert.deepEqual(Object.keys(READABLE).sort(), Object.keys(READABLE_NAMES).sort());
});

for (const [name, [written, read]] of Object.entries(READABLE)) {
  test(`#${name}=${written} is read by the core at its field`, async () => {
    const decoded = await decode(`#${name}=${written}`);
    assert.ok(decoded.ok);
    const pointer = /** @type {Record<string, string>} */ (READABLE_NAMES)[name];
    const { plan } = decoded.state;
    const answer = planner.evaluate(plan);
    const rest = answer.ok ? [] : answer.problems.filter(({ severity }) => severity === 'error');
    // Alone, a layout's part may break a rule with the defaults of the others; it was read all the same.
    assert.deepEqual(
      rest.filter((problem) => /not_a_quantity|unknown|wrong_type/.test(problem.code)),
      [],
    );
    const [, group, key] = pointer.split('/');
    if (answer.ok) assert.deepEqual(/** @type {any} */ (answer.report.plan)[group][key], read);
  });
}

test('a whole plan in words: short names, spaces, escapes', async () => {
  const decoded = await decode(
    '#model=Qwen3-235B-A22B&device=H200&precision=fp8&kv=fp8&dp=8&ep=8&context=4096&worlds=8%2C+16&',
  );
  assert.ok(decoded.ok);
  const answer = planner.evaluate(decoded.state.plan);
  assert.ok(answer.ok, JSON.stringify(answer));
  assert.equal(answer.report.parameters?.total, 235_093_634_560);
  assert.equal(answer.report.world_size, 8);
  assert.deepEqual(
    answer.report.sweep.rows.map((row) => row.world_size),
    [8, 16],
  );
});

test('a name that does not exist is named, and so are those that do', async () => {
  for (const name of ['tensor', '__proto__', 'constructor', 'toString', 'TP', '', '<script>', 'x'.repeat(9000)]) {
    const decoded = await decode(`#${name}=8`);
    assert.equal(!decoded.ok && decoded.code, 'unknown_name', name.slice(0, 20));
    const message = decoded.ok ? '' : decoded.message;
    assert.ok(message.includes(name.slice(0, 40)) && message.includes('context') && message.length < 400);
  }
});

test('a value given twice is not chosen between', async () => {
  for (const text of ['tp=1&tp=2', 'tp=1&tp=1', 'precision=fp8&weights=bf16'])
    await refusedAs(`#${text}`, 'repeated_name');
});

test('a readable value that makes no sense is the core’s to refuse, at its field', async () => {
  const decoded = await decode('#model=Qwen3-32B&tp=eight&context=%E0%A4%A');
  assert.ok(decoded.ok);
  const answer = planner.evaluate(decoded.state.plan);
  assert.ok(!answer.ok);
  const pointers = answer.problems.filter(({ severity }) => severity === 'error').map(({ pointer }) => pointer);
  assert.deepEqual(pointers.sort(), ['/layout/tensor_parallel', '/workload/context_tokens']);
});

test('text by chance never throws and never opens', async () => {
  const random = chance(5);
  for (let turn = 0; turn < 300; turn += 1) {
    const length = Math.floor(random() * 200);
    const text = Array.from({ length }, () => String.fromCharCode(Math.floor(random() * 0x3000))).join('');
    assert.equal((await decode(`#${text}`)).ok, false);
    assert.equal((await decode(`#1.${text}`)).ok, false);
  }
  await refusedAs(`#${'a'.repeat(LONGEST_LINK + 1)}`, 'too_long');
});
