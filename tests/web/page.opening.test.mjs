/** The first screen, before the first click. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatBytes, formatInteger, formatNumber } from '../../wasm/format.js';
import { answerText, chartsDrawn, example, expectedTexts, setUp, tableTexts } from './worldsize_page.mjs';

const { onPage, reportOf, columnsOf } = setUp();
const opening = example('opening');

/** @param {number} value */
const counted = (value) => (Number.isInteger(value) ? formatInteger(value) : formatNumber(value));

test('the opening plan is the worked one: Qwen3-235B-A22B in fp8 on H200, world sizes 1 to 256', () => {
  const report = reportOf(opening);
  assert.equal(report.model.name, 'Qwen/Qwen3-235B-A22B');
  assert.equal(report.parameters?.total, 235_093_634_560);
  assert.deepEqual(
    report.sweep.rows.map((row) => row.world_size),
    [1, 2, 4, 8, 16, 32, 64, 128, 256],
  );
});

onPage('the answer is a sentence with the bridge’s numbers', async (page) => {
  const { batch, moe, world_size: size } = reportOf(opening);
  const expected =
    `Fits: ${counted(batch.per_gpu)} requests per GPU at world size ${size} · ${counted(batch.global)} in all` +
    ` · ${counted(Number(moe?.expected_m_per_group))} tokens per expert · bound by KV cache`;
  assert.equal(await answerText(page), expected);
});

onPage('the answer is the largest text of the page', async (page) => {
  const [answer, others] = await page.evaluate(() => {
    const size = (/** @type {Element} */ one) => parseFloat(getComputedStyle(one).fontSize);
    const line = /** @type {Element} */ (document.getElementById('answer-line'));
    const rest = [...document.querySelectorAll('body *')].filter((one) => !line.contains(one) && one.checkVisibility());
    return [size(line), Math.max(...rest.map(size))];
  });
  assert.ok(answer > others, `${answer} px against ${others} px`);
});

onPage('the sweep has nine rows, each cell the bridge’s value', async (page) => {
  const { rows } = reportOf(opening).sweep;
  const shown = await tableTexts(page, 'sweep-table');
  assert.equal(shown.length, 9);
  assert.deepEqual(shown, expectedTexts(rows, columnsOf('sweep_model')));
});

onPage('the best and the current world size are marked, in words', async (page) => {
  const { sweep, world_size: size } = reportOf(opening);
  const marked = await page
    .locator('#sweep-table tbody tr[data-mark]')
    .evaluateAll((lines) =>
      lines.map((line) => [
        line.querySelector('.table-value')?.textContent,
        line.querySelector('.table-mark')?.textContent,
      ]),
    );
  assert.deepEqual(marked, [
    [String(size), 'this plan'],
    [String(sweep.best?.world_size), 'best'],
  ]);
});

onPage('what the sweep shows is said in the core’s sentences', async (page) => {
  const { findings } = reportOf(opening).sweep;
  assert.deepEqual(
    await page.locator('#findings li').allTextContents(),
    findings.map(({ message }) => message),
  );
  assert.ok(findings.length > 0);
});

onPage('six charts, each an image with a sentence', async (page) => {
  await chartsDrawn(page);
  const images = page.locator('#charts-section svg[role="img"]');
  assert.equal(await images.count(), 6);
  for (const sentence of await images.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))) {
    assert.match(sentence ?? '', /1 to 256 GPUs/);
  }
});

onPage('the memory bar is drawn to scale, with its figures', async (page) => {
  const { memory } = reportOf(opening);
  const label = (await page.locator('.bar-track').getAttribute('aria-label')) ?? '';
  for (const bytes of [memory.weights_bytes, memory.kv_cache_bytes, memory.budget_bytes, memory.device_bytes]) {
    assert.ok(label.includes(formatBytes(bytes)), `${label} lacks ${formatBytes(bytes)}`);
  }
  const [track, weights, kv] = await Promise.all(
    ['.bar-track', '.bar-part[data-part="weights"]', '.bar-part[data-part="kv"]'].map(
      async (part) => (await page.locator(part).boundingBox())?.width ?? 0,
    ),
  );
  assert.ok(Math.abs(weights / track - memory.weights_bytes / memory.device_bytes) < 0.01);
  assert.ok(Math.abs(kv / track - memory.kv_cache_bytes / memory.device_bytes) < 0.01);
});

onPage('the first screen holds answer, memory, inputs and sweep', async (page) => {
  for (const part of ['#answer-line', '.bar-track', '#group-model', '#sweep-table tbody tr:first-child']) {
    const box = await page.locator(part).boundingBox();
    assert.ok(box && box.y >= 0 && box.y + Math.min(box.height, 40) <= 900, `${part} is below the first screen`);
  }
});

onPage('parts of memory, parameters and tensors add up to what the answer says', async (page) => {
  await chartsDrawn(page);
  const report = reportOf(opening);
  const total = page.locator('#parameters-table tfoot .table-value').nth(1);
  assert.equal(await total.getAttribute('title'), '235,093,634,560 parameters');
  const rankBytes = report.tensors
    .filter(({ group }) => group !== 'kv_cache')
    .reduce((sum, row) => sum + row.rank_bytes, 0);
  assert.equal(rankBytes, report.memory.weights_bytes);
  assert.equal(
    await page
      .locator('#memory-table tbody tr[data-key="/memory/weights_bytes"] .table-value')
      .nth(1)
      .getAttribute('title'),
    `${formatInteger(report.memory.weights_bytes)} bytes`,
  );
});

onPage('nothing is written into the address before the first edit', async (page) => {
  await chartsDrawn(page);
  assert.equal(new URL(page.url()).hash, '');
});

onPage('one that does not fit says so, by how much, and draws what is over the limit beyond it', async (page) => {
  await page.locator('#examples-button').click();
  await page.locator('#examples-menu a', { hasText: 'Llama 3.1 70B' }).click();
  const { memory } = reportOf(example('does_not_fit'));
  await page.locator('#answer-line', { hasText: 'Does not fit' }).waitFor();
  assert.ok((await answerText(page)).includes(`${formatBytes(memory.over_bytes)} over the budget`));
  const [track, budget, over] = await Promise.all(
    ['.bar-track', '.bar-line:not([data-line])', '.bar-over'].map((part) => page.locator(part).boundingBox()),
  );
  assert.ok(track && budget && over);
  assert.ok(Math.abs(over.x - budget.x) <= 2, 'it begins at the budget’s line');
  assert.ok(Math.abs(over.width / track.width - memory.over_bytes / memory.used_bytes) < 0.01);
  assert.ok(over.x + over.width <= track.x + track.width + 1, 'and is not clipped');
});
