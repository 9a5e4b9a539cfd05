/** Editing a plan: every change follows at once, what is wrong is said where it is wrong, and nothing is lost. */
import assert from 'node:assert/strict';
import { formatInteger } from '../../wasm/format.js';
import {
  answerReads,
  answerText,
  chartsDrawn,
  example,
  expectedTexts,
  field,
  note,
  setUp,
  tableTexts,
  type,
  unfold,
} from './worldsize_page.mjs';

/** @typedef {import('playwright-core').Page} Page */

const { onPage, reportOf, columnsOf, planInAddress } = setUp();
const opening = example('opening');

/** @param {Record<string, Record<string, unknown>>} changes @returns {import('../../wasm/types.js').Plan} */
function changed(changes) {
  const plan = structuredClone(opening);
  for (const [group, values] of Object.entries(changes))
    plan[group] = { .../** @type {object} */ (plan[group]), ...values };
  return plan;
}

/** The page shows this report. @param {Page} page @param {import('../../wasm/types.js').Report} report */
async function shows(page, report) {
  const whole = formatInteger(Math.floor(report.batch.per_gpu));
  await answerReads(
    page,
    new RegExp(`^Fits: ${whole}(\\.\\d+)? requests? per GPU at world size ${report.world_size} `),
  );
  assert.deepEqual(await tableTexts(page, 'sweep-table'), expectedTexts(report.sweep.rows, columnsOf('sweep_model')));
}

/** Nothing of the problems is left. @param {Page} page */
async function isClean(page) {
  assert.equal(await page.locator('#inputs [aria-invalid="true"]').count(), 0);
  assert.equal(await page.locator('#problems').isVisible(), false);
  assert.equal(await page.locator('.stale').count(), 0);
}

onPage('a longer context changes answer, sweep and address', async (page) => {
  await type(page, '/workload/context_tokens', '32768');
  await shows(page, reportOf(changed({ workload: { context_tokens: 32_768 } })));
  const plan = await planInAddress(page);
  assert.equal(/** @type {any} */ (plan.workload).context_tokens, 32_768);
});

onPage('128k is read as 131,072 tokens, and the field says so', async (page) => {
  await type(page, '/workload/context_tokens', '128k');
  await shows(page, reportOf(changed({ workload: { context_tokens: 131_072 } })));
  assert.match((await note(page, '/workload/context_tokens').textContent()) ?? '', /= 131,072/);
  assert.equal(await field(page, '/workload/context_tokens').inputValue(), '128k', 'what was typed stays');
});

onPage('80 GB are 80,000,000,000 bytes, and the field says so', async (page) => {
  await type(page, '/device/memory_bytes', '80 GB');
  await shows(page, reportOf(changed({ device: { memory_bytes: 80_000_000_000 } })));
  assert.match((await note(page, '/device/memory_bytes').textContent()) ?? '', /= 80,000,000,000 bytes/);
});

onPage('a layout shows its invariant', async (page) => {
  await type(page, '/layout/tensor_parallel', '4');
  await type(page, '/layout/data_parallel', '2');
  await shows(page, reportOf(changed({ layout: { tensor_parallel: 4, data_parallel: 2 } })));
  assert.equal(await page.locator('.invariant').textContent(), 'TP 4 × PP 1 × CP 1 × DP 2 = 8 GPUs');
});

onPage(
  'an invalid value keeps the last result, dimmed, with the message at the field; corrected, all is well',
  async (page) => {
    await chartsDrawn(page);
    const before = await answerText(page);
    await type(page, '/layout/tensor_parallel', '0');
    await page.locator('#answer.stale').waitFor();
    const input = field(page, '/layout/tensor_parallel');
    assert.equal(await input.getAttribute('aria-invalid'), 'true');
    const message = note(page, '/layout/tensor_parallel').locator('.field-problems li');
    assert.match((await message.textContent()) ?? '', /Tensor parallel is 0; it must be 1 to /);
    assert.equal(
      await input.getAttribute('aria-describedby'),
      await note(page, '/layout/tensor_parallel').getAttribute('id'),
    );
    assert.equal(await answerText(page), before);
    assert.equal(await page.locator('#result-body.stale').count(), 1);
    assert.match((await page.locator('#problems-title').textContent()) ?? '', /last valid plan/);
    assert.deepEqual(
      await tableTexts(page, 'sweep-table'),
      expectedTexts(reportOf(opening).sweep.rows, columnsOf('sweep_model')),
    );

    await input.fill('2');
    await shows(page, reportOf(changed({ layout: { tensor_parallel: 2 } })));
    await isClean(page);
  },
);

onPage('what is no tensor parallel is refused, stays as typed, and keeps the last answer', async (page) => {
  const before = await answerText(page);
  const input = field(page, '/layout/tensor_parallel');
  await unfold(page);
  for (const text of ['', 'banana', '-1', '1.5', '1e15', 'NaN', '8 GB', '∞', '1 2', '=1+1']) {
    await input.fill(text);
    await page.locator('#answer.stale').waitFor();
    assert.equal(await input.getAttribute('aria-invalid'), 'true', text);
    assert.equal(await answerText(page), before);
    assert.equal(await input.inputValue(), text);
    await input.fill('1');
    await page.locator('#answer:not(.stale)').waitFor();
  }
});

onPage('all problems are shown at once, counted, and each leads to its field', async (page) => {
  await type(page, '/layout/tensor_parallel', '0');
  await type(page, '/workload/context_tokens', 'many');
  await type(page, '/engine/memory_utilization', '2');
  const lines = page.locator('#problem-list li');
  await page.waitForFunction(() => document.querySelectorAll('#problem-list li').length === 3);
  assert.match((await page.locator('#problems-title').textContent()) ?? '', /^3 problems/);
  assert.equal(await page.locator('#inputs [aria-invalid="true"]').count(), 3);
  await lines.filter({ hasText: 'many' }).getByRole('button').click();
  assert.equal(
    await page.evaluate(() => document.activeElement?.id),
    await field(page, '/workload/context_tokens').getAttribute('id'),
  );

  await type(page, '/workload/context_tokens', '4096');
  await type(page, '/engine/memory_utilization', '0.9');
  await type(page, '/layout/tensor_parallel', '1');
  await shows(page, reportOf(opening));
  await isClean(page);
});

onPage('a rule between fields is broken: the layout says which', async (page) => {
  await type(page, '/layout/tensor_parallel', '3');
  await page.locator('#answer.stale').waitFor();
  assert.match((await page.locator('#problem-list').textContent()) ?? '', /64 .*heads|heads .*64/i);
  assert.ok(
    (await page.locator('#group-layout [aria-invalid="true"], #group-layout .group-problems:visible').count()) > 0,
  );
});

onPage('an edited preset value says what the preset has, and goes back with one press', async (page) => {
  await type(page, '/model/hf_config/num_experts', '96');
  await type(page, '/layout/expert_parallel', '8');
  const config = structuredClone(/** @type {any} */ (opening.model).hf_config);
  await shows(page, reportOf(changed({ model: { hf_config: { ...config, num_experts: 96 } } })));
  const said = note(page, '/model/hf_config/num_experts').locator('.field-override');
  assert.match((await said.textContent()) ?? '', /^128 → 96, from the preset/);
  await said.getByRole('button', { name: /^Reset .* to 128$/ }).click();
  await shows(page, reportOf(opening));
  assert.equal(await said.textContent(), '');
  assert.equal(await field(page, '/model/hf_config/num_experts').inputValue(), '128');
});

onPage('undo and redo go through the edits, and are off at their ends', async (page) => {
  assert.equal(await page.locator('#undo').isDisabled(), true);
  await type(page, '/workload/context_tokens', '8192');
  await type(page, '/layout/data_parallel', '16');
  const both = reportOf(changed({ workload: { context_tokens: 8192 }, layout: { data_parallel: 16 } }));
  await shows(page, both);
  await page.locator('#undo').click();
  await shows(page, reportOf(changed({ workload: { context_tokens: 8192 } })));
  await page.locator('#undo').click();
  await shows(page, reportOf(opening));
  assert.equal(await page.locator('#undo').isDisabled(), true);
  await page.locator('#redo').click();
  await page.locator('#redo').click();
  await shows(page, both);
  assert.equal(await page.locator('#redo').isDisabled(), true);
});

onPage('undo takes back an invalid value too', async (page) => {
  await type(page, '/layout/tensor_parallel', 'x');
  await page.locator('#answer.stale').waitFor();
  await page.locator('#undo').click();
  await page.locator('#answer:not(.stale)').waitFor();
  await shows(page, reportOf(opening));
  await isClean(page);
});

onPage('the charts follow an edit', async (page) => {
  await chartsDrawn(page);
  const sentence = page
    .locator('[data-chart="global"] svg[role="img"], [data-chart="global-batch"] svg[role="img"]')
    .first();
  const before = await sentence.getAttribute('aria-label');
  await type(page, '/workload/context_tokens', '64k');
  await page.waitForFunction(
    (old) =>
      [...document.querySelectorAll('#charts-section svg[role="img"]')].every(
        (one) => one.getAttribute('aria-label') !== old,
      ),
    before,
  );
});

onPage('typing fast shows the last of what was typed', async (page) => {
  await unfold(page);
  await field(page, '/workload/context_tokens').fill('');
  await field(page, '/workload/context_tokens').pressSequentially('16384');
  await shows(page, reportOf(changed({ workload: { context_tokens: 16_384 } })));
  await isClean(page);
});

onPage('world sizes are a list, in any order and with spaces', async (page) => {
  await type(page, '/sweep/world_sizes', '64, 8 16');
  await shows(page, reportOf(changed({ sweep: { world_sizes: [64, 8, 16] } })));
});

onPage('the answer is said once to a screen reader, when it has come to rest', async (page) => {
  await type(page, '/workload/context_tokens', '8192');
  await page.waitForFunction(
    () => document.getElementById('spoken-answer')?.textContent === document.getElementById('answer-line')?.textContent,
  );
});
