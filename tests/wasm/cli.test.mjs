/** The command line as a script meets it: what it prints, where, and how it ends. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { encode } from '../../wasm/link.js';
import { loadPlannerInNode } from '../../wasm/node.js';
import { path } from '../../web/tools/project.mjs';
import { examples } from './support.mjs';

/** @typedef {{code: number | null, out: string, err: string}} Ended */

const FITS = 0;
const DOES_NOT_FIT = 1;
const BAD_INPUT = 2;

const folder = mkdtempSync(join(tmpdir(), 'worldsize-'));
after(() => rmSync(folder, { recursive: true }));

/** @type {import('../../wasm/planner.js').Planner} */
let planner;
before(async () => {
  planner = await loadPlannerInNode();
});

/** @param {string} command @param {string[]} args @param {string} [input] @returns {Promise<Ended>} */
function run(command, args, input = '') {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: path() });
    const ended = { code: /** @type {number | null} */ (null), out: '', err: '' };
    child.stdout.setEncoding('utf8').on('data', (text) => (ended.out += text));
    child.stderr.setEncoding('utf8').on('data', (text) => (ended.err += text));
    child.on('error', reject);
    child.on('close', (code) => resolve({ ...ended, code }));
    child.stdin.on('error', () => {}); // it may end before it has read everything
    child.stdin.end(input);
  });
}

/** @param {string[]} args @param {string} [input] */
const worldsize = (args, input) => run(process.execPath, [path('wasm/cli.js'), ...args], input);

/** @param {string} name @param {unknown} content text as it is, anything else as JSON @returns {string} its path */
function file(name, content) {
  const made = join(folder, name);
  writeFileSync(made, typeof content === 'string' ? content : JSON.stringify(content));
  return made;
}

/** @param {import('../../wasm/types.js').Plan} plan */
function reportOf(plan) {
  const answer = planner.evaluate(plan);
  assert.ok(answer.ok);
  return answer.report;
}

/** Bad input: nothing on standard output, the reason on standard error, and no stack. @param {Ended} ended @param {RegExp} reason */
function assertRefused({ code, out, err }, reason) {
  assert.equal(code, BAD_INPUT, err);
  assert.equal(out, '');
  assert.match(err, reason);
  assert.doesNotMatch(err, /\n\s+at /);
}

test('ends with 0 when the plan fits, 1 when it does not', async () => {
  const fits = await worldsize(['report', file('opening.json', examples.opening)]);
  assert.deepEqual([fits.code, fits.err], [FITS, '']);
  const misfit = await worldsize(['report', file('misfit.json', examples.does_not_fit)]);
  assert.deepEqual([misfit.code, misfit.err], [DOES_NOT_FIT, '']);
});

test('--json is the bridge’s report', async () => {
  for (const [name, plan] of Object.entries(examples)) {
    const { out } = await worldsize(['report', file(`${name}.json`, plan), '--json']);
    assert.deepEqual(JSON.parse(out), reportOf(plan), name);
  }
});

test('a plan from standard input, from a file, from a link and from what stands behind its # is the same plan', async () => {
  const text = JSON.stringify(examples.decoder);
  const made = await encode({ plan: examples.decoder, view: {} });
  assert.ok(made.ok);
  const ways = [
    worldsize(['report', file('decoder.json', text), '--json']),
    worldsize(['report', '-', '--json'], text),
    worldsize(['report', made.hash, '--json']),
    worldsize(['report', made.hash.slice(1), '--json']),
    worldsize(['report', `https://example.com/worldsize/${made.hash}`, '--json']),
    worldsize(['report', `file:///home/me/worldsize.html${made.hash}`, '--json']),
    worldsize(['report', '-', '--json'], `${made.hash}\n`),
  ];
  const expected = reportOf(examples.decoder);
  for (const { code, out, err } of await Promise.all(ways)) {
    assert.deepEqual([code, err], [FITS, '']);
    assert.deepEqual(JSON.parse(out), expected);
  }
});

test('a readable link needs no file', async () => {
  const { code, out } = await worldsize(['report', '#model=Qwen3-235B-A22B&precision=fp8&dp=8&ep=8', '--json']);
  assert.equal(code, FITS);
  assert.equal(JSON.parse(out).parameters.total, 235_093_634_560);
});

test('an empty plan is a plan: every field has a default', async () => {
  const { out, err } = await worldsize(['report', '-', '--json'], '{}');
  assert.equal(err, '');
  assert.equal(JSON.parse(out).model.name, 'Qwen/Qwen3-235B-A22B');
});

test('--csv: a head, a line for each world size, every number in full', async () => {
  for (const plan of [examples.aggregate, examples.opening]) {
    const { sweep } = reportOf(plan);
    const { code, out } = await worldsize(['report', '-', '--csv'], JSON.stringify(plan));
    assert.equal(code, FITS);
    const [head, ...lines] = out.trimEnd().split('\r\n');
    assert.match(head, /^World size \(GPUs\),Fits,/);
    assert.equal(lines.length, sweep.rows.length);
    lines.forEach((line, index) => {
      const numbers = line.split(',').map(Number);
      const { world_size: size, batch_per_gpu: batch, global_batch: global } = sweep.rows[index];
      assert.equal(numbers[0], size);
      assert.ok(numbers.includes(batch) && numbers.includes(global), `W ${size}: not the same doubles`);
    });
  }
});

test('--table, the default: the answer, the memory, the sweep and what it shows', async () => {
  const report = reportOf(examples.aggregate);
  const plain = await worldsize(['report', '-'], JSON.stringify(examples.aggregate));
  const table = await worldsize(['report', '-', '--table'], JSON.stringify(examples.aggregate));
  assert.deepEqual(table, plain);
  assert.match(plain.out, /^Fits: 50 requests per GPU at world size 8, 405 in all, 25 tokens per expert\.$/m);
  for (const { world_size: size } of report.sweep.rows)
    assert.match(plain.out, new RegExp(`^ +${size}  (yes|no) `, 'm'));
  for (const { message } of report.sweep.findings) assert.ok(plain.out.includes(message), message);
});

test('a plan that does not fit says by how much, and why row by row', async () => {
  const { out } = await worldsize(['report', '-'], JSON.stringify(examples.does_not_fit));
  assert.match(out, /^Does not fit at world size 1, [\d.]+ GiB over the budget\.$/m);
  assert.match(out, /^ +1 {2}no .*need .* of the .* budget\.$/m);
});

test('--explain: formula, values and source of one number', async () => {
  const input = JSON.stringify(examples.aggregate);
  const text = await worldsize(['report', '-', '--explain', '/batch/fractional_per_gpu'], input);
  assert.equal(text.code, FITS);
  assert.match(text.out, /\(84 − 8 − 235\s*\/\s*8\)\s*\/\s*0\.92/);
  const json = await worldsize(['report', '-', '--json', '--explain', '/batch/fractional_per_gpu'], input);
  const explained = planner.explain(examples.aggregate, '/batch/fractional_per_gpu');
  assert.deepEqual(JSON.parse(json.out), explained.ok && explained.explanation);
  assertRefused(await worldsize(['report', '-', '--explain', '/nope'], input), /\/nope/);
});

test('problems are named on standard error, each at its field; --json has them as a document too', async () => {
  const plan = /** @type {any} */ (structuredClone(examples.opening));
  plan.layout.tensor_parallel = 0;
  plan.workload.context_tokens = 'many';
  plan.extra = true;
  const named = /error \/layout\/tensor_parallel: [^]*error \/workload\/context_tokens: /;
  const refused = await worldsize(['report', '-'], JSON.stringify(plan));
  assertRefused(refused, named);
  assert.match(refused.err, /error \/extra: /);
  const asJson = await worldsize(['report', '-', '--json'], JSON.stringify(plan));
  assert.equal(asJson.code, BAD_INPUT);
  assert.match(asJson.err, named);
  assert.deepEqual(JSON.parse(asJson.out), planner.evaluate(plan));
});

test('what cannot be read is bad input', async () => {
  const made = await encode({ plan: examples.decoder, view: {} });
  const hash = made.ok ? made.hash : '';
  assertRefused(await worldsize(['report', join(folder, 'missing.json')]), /missing\.json cannot be read: ENOENT/);
  assertRefused(await worldsize(['report', folder]), /cannot be read: EISDIR/);
  assertRefused(await worldsize(['report', file('text.json', 'a plan? no')]), /not JSON.*line 1, column 1/);
  assertRefused(await worldsize(['report', file('empty.json', '')]), /not JSON/);
  assertRefused(await worldsize(['report', '-'], 'x'.repeat(3_000_000)), /bytes/);
  assertRefused(await worldsize(['report', hash.slice(0, -9)]), /damaged/);
  assertRefused(await worldsize(['report', `#2${hash.slice(2)}`]), /newer Worldsize/);
  assertRefused(await worldsize(['report', 'https://example.com/without-a-plan']), /link/);
  assertRefused(await worldsize(['report', '#tensor=8']), /tensor/);
});

test('what is not a way to call it is bad input', async () => {
  const plan = file('plan.json', examples.decoder);
  assertRefused(await worldsize(['report', plan, '--yaml']), /--yaml/);
  assertRefused(await worldsize(['report', plan, '--csv', '--json']), /exclude/);
  assertRefused(await worldsize(['report']), /takes one plan/);
  assertRefused(await worldsize(['report', plan, plan]), /takes one plan/);
  assertRefused(await worldsize(['reprot', plan]), /reprot/);
  assertRefused(await worldsize(['report', plan, '--explain']), /--explain/);
});

test('help is on standard output when asked for, and comes with exit code 2 when nothing was asked', async () => {
  const help = await worldsize(['--help']);
  assert.deepEqual([help.code, help.err], [0, '']);
  for (const word of ['report', '--json', '--csv', '--table', '--explain', 'Exit code'])
    assert.ok(help.out.includes(word));
  assert.equal((await worldsize([])).code, BAD_INPUT);
});

test('npx worldsize runs it from the project’s folder', async () => {
  const { code, out } = await run('npx', ['--no-install', 'worldsize', 'report', '-', '--json'], '{}');
  assert.equal(code, (await worldsize(['report', '-'], '{}')).code);
  assert.equal(JSON.parse(out).version, 1);
});
