/** Without a network: the site after its first visit, and the page in one file, always. */
import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { toCsv } from '../../wasm/tables.js';
import { decode } from '../../wasm/link.js';
import { path } from '../../web/tools/project.mjs';
import { singleFileAddress } from './browser.mjs';
import {
  answerReads,
  answerText,
  chartsDrawn,
  clipboard,
  downloaded,
  example,
  pick,
  setUp,
  tableTexts,
  type,
} from './worldsize_page.mjs';

/** @typedef {import('playwright-core').Page} Page */

const { onPage, open, reportOf, columnsOf, planInAddress } = setUp();

/** @param {Page} page the cache is filled and the worker answers for the next page */
async function isKept(page) {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

/** @param {import('./browser.mjs').OpenPage} opened requests that fail are what is tested here */
const goOffline = ({ context }) => context.setOffline(true);

onPage('the site reloads without a network: answer, charts, catalogue, edits', async (page, opened) => {
  await chartsDrawn(page);
  const before = await answerText(page);
  await isKept(page);
  await goOffline(opened);
  await page.reload();
  await answerReads(page, /Fits/);
  assert.equal(await answerText(page), before);
  await chartsDrawn(page);
  await pick(page, '/model/preset', 'mixtral 8x7b', 'mistralai/Mixtral-8x7B-v0.1');
  await page.locator('#answer:not(.stale)').waitFor();
  assert.equal(reportOf(await planInAddress(page)).parameters?.total, 46_702_792_704);
});

onPage('a link opens without a network', async (page, opened) => {
  await isKept(page);
  await goOffline(opened);
  const other = await opened.context.newPage();
  await other.goto(`${page.url()}#model=Qwen3-32B&precision=bf16&tp=8&dp=1&ep=1`);
  await answerReads(other, / at world size 8 /);
  assert.equal(await other.locator('#group-model .group-summary').textContent(), 'Qwen/Qwen3-32B');
  await other.close();
});

onPage('charts that were never loaded come from the cache too', async (page, opened) => {
  await isKept(page);
  const names = await page.evaluate(async () => {
    const [key] = await caches.keys();
    const kept = await (await caches.open(key)).keys();
    return kept.map(({ url }) => new URL(url).pathname);
  });
  const scripts = names.filter((name) => name.endsWith('.js'));
  assert.ok(scripts.length >= 2, 'the page’s script and the charts’');
  assert.ok(names.some((name) => name.endsWith('.wasm')) && names.some((name) => /catalogue-\w+\.json$/.test(name)));
  assert.ok(names.includes('/'));
  opened.assertClean();
});

test('the single file works whole from disk, with the network off', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'worldsize file '));
  // A copy, alone in a folder whose name needs escaping: nothing beside it can help.
  copyFileSync(path('build/worldsize.html'), join(folder, 'worldsize.html'));
  const opened = await open(singleFileAddress, { offline: true });
  const { page } = opened;
  try {
    assert.match(await answerText(page), /^Fits/);
    await chartsDrawn(page);
    await type(page, '/workload/context_tokens', '8192');
    const plan = await planInAddress(page);
    assert.equal(/** @type {any} */ (plan.workload).context_tokens, 8192);
    assert.match(page.url(), /^file:\/\//);

    const { sweep } = reportOf(plan);
    const csv = await downloaded(page, () =>
      page.locator('#sweep-section').getByRole('button', { name: 'Download CSV' }).click(),
    );
    assert.equal(csv.content.toString('utf8'), toCsv(columnsOf('sweep_model'), sweep.rows));
    const png = await downloaded(page, () =>
      page
        .locator('[data-chart="batch"]')
        .getByRole('button', { name: /as PNG/ })
        .click(),
    );
    assert.equal(png.content.subarray(1, 4).toString('latin1'), 'PNG');

    await page.locator('#copy-link').click();
    await page.locator('#copy-link', { hasText: 'Copied' }).waitFor();
    const link = await clipboard(page);
    assert.match(link, /^file:\/\/.*worldsize\.html#1\./);
    const decoded = await decode(new URL(link).hash);
    assert.deepEqual(decoded.ok && decoded.state.plan, plan);

    await pick(page, '/model/preset', 'llama 405', 'meta-llama/Meta-Llama-3.1-405B');
    await type(page, '/layout/expert_parallel', '1');
    await page.locator('#group-model', { hasText: '405B' }).waitFor();
    await chartsDrawn(page, 4);
    await page.locator('#answer-line [data-explain]').first().click();
    await page.locator('#explanation .formula').first().waitFor();
    opened.assertClean();

    await page.goto(`${new URL(`file://${folder}/worldsize.html`).href}#model=Qwen3-235B-A22B&dp=8&ep=8&precision=fp8`);
    await answerReads(page, / at world size 8 /);
    await chartsDrawn(page);
  } finally {
    await opened.close();
    rmSync(folder, { recursive: true });
  }
});

test('site and single file show the same', async () => {
  const site = await open();
  const file = await open(singleFileAddress);
  try {
    await Promise.all([chartsDrawn(site.page), chartsDrawn(file.page)]);
    assert.equal(await answerText(file.page), await answerText(site.page));
    assert.deepEqual(await tableTexts(file.page, 'sweep-table'), await tableTexts(site.page, 'sweep-table'));
    const styles = (/** @type {Page} */ page) =>
      page.locator('#answer-line').evaluate((one) => [getComputedStyle(one).fontSize, getComputedStyle(one).color]);
    assert.deepEqual(await styles(file.page), await styles(site.page));
    for (const { assertClean } of [site, file]) assertClean();
  } finally {
    await Promise.all([site.close(), file.close()]);
  }
});

test('the decoder’s golden byte counts hold in the single file', async () => {
  const opened = await open(singleFileAddress, { offline: true });
  try {
    await opened.page.locator('#examples-button').click();
    await opened.page.locator('#examples-menu a', { hasText: 'Generic decoder' }).click();
    const { memory, world_size: size } = reportOf(example('decoder'));
    await answerReads(opened.page, new RegExp(` at world size ${size} `));
    const weights = opened.page.locator('.bar-legend [data-explain="/memory/weights_bytes"]');
    assert.equal(await weights.getAttribute('title'), `${memory.weights_bytes.toLocaleString('en')} bytes`);
    opened.assertClean();
  } finally {
    await opened.close();
  }
});
