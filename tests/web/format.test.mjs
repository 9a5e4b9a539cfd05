/** Numbers as text: what a reader sees, exactly. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  formatBytes,
  formatColumn,
  formatExact,
  formatInteger,
  formatLayout,
  formatNumber,
  formatParameters,
  formatValue,
  sharedUnit,
  valueAt,
} from '../../web/app/format.js';

/** @param {number[]} values @param {string} unit */
function columnOf(values, unit) {
  const { unit: shown, texts } = formatColumn(
    values.map((value) => ({ value })),
    { key: 'value', label: 'Value', unit },
  );
  return { shown, texts };
}

test('memory is written in IEC units with two decimals', () => {
  assert.equal(formatBytes(37_676_122_112), '35.09 GiB');
  assert.equal(formatBytes(2 ** 40), '1.00 TiB');
  assert.equal(formatBytes(0), '0 B');
  assert.equal(formatBytes(1023), '1,023 B');
});

test('memory just below a unit is not written as 1,024 of the smaller one', () => {
  assert.equal(formatBytes(2 ** 20 - 1), '1.00 MiB');
  assert.equal(formatBytes(2 ** 30 - 1), '1.00 GiB');
});

test('141 GiB passes the 32-bit limits unharmed', () => {
  assert.equal(formatBytes(141 * 2 ** 30), '141.00 GiB');
  assert.equal(formatExact(141 * 2 ** 30, 'bytes'), '151,397,597,184 bytes');
});

test('a negative has a true minus sign, and a negative that rounds to nothing has none', () => {
  assert.equal(formatBytes(-3 * 2 ** 30), '−3.00 GiB');
  assert.equal(formatNumber(-0.5), '−0.5');
  assert.deepEqual(columnOf([-0.00001, 250], 'GB').texts, ['0.00', '250.00']);
});

test('significant digits never cut digits before the point', () => {
  assert.equal(formatNumber(20892.391304347824), '20,892');
  assert.equal(formatNumber(50.67934782608695), '50.68');
  assert.equal(formatNumber(0.000123456), '0.0001235');
  assert.equal(formatNumber(235_093_634_560), '235,093,634,560');
  assert.equal(formatInteger(1904), '1,904');
});

test('parameters are counted as model names count them, exact on demand', () => {
  assert.equal(formatParameters(235_093_634_560), '235.09 B');
  assert.equal(formatParameters(999), '999');
  assert.equal(formatExact(235_093_634_560, 'parameters'), '235,093,634,560 parameters');
});

test('a value on its own carries its unit, in the singular for exactly one', () => {
  assert.equal(formatValue(84, 'GB'), '84 GB');
  assert.equal(formatValue(50.67934782608695, 'requests'), '50.68 requests');
  assert.equal(formatValue(1, 'GPUs'), '1 GPU');
  assert.equal(formatValue(0.5, 'experts'), '0.5 experts');
  assert.equal(formatValue(true, 'yes_no'), 'yes');
  assert.equal(formatValue([8192, 4096], 'shape'), '8192 × 4096');
  assert.equal(formatValue(12, ''), '12');
});

test('what is missing is a dash, never 0, null or NaN', () => {
  for (const unit of ['bytes', 'GB', 'requests', 'parameters', 'text', 'shape', '']) {
    assert.equal(formatValue(null, unit), '–');
    assert.equal(formatValue(undefined, unit), '–');
  }
  assert.equal(formatNumber(NaN), '–');
  assert.equal(formatBytes(Infinity), '–');
});

test('a layout names what is divided', () => {
  const layout = {
    tensor_parallel: 4,
    pipeline_parallel: 1,
    context_parallel: 1,
    data_parallel: 2,
    expert_parallel: 8,
  };
  assert.equal(formatLayout(layout), 'TP 4 · DP 2 · EP 8');
  assert.equal(formatValue({ ...layout, tensor_parallel: 1, data_parallel: 1, expert_parallel: 1 }, 'layout'), 'TP 1');
});

test('a column has one unit and the same decimals in every cell', () => {
  const GiB = 2 ** 30;
  assert.deepEqual(columnOf([219 * GiB, 34.35 * GiB, 0.5 * GiB], 'bytes'), {
    shown: 'GiB',
    texts: ['219.00', '34.35', '0.50'],
  });
  assert.deepEqual(columnOf([0, 18.75, 50.67934782608695], 'requests').texts, ['0.00', '18.75', '50.68']);
});

test('a column of whole numbers has no decimals', () => {
  assert.deepEqual(columnOf([0, 18, 1904], 'requests').texts, ['0', '18', '1,904']);
  assert.deepEqual(columnOf([128, 64, 0.5], 'experts').texts, ['128.0', '64.0', '0.5']);
});

test('a column takes the smaller unit when half of its values would not show in the larger', () => {
  const MiB = 2 ** 20;
  assert.equal(columnOf([6393 * MiB, 94 * MiB, 1187 * MiB, 1.5 * MiB], 'bytes').shown, 'GiB');
  assert.deepEqual(columnOf([2 * 2 ** 30, 8192], 'bytes'), { shown: 'MiB', texts: ['2,048.00', '0.01'] });
});

test('what is there but too small for its column does not read 0', () => {
  assert.deepEqual(columnOf([805_306_368, 128, 0], 'parameters').texts, ['805.31', '<0.01', '0.00']);
});

test('parameters of a column are counted in words, which no one takes for megabytes', () => {
  assert.deepEqual(columnOf([33_554_432, 524_288], 'parameters'), { shown: 'million', texts: ['33.55', '0.52'] });
});

test('missing cells of a number column stay dashes and do not disturb its decimals', () => {
  const { texts, align } = formatColumn([{ b: 1.5 }, { b: null }], { key: 'b', label: 'B', unit: 'requests' });
  assert.deepEqual(texts, ['1.5', '–']);
  assert.equal(align, 'right');
});

test('the axis of a chart and a column share their unit', () => {
  assert.deepEqual(sharedUnit('bytes', [125 * 2 ** 30]), { unit: 'GiB', divisor: 2 ** 30 });
  assert.deepEqual(sharedUnit('GB', [84]), { unit: 'GB', divisor: 1 });
});

test('a cell is found by its key or by a path', () => {
  const row = { layout: { tensor_parallel: 8 }, 'a.b': 1 };
  assert.equal(valueAt(row, 'layout.tensor_parallel'), 8);
  assert.equal(valueAt(row, '/layout/tensor_parallel'), 8);
  assert.equal(valueAt(row, 'a.b'), 1);
  assert.equal(valueAt(row, 'layout.missing.deeper'), null);
});
