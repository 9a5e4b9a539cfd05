/** Numbers that can be asked, rows that can be taken, tables that can be sorted. */
import assert from 'node:assert/strict';
import { answerReads, answerText, chartsDrawn, example, field, setUp, tableTexts, type } from './worldsize_page.mjs';

/** @typedef {import('playwright-core').Page} Page */

const { onPage, reportOf, planInAddress, planner } = setUp();
const opening = example('opening');

/** @param {Page} page @param {number} size @param {string} column */
const cell = (page, size, column) =>
  page.locator(`#sweep-table tr[data-key="${size}"] button[data-column="${column}"]`);

/** @param {Page} page */
const panel = (page) => page.locator('#explanation');

/** @param {string} pointer */
function explanationOf(pointer) {
  const answer = planner().explain(opening, pointer);
  assert.ok(answer.ok);
  return answer.explanation;
}

/** The panel shows the core's explanation. @param {Page} page @param {string} pointer */
async function explains(page, pointer) {
  const { label, formula, substituted, source, inputs } = explanationOf(pointer);
  assert.equal(await panel(page).locator('h2').textContent(), label);
  const formulas = await panel(page).locator('.formula').allTextContents();
  assert.deepEqual(formulas, substituted === '' || substituted === formula ? [formula] : [formula, substituted]);
  const text = (await panel(page).textContent()) ?? '';
  assert.ok(text.includes(source));
  for (const input of inputs) assert.ok(text.includes(input.label), input.label);
}

onPage('every number of the answer opens its formula; Escape closes it and brings the focus back', async (page) => {
  for (const pointer of ['/batch/per_gpu', '/world_size', '/batch/global', '/moe/expected_m_per_group']) {
    const number = page.locator(`#answer-line [data-explain="${pointer}"]`);
    await number.click();
    await panel(page).waitFor();
    await explains(page, pointer);
    assert.ok(await panel(page).evaluate((one) => one.contains(document.activeElement)), 'the focus is in the panel');
    await page.keyboard.press('Escape');
    await panel(page).waitFor({ state: 'hidden' });
    assert.ok(await number.evaluate((one) => one === document.activeElement), 'the focus is back');
  }
});

onPage('numbers of the memory bar, of every table and of the parameters are explained', async (page) => {
  await chartsDrawn(page);
  const places = [
    ['.bar-legend [data-explain="/memory/kv_cache_bytes"]', '/memory/kv_cache_bytes'],
    ['.bar-labels [data-explain="/memory/budget_bytes"]', '/memory/budget_bytes'],
    ['#sweep-table tr[data-key="64"] button[data-column="weights_bytes"]', '/sweep/rows/6/weights_bytes'],
    ['#memory-table tr[data-key="/memory/used_bytes"] button[data-column="bytes"]', '/memory/used_bytes'],
    ['#parameters-table tbody tr:first-child button[data-column="total"]', '/parameters/by_part/0/total'],
  ];
  for (const [place, pointer] of places) {
    await page.locator(place).click();
    await explains(page, pointer);
    await page.keyboard.press('Escape');
  }
});

onPage('every number in every table has an explanation', async (page) => {
  await chartsDrawn(page);
  const mute = await page.evaluate(() => {
    /** @type {string[]} */
    const wrong = [];
    for (const button of document.querySelectorAll('.data-table button[data-act="cell"]')) {
      /** @type {HTMLElement} */ (button).click();
      if (document.querySelector('#explanation .formula') === null) {
        wrong.push(
          `${button.closest('table')?.id} ${button.closest('tr')?.dataset.key} ${/** @type {HTMLElement} */ (button).dataset.column}`,
        );
      }
    }
    return wrong;
  });
  assert.deepEqual(mute, []);
});

onPage('the panel stays open while inputs change, and follows', async (page) => {
  await page.locator('#answer-line [data-explain="/batch/per_gpu"]').click();
  const before = await panel(page).locator('.panel-value').textContent();
  await type(page, '/workload/context_tokens', '8192');
  await page.waitForFunction((old) => document.querySelector('#explanation .panel-value')?.textContent !== old, before);
  assert.equal(await field(page, '/workload/context_tokens').evaluate((one) => one === document.activeElement), true);
});

onPage('an input named in the panel leads to its field', async (page) => {
  await page.locator('#answer-line [data-explain="/world_size"]').click();
  const { inputs } = explanationOf('/world_size');
  const given = inputs.find(({ pointer }) => pointer === '/layout/data_parallel');
  assert.ok(given);
  await panel(page).locator('.panel-inputs div', { hasText: given.label }).getByRole('button').click();
  assert.ok(await field(page, '/layout/data_parallel').evaluate((one) => one === document.activeElement));
});

onPage('a row’s world size adopts its layout', async (page) => {
  const { rows } = reportOf(opening).sweep;
  const row = rows.find(({ world_size: size }) => size === 32);
  assert.ok(row);
  await cell(page, 32, 'world_size').click();
  await answerReads(page, / at world size 32 /);
  const plan = await planInAddress(page);
  assert.deepEqual({ .../** @type {object} */ (plan.layout), ...row.layout }, plan.layout);
  assert.equal(reportOf(plan).batch.per_gpu, row.whole_batch_per_gpu);
  assert.equal(await field(page, '/layout/data_parallel').inputValue(), String(row.layout.data_parallel));
  assert.match((await page.locator('#sweep-table tr[aria-current="true"]').textContent()) ?? '', /^this plan32/);
  await page.locator('#undo').click();
  await answerReads(page, / at world size 8 /);
});

onPage('a row that does not fit says why, and can be taken all the same', async (page) => {
  const row = reportOf(opening).sweep.rows[0];
  assert.equal(row.fits, false);
  assert.ok((await page.locator('#sweep-table tr[data-key="1"]').textContent())?.includes(row.reason));
  await cell(page, 1, 'world_size').click();
  await answerReads(page, /^Does not fit: .* at world size 1 /);
});

onPage('a point of a chart opens its world size', async (page) => {
  await chartsDrawn(page);
  await page.locator('[data-chart="batch"] .chart-stage').focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await answerReads(page, / at world size 256 /);
});

onPage('a table sorts by a column, both ways, and comes back to its order', async (page) => {
  const sizes = async () => (await tableTexts(page, 'sweep-table')).map(([size]) => Number(size));
  const { rows } = reportOf(opening).sweep;
  const natural = rows.map(({ world_size: size }) => size);
  const byWeights = [...rows].sort((a, b) => b.weights_bytes - a.weights_bytes).map(({ world_size: size }) => size);
  const head = page.locator('#sweep-table th[data-column="weights_bytes"]');
  await head.getByRole('button').click();
  assert.equal(await head.getAttribute('aria-sort'), 'descending');
  assert.deepEqual((await sizes())[0], byWeights[0]);
  const shown = await page
    .locator('#sweep-table tbody tr')
    .evaluateAll((lines) => lines.map((line) => Number(line.dataset.position)));
  const weights = shown.map((position) => rows[position].weights_bytes);
  assert.deepEqual(
    weights,
    [...weights].sort((a, b) => b - a),
  );
  await head.getByRole('button').click();
  assert.equal(await head.getAttribute('aria-sort'), 'ascending');
  assert.deepEqual((await sizes())[8], byWeights[0]);
  await head.getByRole('button').click();
  assert.equal(await head.getAttribute('aria-sort'), null);
  assert.deepEqual(await sizes(), natural);
});

onPage('a sorted table stays sorted through an edit, and its numbers still explain themselves', async (page) => {
  await page.locator('#sweep-table th[data-column="world_size"] button').click();
  assert.equal((await tableTexts(page, 'sweep-table'))[0][0], '256');
  const before = await answerText(page);
  await type(page, '/workload/context_tokens', '2048');
  await page.waitForFunction((old) => document.getElementById('answer-line')?.textContent !== old, before);
  assert.equal((await tableTexts(page, 'sweep-table'))[0][0], '256');
  await cell(page, 256, 'weights_bytes').click();
  assert.equal(await panel(page).locator('h2').textContent(), explanationOf('/sweep/rows/8/weights_bytes').label);
});
