/** What the charts show and say, before anything is drawn. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { linearAxis, logAxis, worldAxis, worldTicks } from '../../web/app/charts/axes.js';
import { chartSentence, pointText, restingText, trendOf } from '../../web/app/charts/sentence.js';
import { sweepCharts } from '../../web/app/charts/spec.js';

const golden = JSON.parse(readFileSync(new URL('../golden/world_size_sweep.json', import.meta.url), 'utf8'))[0];
const POWERS = [1, 2, 4, 8, 16, 32, 64, 128, 256];

/** The first golden sweep as the planner reports it. */
function aggregateReport() {
  return {
    world_size: 8,
    plan: { model: { aggregate: golden.input } },
    sweep: { kind: 'aggregate', rows: golden.rows, best: { world_size: 256, row: 8 } },
  };
}

/** @param {number} worldSize @param {object} [changes] */
function modelRow(worldSize, changes = {}) {
  const GiB = 2 ** 30;
  return {
    world_size: worldSize,
    fits: true,
    batch_per_gpu: 10.5,
    whole_batch_per_gpu: 10,
    ideal_batch_per_gpu: 12,
    global_batch: 10.5 * worldSize,
    experts_per_gpu: null,
    expected_m_per_group: null,
    weights_bytes: 40 * GiB,
    ideal_weights_bytes: (40 * GiB) / worldSize,
    kv_cache_bytes: 20 * GiB,
    transient_bytes: GiB,
    runtime_bytes: 2 * GiB,
    used_bytes: 63 * GiB,
    budget_bytes: 72 * GiB,
    reason: null,
    ...changes,
  };
}

/** @param {object[]} rows @param {number} [best] */
function modelReport(rows, best = 0) {
  return { world_size: 1, plan: {}, sweep: { kind: 'model', rows, best: { world_size: 1, row: best } } };
}

/** @param {any} report */
function spec(report) {
  const sweep = sweepCharts(report);
  assert.ok(sweep);
  return sweep;
}

/** @param {any} report @param {string} id */
function chartOf(report, id) {
  const sweep = spec(report);
  const chart = sweep.charts.find((candidate) => candidate.id === id);
  assert.ok(chart);
  return { sweep, chart };
}

test('a mixture has the six charts of the first formula', () => {
  const ids = spec(aggregateReport()).charts.map(({ id }) => id);
  assert.deepEqual(ids, ['batch', 'batch-log', 'memory', 'global-batch', 'experts', 'm-per-group']);
});

test('a dense model has four, and says why the other two are absent', () => {
  const sweep = spec(modelReport([modelRow(1), modelRow(2)]));
  assert.deepEqual(
    sweep.charts.map(({ id }) => id),
    ['batch', 'batch-log', 'memory', 'global-batch'],
  );
  assert.match(sweep.note ?? '', /dense model has no experts/);
});

test('a sweep without rows has no charts', () => {
  assert.equal(sweepCharts(modelReport([])), null);
});

test('world sizes are drawn on a log axis from a span of 16 times', () => {
  assert.equal(worldAxis([1, 2, 4, 8]).log, false);
  assert.equal(worldAxis([1, 2, 4, 8, 16]).log, true);
  assert.equal(worldAxis([8]).log, false);
});

test('every tick of the world axis is a world size, the ends always among them', () => {
  assert.deepEqual(worldTicks(worldAxis(POWERS), POWERS, 300), POWERS);
  const all = Array.from({ length: 256 }, (_, index) => index + 1);
  const ticks = worldTicks(worldAxis(all), all, 300);
  assert.deepEqual(ticks, POWERS);
  const narrow = worldTicks(worldAxis(POWERS), POWERS, 80);
  assert.ok(narrow.length < 6 && narrow.includes(1) && narrow.includes(256));
});

test('a linear axis begins at 0, has round ticks, and room for its largest value', () => {
  for (const top of [0.3, 1, 7, 81.6, 84, 243, 1905, 20892]) {
    const { domain, ticks } = linearAxis(top);
    assert.equal(domain[0], 0);
    assert.ok(domain[1] >= top, `${top} fits`);
    assert.ok(ticks.length >= 3 && ticks.length <= 7, `${top}: ${ticks}`);
    assert.ok(ticks.every((tick) => tick <= domain[1]));
  }
});

test('a log axis has 2 to 8 ticks within it, whatever its range', () => {
  for (const [low, high] of [
    [18.75, 81.6],
    [40, 100],
    [75, 20892],
    [0.5, 128],
    [143, 144],
    [1, 1e9],
    [5, 5],
  ]) {
    for (const base of /** @type {const} */ ([2, 10])) {
      const { domain, ticks } = logAxis([low, high], base);
      assert.ok(domain[0] < low && domain[1] > high);
      assert.ok(ticks.length >= 1 && ticks.length <= 9, `${low} to ${high}, base ${base}: ${ticks}`);
    }
  }
});

test('rows are drawn in order of world size, and know their place in the report', () => {
  const sweep = spec(modelReport([modelRow(8), modelRow(2), modelRow(4)], 1));
  assert.deepEqual(
    sweep.points.map(({ worldSize }) => worldSize),
    [2, 4, 8],
  );
  assert.deepEqual(
    sweep.points.map(({ index }) => index),
    [1, 2, 0],
  );
  assert.equal(sweep.best, 0);
});

test('a row that does not fit has no batch in the charts, but keeps its experts and its memory', () => {
  const report = aggregateReport();
  assert.equal(chartOf(report, 'batch').chart.series[0].values[0], null);
  assert.equal(chartOf(report, 'experts').chart.series[0].values[0], 128);
  assert.equal(chartOf(report, 'memory').chart.series[0].values[0], 235);
});

test('memory is drawn in the unit of its budget, and reaches beyond it where it must', () => {
  const { chart } = chartOf(
    modelReport([modelRow(1, { fits: false, weights_bytes: 5e12, used_bytes: 5.1e12 })]),
    'memory',
  );
  assert.equal(chart.unit, 'GiB');
  assert.ok(chart.axis.domain[1] > 5.1e12 / 2 ** 30);
});

test('a real model shows what M/W would give, beside what it gives', () => {
  const report = modelReport([modelRow(1), modelRow(2)]);
  assert.deepEqual(
    chartOf(report, 'batch').chart.series.map(({ role }) => role),
    ['main', 'ideal'],
  );
  assert.ok(chartOf(report, 'memory').chart.series.some(({ role }) => role === 'ideal'));
  assert.deepEqual(
    chartOf(aggregateReport(), 'batch').chart.series.map(({ role }) => role),
    ['main'],
  );
});

test('the sentence of a chart tells its course and what does not fit', () => {
  const { chart, sweep } = chartOf(aggregateReport(), 'batch');
  assert.equal(
    chartSentence(chart, sweep),
    'Batch per GPU, 1 to 256 GPUs: rises from 18.75 requests at 4 GPUs to 81.61 at 256 GPUs. World sizes 1 and 2 do not fit.',
  );
});

test('the sentence of the memory chart tells each part and the budget', () => {
  const { chart, sweep } = chartOf(aggregateReport(), 'memory');
  const sentence = chartSentence(chart, sweep);
  assert.match(sentence, /model: falls from 235\.00 GB at 1 GPU to 0\.92 at 256 GPUs/);
  assert.match(sentence, /fixed: stays at 8\.00 GB; the budget: stays at 84\.00 GB/);
});

test('a trend is named from all its steps', () => {
  assert.equal(trendOf([1, 2, 3]), 'rises');
  assert.equal(trendOf([1, 2, 2]), 'rises');
  assert.equal(trendOf([3, 2, 1]), 'falls');
  assert.equal(trendOf([2, 2]), 'stays');
  assert.equal(trendOf([1, 3, 2]), 'peaks');
  assert.equal(trendOf([3, 1, 2]), 'varies');
});

test('a point is read with its values, whole requests and the M/W limit', () => {
  const batch = chartOf(modelReport([modelRow(1), modelRow(2)]), 'batch');
  assert.equal(pointText(batch.chart, batch.sweep, 1, false), '2 GPUs: 10.5 requests (10 whole), 12.0 by M/W');
  const memory = chartOf(modelReport([modelRow(1)]), 'memory');
  assert.equal(
    pointText(memory.chart, memory.sweep, 0, false),
    '1 GPU: weights 40.00, KV cache 20.00, transients 1.00, runtime 2.00 of 72.00 GiB, weights by M/W 40.00',
  );
});

test('a point that does not fit is read with its reason', () => {
  const row = modelRow(1, { fits: false, batch_per_gpu: 0, reason: 'Weights need 219 GiB of 126.' });
  const { chart, sweep } = chartOf(modelReport([row, modelRow(2)], 1), 'batch');
  assert.equal(pointText(chart, sweep, 0, true), '1 GPU: does not fit: Weights need 219 GiB of 126.');
  assert.equal(pointText(chart, sweep, 0, false), '1 GPU: does not fit');
});

test('at rest a chart names the best', () => {
  const { chart, sweep } = chartOf(aggregateReport(), 'batch');
  assert.equal(restingText(chart, sweep), '256 GPUs, the best: 81.61 requests');
});
