/** The sweep's charts and table in a real browser, under the page's strict policy. */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { report, startChartsPage } from './charts_page.mjs';

/** @typedef {import('playwright-core').Page} Page */

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** @type {Awaited<ReturnType<typeof startChartsPage>>} */
let charts;
before(async () => {
  charts = await startChartsPage();
});
after(async () => {
  await charts.stop();
});

/** @param {Page} page @returns {Promise<string[]>} what the callbacks and the policy reported */
const events = (page) => page.evaluate('window.events');

/** @param {Page} page @param {string} chart */
const stage = (page, chart) => page.locator(`[data-chart="${chart}"] .chart-stage`);

/** @param {Page} page */
async function axeViolations(page) {
  await page.evaluate(axeSource);
  return page.evaluate(
    'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ": " + nodes[0].html))',
  );
}

test('charts break no rule of the policy: no inline style is ever in the document', async () => {
  const page = await charts.open();
  assert.deepEqual(await events(page), []);
  assert.equal(await page.locator('#charts style, #charts [style], #table [style]').count(), 0);
  await page.close();
});

test('each chart is one image with one sentence, its inside hidden', async () => {
  const page = await charts.open();
  const images = page.locator('.chart-stage svg[role="img"]');
  assert.equal(await images.count(), 6);
  const sentences = await images.evaluateAll((all) => all.map((image) => image.getAttribute('aria-label') ?? ''));
  assert.match(
    sentences[0],
    /^Batch per GPU, 1 to 256 GPUs: rises from 18\.75 requests at 4 GPUs to 81\.61 at 256 GPUs\./,
  );
  assert.equal(await page.locator('.chart-stage svg [aria-label]').count(), 0);
  assert.equal(await page.locator('.chart-stage svg > g:not([aria-hidden])').count(), 0);
  await page.close();
});

for (const look of /** @type {const} */ ([{ theme: 'light' }, { theme: 'dark' }, { theme: 'light', width: 390 }])) {
  test(`axe finds nothing: ${look.theme}, ${'width' in look ? look.width : 1200} px`, async () => {
    const page = await charts.open(look);
    assert.deepEqual(await axeViolations(page), []);
    const beyond = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
    assert.ok(Number(beyond) <= 0, 'the page itself never scrolls sideways');
    await page.close();
  });
}

test('arrow keys move over the points; the value is spoken and shown in every chart; Enter opens the row', async () => {
  const page = await charts.open();
  const spoken = page.locator('#charts [role="status"]');
  await stage(page, 'batch').focus();
  await page.keyboard.press('Home');
  assert.equal(await spoken.textContent(), '1 GPU: does not fit');
  await page.keyboard.press('End');
  assert.equal(await spoken.textContent(), '256 GPUs: 81.61 requests');
  await page.keyboard.press('ArrowLeft');
  assert.equal(await spoken.textContent(), '128 GPUs: 80.61 requests');
  assert.equal(await page.locator('.chart-cursor').count(), 6);
  assert.equal(await page.locator('[data-chart="experts"] .chart-reading').textContent(), '128 GPUs: 1.0 expert');
  await page.keyboard.press('Enter');
  assert.deepEqual(await events(page), ['open 128 of row 7']);
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('.chart-cursor').count(), 0);
  await page.close();
});

test('the pointer reads the nearest world size, and a click opens it', async () => {
  const page = await charts.open();
  const box = await stage(page, 'memory').boundingBox();
  assert.ok(box);
  await page.mouse.move(box.x + box.width - 20, box.y + 100);
  assert.match(
    (await page.locator('[data-chart="memory"] .chart-reading').textContent()) ?? '',
    /^256 GPUs: model 0\.92/,
  );
  await page.mouse.click(box.x + box.width - 20, box.y + 100);
  assert.deepEqual(await events(page), ['open 256 of row 8']);
  await page.close();
});

test('focus and cursor stay where they are when new numbers arrive', async () => {
  const page = await charts.open();
  await stage(page, 'batch').focus();
  await page.keyboard.press('End');
  await page.evaluate(`(() => {
    const next = structuredClone(window.report);
    for (const row of next.sweep.rows) row.batch_per_gpu *= 2;
    return window.show(next);
  })()`);
  const reading = page.locator('[data-chart="batch"] .chart-reading');
  assert.equal(await reading.textContent(), '256 GPUs: 163.2 requests');
  assert.equal(await stage(page, 'batch').evaluate((element) => element === document.activeElement), true);
  await page.close();
});

test('a dense model shows four charts and a sentence; its mixture brings the others back', async () => {
  const page = await charts.open();
  const dense = structuredClone(report);
  for (const row of dense.sweep.rows) Object.assign(row, { experts_per_gpu: null, expected_m_per_group: null });
  await page.evaluate(`window.show(${JSON.stringify(dense)})`);
  assert.equal(await page.locator('.chart').count(), 4);
  assert.match((await page.locator('.chart-note').textContent()) ?? '', /no experts/);
  await page.evaluate('window.show(window.report)');
  assert.equal(await page.locator('.chart').count(), 6);
  assert.equal(await page.locator('.chart-note').isHidden(), true);
  await page.close();
});

test('a saved SVG stands alone: no style sheet, no class, no custom property, its link whole', async () => {
  const page = await charts.open({ theme: 'dark' });
  const svg = String(
    await page.evaluate(`exported.chartToSvg(document.querySelector('[data-chart="memory"]'),
      { version: '0.1.0', link: 'https://example.org/#1.' + 'a'.repeat(900) })`),
  );
  assert.doesNotMatch(svg, /var\(|class=|<style|style=/);
  assert.match(svg, /Memory per GPU/);
  assert.match(svg, /Worldsize 0\.1\.0/);
  assert.match(svg, /href="https:\/\/example\.org\/#1\.a{900}"/);
  assert.match(svg, /over-budget-hatch/);
  const parsed = await page.evaluate(
    (text) => new DOMParser().parseFromString(text, 'image/svg+xml').documentElement.nodeName,
    svg,
  );
  assert.equal(parsed, 'svg');
  await page.close();
});

test('a saved PNG has twice the pixels of its SVG, and breaks no rule of the policy', async () => {
  const page = await charts.open();
  const [first, ratio] = /** @type {number[]} */ (
    await page.evaluate(`(async () => {
      const figure = document.querySelector('[data-chart="batch"]');
      const png = await exported.chartToPng(figure, 2);
      const bitmap = await createImageBitmap(png);
      const width = Number(/width="(\\d+)"/.exec(exported.chartToSvg(figure))[1]);
      return [new Uint8Array(await png.arrayBuffer())[0], bitmap.width / width];
    })()`)
  );
  assert.equal(first, 0x89);
  assert.equal(ratio, 2);
  assert.deepEqual(await events(page), []);
  await page.close();
});

test('all charts are saved as one picture', async () => {
  const page = await charts.open();
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save all as SVG' }).click();
  const download = await waiting;
  assert.equal(download.suggestedFilename(), 'world-size-charts.svg');
  const svg = readFileSync(await download.path(), 'utf8');
  for (const title of ['Batch per GPU', 'Global batch', 'Expected M per expert group'])
    assert.ok(svg.includes(`>${title}<`));
  await page.close();
});

test('the table sorts by a press on a head: numbers from the largest, then from the smallest, then as given', async () => {
  const page = await charts.open();
  const head = page.locator('th[data-column="batch_per_gpu"]');
  const firstSize = () => page.locator('#sweep-table tbody tr').first().locator('th .table-value').textContent();
  await head.getByRole('button').click();
  assert.equal(await head.getAttribute('aria-sort'), 'descending');
  assert.equal(await firstSize(), '256');
  await head.getByRole('button').click();
  assert.equal(await head.getAttribute('aria-sort'), 'ascending');
  assert.equal(await firstSize(), '1');
  await head.getByRole('button').click();
  assert.equal(await head.getAttribute('aria-sort'), null);
  await page.close();
});

test('the table is one stop of the Tab key; arrows reach every number, and a pressed number is explained', async () => {
  const page = await charts.open();
  assert.equal(await page.locator('#sweep-table button[tabindex="0"]').count(), 1);
  await page.locator('#sweep-table button[tabindex="0"]').focus();
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowRight']) await page.keyboard.press(key);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  assert.deepEqual(await events(page), ['explain batch_per_gpu of row 2', 'adopt 4 of row 2']);
  await page.close();
});

test('a sorted table keeps the focus on its number when that row moves', async () => {
  const page = await charts.open();
  await page.locator('th[data-column="batch_per_gpu"] button').click();
  const cell = page.locator('tr[data-key="4"] button[data-column="batch_per_gpu"]');
  await cell.focus();
  await page.evaluate(`(() => {
    const next = structuredClone(window.report);
    next.sweep.rows[2].batch_per_gpu = 999;
    return window.show(next);
  })()`);
  assert.equal(await page.locator('#sweep-table tbody tr').first().getAttribute('data-key'), '4');
  assert.equal(await cell.textContent(), '999.0');
  assert.equal(await cell.evaluate((element) => element === document.activeElement), true);
  await page.close();
});

test('hostile names stay text', async () => {
  const page = await charts.open();
  const hostile = structuredClone(report);
  Object.assign(hostile.sweep.rows[0], { reason: '<img src=x onerror=alert(1)>' });
  await page.evaluate(`window.show(${JSON.stringify(hostile)})`);
  await stage(page, 'batch').focus();
  await page.keyboard.press('Home');
  assert.equal(await page.locator('#charts img, #table img').count(), 0);
  assert.match((await page.locator('#charts [role="status"]').textContent()) ?? '', /<img src=x/);
  await page.close();
});

test('nothing above wrote an error to the console', () => {
  assert.deepEqual(charts.errors, []);
});
