/** Models, devices and formats: picked from the catalogue, pasted, or given by a formula. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { path } from '../../web/tools/project.mjs';
import {
  answerReads,
  answerText,
  chartsDrawn,
  chooseKind,
  example,
  expectedTexts,
  field,
  inputId,
  note,
  pick,
  setUp,
  tableTexts,
  type,
  unfold,
} from './worldsize_page.mjs';

const { onPage, reportOf, columnsOf, planInAddress } = setUp();

/** @param {string} name a record of the catalogue @returns {any} */
const record = (name) => JSON.parse(readFileSync(path(`core/catalogue/models/${name}.json`), 'utf8'));

/** @type {{input: any, rows: any[]}} the first golden sweep: 84 GB */
const golden = JSON.parse(readFileSync(path('tests/golden/world_size_sweep.json'), 'utf8'))[0];

onPage(
  'the aggregate formula at 84 GB: 50 requests per GPU at world size 8, 405 in all, 25 tokens per expert',
  async (page) => {
    await page.locator('#examples-button').click();
    await page.locator('#examples-menu a', { hasText: 'Aggregate formula' }).click();
    await answerReads(page, /^Fits: 50 requests per GPU at world size 8 · 405 in all · 25 tokens per expert/);
    const { sweep } = reportOf(example('aggregate'));
    assert.deepEqual(await tableTexts(page, 'sweep-table'), expectedTexts(sweep.rows, columnsOf('sweep_aggregate')));
    // The rows shown are the golden ones: their full figures stand in the cells' titles or texts.
    for (const { world_size: size, batch_per_gpu: batch } of golden.rows) {
      const cell = page.locator(`#sweep-table tr[data-key="${size}"] [data-column="batch_per_gpu"]`);
      const shown = ((await cell.getAttribute('title')) ?? (await cell.textContent()) ?? '').replaceAll(',', '');
      assert.ok(Math.abs(parseFloat(shown) - batch) <= 1e-9 * Math.max(1, batch), `W ${size}: ${shown}, not ${batch}`);
    }
  },
);

onPage('typed into the aggregate form by hand, the golden input gives the golden rows', async (page) => {
  await chooseKind(page, 'aggregate');
  for (const key of ['budget_gb', 'per_request_gb', 'model_gb', 'fixed_gb', 'num_experts']) {
    await type(page, `/model/aggregate/${key}`, String(golden.input[key]));
  }
  await type(page, '/model/aggregate/top_k', String(golden.input.topk));
  await type(page, '/layout/data_parallel', '8');
  await answerReads(page, /^Fits: 50 requests per GPU at world size 8 · 405 in all/);
  const { plan } = reportOf(await planInAddress(page));
  assert.deepEqual(/** @type {any} */ (plan.model).aggregate, {
    ...{ budget_gb: 84, per_request_gb: 0.92, model_gb: 235, fixed_gb: 8, num_experts: 128, top_k: 8 },
  });
});

onPage('a gigabyte field takes a unit', async (page) => {
  await chooseKind(page, 'aggregate');
  await type(page, '/model/aggregate/budget_gb', '0.141 TB');
  await page.locator('#answer:not(.stale)').waitFor();
  assert.match((await note(page, '/model/aggregate/budget_gb').textContent()) ?? '', /= 141/);
});

onPage('switching the kind of model and back loses nothing', async (page) => {
  await type(page, '/model/hf_config/num_hidden_layers', '48');
  await answerReads(page, /Fits/);
  const real = await answerText(page);
  await chooseKind(page, 'decoder');
  await type(page, '/model/decoder/layers', '40');
  await page.waitForFunction((before) => document.getElementById('answer-line')?.textContent !== before, real);
  const decoder = await answerText(page);
  assert.equal(await page.locator('#inputs input[value="decoder"]').isChecked(), true);
  await chooseKind(page, 'aggregate');
  await type(page, '/model/aggregate/model_gb', '100');
  await page.waitForFunction((before) => document.getElementById('answer-line')?.textContent !== before, decoder);
  const aggregate = await answerText(page);

  await chooseKind(page, 'decoder');
  assert.equal(await field(page, '/model/decoder/layers').inputValue(), '40');
  assert.equal(await answerText(page), decoder);
  await chooseKind(page, 'hf_config');
  await unfold(page);
  assert.equal(await field(page, '/model/hf_config/num_hidden_layers').inputValue(), '48');
  assert.equal(await answerText(page), real);
  await chooseKind(page, 'aggregate');
  assert.equal(await field(page, '/model/aggregate/model_gb').inputValue(), '100');
  assert.equal(await answerText(page), aggregate);
});

onPage('each kind of model shows its own fields, and only those', async (page) => {
  const groups = () =>
    page
      .locator('#inputs .field')
      .evaluateAll((all) => [
        ...new Set(
          all.map((one) => /** @type {HTMLElement} */ (one).dataset.pointer?.split('/').slice(0, 3).join('/')),
        ),
      ]);
  await chooseKind(page, 'aggregate');
  const aggregate = await groups();
  assert.ok(
    aggregate.includes('/model/aggregate') &&
      !aggregate.some((one) => /precision|device|engine|workload/.test(one ?? '')),
  );
  await chooseKind(page, 'decoder');
  const decoder = await groups();
  assert.ok(decoder.includes('/model/decoder') && decoder.includes('/device/memory_bytes'));
  assert.ok(!decoder.some((one) => /aggregate|hf_config|preset/.test(one ?? '') && one?.startsWith('/model')));
});

onPage('a dense model has no experts in its answer, its table or its charts', async (page) => {
  await chooseKind(page, 'decoder');
  await type(page, '/layout/expert_parallel', '1');
  await chartsDrawn(page, 4);
  assert.doesNotMatch(await answerText(page), /expert/);
  assert.equal(await page.locator('#sweep-table th[data-column="experts_per_gpu"]').count(), 0);
});

onPage('a model is picked by a few letters of its name', async (page) => {
  await pick(page, '/model/preset', 'llama 405', 'meta-llama/Meta-Llama-3.1-405B');
  await type(page, '/layout/expert_parallel', '1');
  await page.locator('#answer:not(.stale)').waitFor();
  const plan = await planInAddress(page);
  assert.equal(reportOf(plan).parameters?.total, 405_853_388_800);
  assert.equal(/** @type {any} */ (plan.model).preset, 'meta-llama/Meta-Llama-3.1-405B');
  assert.equal(await field(page, '/model/preset').inputValue(), 'meta-llama/Meta-Llama-3.1-405B');
});

onPage('a device is picked: its memory comes with it', async (page) => {
  await pick(page, '/device/preset', 'b200', await firstOf(page, 'B200'));
  await page.locator('#answer:not(.stale)').waitFor();
  const plan = await planInAddress(page);
  const expected = reportOf({ ...example('opening'), device: { preset: /** @type {any} */ (plan.device).preset } });
  assert.deepEqual(plan.device, expected.plan.device);
  assert.notEqual(
    /** @type {any} */ (plan.device).memory_bytes,
    /** @type {any} */ (example('opening').device).memory_bytes,
  );
});

/** @param {import('playwright-core').Page} page @param {string} name @returns {Promise<string>} the first device of that name */
async function firstOf(page, name) {
  await unfold(page);
  await field(page, '/device/preset').click();
  await field(page, '/device/preset').fill(name);
  const id = await page
    .locator(`#${inputId('/device/preset')}-list [data-id]`)
    .first()
    .getAttribute('data-id');
  assert.ok(id?.includes(name));
  await page.keyboard.press('Escape');
  return id ?? '';
}

onPage('a format is picked for all weights, and for one kind of tensor', async (page) => {
  await unfold(page);
  await field(page, '/precision/weights').selectOption('bf16');
  await field(page, '/precision/experts').selectOption('fp8');
  await page.locator('#answer:not(.stale)').waitFor();
  const opening = example('opening');
  const precision = { .../** @type {object} */ (opening.precision), weights: 'bf16', experts: 'fp8' };
  const expected = reportOf({ ...opening, precision });
  await answerReads(page, new RegExp(`^Fits: ${expected.batch.per_gpu} requests`));
});

onPage('the list of models closes by Escape and leaves everything as it was', async (page) => {
  const before = await answerText(page);
  await field(page, '/model/preset').click();
  await page.keyboard.type('llama');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('[role="listbox"]:visible').count(), 0);
  assert.equal(await answerText(page), before);
  await page.keyboard.press('Tab');
  assert.equal(await field(page, '/model/preset').inputValue(), 'Qwen/Qwen3-235B-A22B');
});

onPage('a config.json is pasted: the model becomes that one', async (page) => {
  const { config } = record('Mixtral-8x7B-v0.1');
  await unfold(page);
  await page.locator('#config-json').fill(JSON.stringify(config, null, 2));
  await type(page, '/layout/expert_parallel', '8');
  await page.locator('#answer:not(.stale)').waitFor();
  const plan = await planInAddress(page);
  assert.equal(reportOf(plan).parameters?.total, 46_702_792_704, 'the published count of Mixtral 8x7B');
  assert.equal(await field(page, '/model/hf_config/num_local_experts').inputValue(), '8');
});

onPage('text that is not a config.json is said to be none, and changes nothing', async (page) => {
  const before = await answerText(page);
  await unfold(page);
  for (const text of ['{"hidden_size": 4096,', '[1, 2]', 'config.json']) {
    await page.locator('#config-json').fill(text);
    assert.equal(await page.locator('#config-json').getAttribute('aria-invalid'), 'true');
    assert.notEqual(await page.locator('#config-json-note').textContent(), '');
    assert.equal(await answerText(page), before);
  }
});

onPage('a config.json of an architecture that is not known is named as such', async (page) => {
  await unfold(page);
  await page.locator('#config-json').fill('{"model_type": "mamba2", "hidden_size": 4096}');
  await page.locator('#answer.stale').waitFor();
  assert.match((await page.locator('#problem-list').textContent()) ?? '', /mamba2/);
});

for (const name of ['replicated_kv', 'long_context', 'does_not_fit', 'decoder', 'aggregate']) {
  onPage(`the example ${name} opens as it is`, async (page) => {
    const { title } = JSON.parse(readFileSync(path(`web/examples/${name}.json`), 'utf8'));
    await page.locator('#examples-button').click();
    await page.locator('#examples-menu a', { hasText: title }).click();
    const report = reportOf(example(name));
    const table = report.sweep.kind === 'aggregate' ? 'sweep_aggregate' : 'sweep_model';
    await answerReads(page, new RegExp(`at world size ${report.world_size} `));
    await page.waitForFunction(
      (count) => document.querySelectorAll('#sweep-table tbody tr').length === count,
      report.sweep.rows.length,
    );
    assert.deepEqual(await tableTexts(page, 'sweep-table'), expectedTexts(report.sweep.rows, columnsOf(table)));
    assert.match(await answerText(page), report.fits ? /^Fits/ : /^Does not fit/);
  });
}
