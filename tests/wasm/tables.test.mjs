/** Tables to take along: CSV for programs, Markdown for threads, text for a terminal. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toCsv, toMarkdown, toText } from '../../wasm/tables.js';

const COLUMNS = [
  { key: 'world_size', label: 'World size', unit: 'GPUs' },
  { key: 'fits', label: 'Fits', unit: 'yes_no' },
  { key: 'batch_per_gpu', label: 'Batch per GPU', unit: 'requests' },
  { key: 'weights_bytes', label: 'Weights', unit: 'bytes' },
];
const ROWS = [
  { world_size: 1, fits: false, batch_per_gpu: 0, weights_bytes: 219 * 2 ** 30 },
  { world_size: 8, fits: true, batch_per_gpu: 50.67934782608695, weights_bytes: 36_880_515_072 },
];
const TEXT = [{ key: 'text', label: 'Text', unit: 'text' }];

/** @param {string} text */
function csvCell(text) {
  return toCsv(TEXT, [{ text }]).split('\r\n').slice(1).join('\r\n').slice(0, -2);
}

test('CSV holds raw values in full precision under a head that names their unit', () => {
  assert.equal(
    toCsv(COLUMNS, ROWS),
    'World size (GPUs),Fits,Batch per GPU (requests),Weights (bytes)\r\n' +
      '1,no,0,235149459456\r\n' +
      '8,yes,50.67934782608695,36880515072\r\n',
  );
});

test('a number read back from CSV is the same double', () => {
  const values = [0.1 + 0.2, 1 / 3, 2 ** 53 - 1, 5e-324, 1e21];
  const csv = toCsv(
    [{ key: 'value', label: 'v', unit: '' }],
    values.map((value) => ({ value })),
  );
  assert.deepEqual(csv.trim().split('\r\n').slice(1).map(Number), values);
});

test('CSV quotes commas, quotes, line ends and outer spaces, and nothing else', () => {
  assert.equal(csvCell('plain text'), 'plain text');
  assert.equal(csvCell('a,b'), '"a,b"');
  assert.equal(csvCell('say "W"'), '"say ""W"""');
  assert.equal(csvCell('two\nlines'), '"two\nlines"');
  assert.equal(csvCell(' x'), '" x"');
});

test('a text that a spreadsheet would run as a formula is defused; numbers and a lone dash are not touched', () => {
  assert.equal(csvCell('=1+1'), "'=1+1");
  assert.equal(csvCell('@SUM(A1)'), "'@SUM(A1)");
  assert.equal(csvCell('-2+3'), "'-2+3");
  assert.equal(csvCell('-'), '-');
  assert.equal(csvCell('-3.5'), '-3.5');
});

test('missing cells are empty in CSV; shapes and layouts are plain ASCII', () => {
  const columns = [
    { key: 'a', label: 'A', unit: 'requests' },
    { key: 'shape', label: 'Shape', unit: 'shape' },
    { key: 'layout', label: 'Layout', unit: 'layout' },
  ];
  const row = { a: null, shape: [8192, 4096], layout: { tensor_parallel: 4, data_parallel: 2 } };
  assert.equal(toCsv(columns, [row]).split('\r\n')[1], ',8192x4096,TP 4 DP 2');
});

test('Markdown aligns numbers to the right and has one unit a column', () => {
  assert.equal(
    toMarkdown(COLUMNS, ROWS),
    [
      '| World size (GPUs) | Fits | Batch per GPU (requests) | Weights (GiB) |',
      '| ---: | --- | ---: | ---: |',
      '| 1 | no | 0.00 | 219.00 |',
      '| 8 | yes | 50.68 | 34.35 |',
      '',
    ].join('\n'),
  );
});

test('a name cannot break out of its Markdown cell', () => {
  assert.equal(
    toMarkdown(TEXT, [{ text: 'a|b <img src=x>\nc\\' }]).split('\n')[2],
    '| a\\|b &lt;img src=x&gt; c\\\\ |',
  );
});

test('the terminal table aligns its columns and writes units under the labels', () => {
  assert.equal(
    toText(COLUMNS, ROWS),
    [
      'World size  Fits  Batch per GPU  Weights',
      '      GPUs             requests      GiB',
      '──────────  ────  ─────────────  ───────',
      '         1  no             0.00   219.00',
      '         8  yes           50.68    34.35',
      '',
    ].join('\n'),
  );
});

test('tables without rows still have their head', () => {
  assert.equal(toCsv(TEXT, []), 'Text\r\n');
  assert.equal(toMarkdown(TEXT, []), '| Text |\n| --- |\n');
  assert.equal(toText(TEXT, []), 'Text\n────\n');
});
