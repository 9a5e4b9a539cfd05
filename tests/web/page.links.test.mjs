/** Links: what is sent is what is seen; what is no link of ours shows nothing as if it were. */
import assert from 'node:assert/strict';
import { deflateSync } from 'node:zlib';
import { encode } from '../../wasm/link.js';
import {
  answerReads,
  answerText,
  chartsDrawn,
  clipboard,
  example,
  field,
  setUp,
  tableTexts,
  type,
} from './worldsize_page.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('../../wasm/types.js').Plan} Plan */

const { onPage, open, reportOf, planInAddress, browser } = setUp();
const decoder = example('decoder');

/** @param {Plan} plan */
async function hashOf(plan) {
  const made = await encode({ plan, view: {} });
  assert.ok(made.ok);
  return made.hash;
}
const decoderHash = await hashOf(decoder);

/** @param {unknown} document a value, or JSON text */
const forged = (document) =>
  `#1.${deflateSync(typeof document === 'string' ? document : JSON.stringify(document)).toString('base64url')}`;

/** @param {Page} page */
const notice = (page) => page.locator('.notice[data-notice="link"]');

/** The page shows this plan and no other. @param {Page} page @param {Plan} plan */
async function showsPlan(page, plan) {
  const report = reportOf(plan);
  await answerReads(page, new RegExp(`${Math.floor(report.batch.per_gpu)}\\b.* at world size ${report.world_size} `));
  assert.equal((await tableTexts(page, 'sweep-table')).length, report.sweep.rows.length);
}

/** Everything of the first screen that a link decides. @param {Page} page */
async function screen(page) {
  await chartsDrawn(page);
  return {
    answer: await answerText(page),
    memory: await page.locator('.bar-track').getAttribute('aria-label'),
    sweep: await tableTexts(page, 'sweep-table'),
    tensors: await page.locator('#tensors').textContent(),
    charts: await page
      .locator('#charts-section svg[role="img"]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label'))),
    fields: await page
      .locator('#inputs input[type="text"]')
      .evaluateAll((all) =>
        all.map((one) => [one.id, /** @type {HTMLInputElement} */ (one).value.replaceAll(',', '')]),
      ),
  };
}

onPage('a copied link, opened in a fresh browser, shows the same in every part', async (page) => {
  await type(page, '/workload/context_tokens', '32768');
  await type(page, '/layout/data_parallel', '16');
  await type(page, '/model/hf_config/num_experts', '96');
  await answerReads(page, / at world size 16 /);
  await page.locator('#copy-link').click();
  await page.locator('#copy-link', { hasText: 'Copied' }).waitFor();
  const link = await clipboard(page);
  const sent = await screen(page);
  const other = await open(link);
  try {
    assert.deepEqual(await screen(other.page), sent);
    assert.equal(other.page.url(), link, 'the address stays as it was sent');
    other.assertClean();
  } finally {
    await other.close();
  }
});

onPage('the address follows the edits and opens again as the same plan', async (page) => {
  await type(page, '/workload/context_tokens', '8192');
  const plan = await planInAddress(page);
  assert.equal(/** @type {any} */ (plan.workload).context_tokens, 8192);
  const before = await answerText(page);
  await page.reload();
  await answerReads(page, /Fits/);
  assert.equal(await answerText(page), before);
});

onPage('edits write no history: Back leaves the page', async (page) => {
  const before = await page.evaluate(() => history.length);
  await type(page, '/workload/context_tokens', '8192');
  await planInAddress(page);
  assert.equal(await page.evaluate(() => history.length), before);
});

onPage('while the plan is not valid the address keeps the last valid one', async (page) => {
  await type(page, '/workload/context_tokens', '8192');
  await planInAddress(page);
  const before = page.url();
  await type(page, '/workload/context_tokens', 'many');
  await page.locator('#answer.stale').waitFor();
  await page.waitForFunction(() => /problem/.test(document.getElementById('spoken-answer')?.textContent ?? ''));
  assert.equal(page.url(), before);
});

onPage('a link to another kind of model opens as that', (page) => showsPlan(page, decoder), { address: decoderHash });

onPage(
  'a link written by hand: names, units, and numbers known from outside',
  async (page) => {
    const plan = {
      version: 1,
      model: { preset: 'Qwen3-235B-A22B' },
      device: { preset: 'H200' },
      precision: { weights: 'fp8', kv_cache: 'fp8' },
    };
    const whole = { ...plan, layout: { data_parallel: 8, expert_parallel: 8 }, workload: { context_tokens: '8k' } };
    await showsPlan(page, whole);
    assert.equal(await field(page, '/workload/context_tokens').inputValue(), '8k');
    await chartsDrawn(page);
    const total = page.locator('#parameters-table tfoot .table-value').nth(1);
    assert.equal(await total.getAttribute('title'), '235,093,634,560 parameters');
  },
  { address: '#model=Qwen3-235B-A22B&device=H200&precision=fp8&kv=fp8&dp=8&ep=8&context=8k' },
);

onPage(
  'a link whose plan is not valid shows its problems at its fields, and no numbers as if they were its own',
  async (page) => {
    await page.locator('#problem-list li').first().waitFor();
    assert.equal(await field(page, '/layout/tensor_parallel').inputValue(), 'eight');
    assert.equal(await field(page, '/layout/tensor_parallel').getAttribute('aria-invalid'), 'true');
    assert.doesNotMatch(await answerText(page), /^Fits/);
  },
  { address: '#model=Qwen3-32B&tp=eight' },
);

/** @type {Record<string, {hash: string, says: RegExp}>} */
const refused = {
  'with a changed character': { hash: decoderHash.replace(/.(.{9})$/, '!$1'), says: /damaged/ },
  'cut off': { hash: decoderHash.slice(0, -12), says: /damaged/ },
  'of a newer encoding': { hash: `#2.${decoderHash.slice(3)}`, says: /newer Worldsize.*link format 2/ },
  'of a newer document': { hash: forged({ v: 2, plan: decoder }), says: /newer Worldsize.*document version 2/ },
  'that unpacks to 10 MB': { hash: forged(`{"v":1,"plan":"${'a'.repeat(1e7)}"}`), says: /more than a plan can be/ },
  'with __proto__': {
    hash: forged('{"v":1,"plan":{"version":1,"model":{},"__proto__":{"x":1}}}'),
    says: /refused: .*__proto__/,
  },
  'nested 5,000 deep': { hash: forged(`${'['.repeat(5000)}${']'.repeat(5000)}`), says: /nested too deep/ },
  'that holds no plan': { hash: forged({ v: 1, plan: 'none' }), says: /no plan/ },
  'with a name that does not exist': { hash: '#model=Qwen3-32B&tensor=8', says: /tensor/ },
  'with a name given twice': { hash: '#tp=1&tp=2', says: /twice/ },
  'that is a word': { hash: '#<img src=x onerror=alert(1)>', says: /link/ },
};

for (const [name, { hash, says }] of Object.entries(refused)) {
  onPage(
    `a link ${name} says so, changes no address, and shows the opening example as what it is`,
    async (page) => {
      await notice(page).waitFor();
      const text = (await notice(page).textContent()) ?? '';
      assert.match(text, says);
      assert.match(text, /not the content of the link/);
      await chartsDrawn(page);
      assert.equal(new URL(page.url()).hash, new URL(hash, page.url()).hash);
      assert.equal(await page.locator('#group-model .group-summary').textContent(), 'Qwen/Qwen3-235B-A22B');
      assert.equal(await page.evaluate(() => /** @type {any} */ ({}).x), undefined);
    },
    { address: hash },
  );
}

onPage(
  'a bad link into an open page keeps the plan before, and says so; an edit takes the address back',
  async (page) => {
    await type(page, '/workload/context_tokens', '8192');
    await planInAddress(page);
    const before = await answerText(page);
    await page.evaluate(() => (location.hash = '#1.AAAA'));
    await notice(page).waitFor();
    assert.match((await notice(page).textContent()) ?? '', /damaged.*still shows the plan from before/s);
    assert.equal(await answerText(page), before);
    assert.equal(new URL(page.url()).hash, '#1.AAAA');
    await type(page, '/workload/context_tokens', '16384');
    await page.waitForFunction(() => location.hash !== '#1.AAAA');
    assert.equal(/** @type {any} */ ((await planInAddress(page)).workload).context_tokens, 16_384);
    assert.equal(await notice(page).count(), 0);
  },
);

onPage('a new address in an open page is followed; Back and Forward too; undo goes back as well', async (page) => {
  const aggregate = example('aggregate');
  await page.evaluate((hash) => (location.hash = hash), decoderHash);
  await showsPlan(page, decoder);
  await page.evaluate((hash) => (location.hash = hash), await hashOf(aggregate));
  await showsPlan(page, aggregate);
  await page.goBack();
  await showsPlan(page, decoder);
  await page.goForward();
  await showsPlan(page, aggregate);
  await page.locator('#undo').click();
  await showsPlan(page, decoder);
});

onPage('Back to the address without a plan shows what it showed', async (page) => {
  const first = await answerText(page);
  await page.evaluate((hash) => (location.hash = hash), decoderHash);
  await showsPlan(page, decoder);
  await page.goBack();
  await page.waitForFunction(() => location.hash === '');
  await page.waitForFunction((text) => document.getElementById('answer-line')?.textContent === text, first);
});

onPage('a link with values that look like markup shows them as text', async (page) => {
  const address = `#model=${encodeURIComponent('<img src=x onerror="document.title=1">')}`;
  await page.goto(browser().address + address);
  await page.locator('#problem-list li').first().waitFor();
  assert.ok((await page.locator('#problem-list').textContent())?.includes('<img src=x'));
  assert.equal(await page.locator('main img').count(), 0);
  assert.notEqual(await page.title(), '1');
});
