/** What a reader takes along: the files are whole, and say what the page says. */
import assert from 'node:assert/strict';
import { toCsv, toMarkdown } from '../../wasm/tables.js';
import { decode } from '../../wasm/link.js';
import { chartsDrawn, clipboard, downloaded, example, setUp } from './worldsize_page.mjs';

/** @typedef {import('playwright-core').Page} Page */

const { onPage, reportOf, columnsOf } = setUp();
const opening = example('opening');

/** @param {Page} page @param {string} entry of the Export menu */
async function exportAs(page, entry) {
  await page.locator('#export-button').click();
  await page.locator('#export-menu').getByText(entry, { exact: true }).click();
}

/** A PNG's size by its header. @param {Buffer} content */
function pngSize(content) {
  assert.equal(content.subarray(0, 8).toString('latin1'), '\x89PNG\r\n\x1a\n');
  assert.equal(content.subarray(-8, -4).toString('latin1'), 'IEND', 'the picture is whole');
  return { width: content.readUInt32BE(16), height: content.readUInt32BE(20) };
}

/** What a picture viewer would make of an SVG file. @param {Page} page @param {string} svg */
function parsedSvg(page, svg) {
  return page.evaluate((text) => {
    const file = new DOMParser().parseFromString(text, 'image/svg+xml');
    const paths = [...file.querySelectorAll('path, circle, line, rect')];
    return {
      isSvg: file.documentElement.namespaceURI === 'http://www.w3.org/2000/svg' && !file.querySelector('parsererror'),
      title: file.querySelector('title')?.textContent ?? '',
      text: file.documentElement.textContent ?? '',
      marks: paths.length,
      // A file on its own has no style sheet and no network.
      foreign: [...file.querySelectorAll('script, foreignObject, image, use[href^="http"]')].length,
      variables: text.includes('var(--'),
    };
  }, svg);
}

onPage('the sweep as CSV: the bridge’s rows in full precision', async (page) => {
  const { sweep } = reportOf(opening);
  const expected = toCsv(columnsOf('sweep_model'), sweep.rows);
  const { name, content } = await downloaded(page, () => exportAs(page, 'Sweep as CSV'));
  assert.match(name, /^worldsize-sweep-[\w.-]+\.csv$/);
  assert.equal(content.toString('utf8'), expected);
});

onPage('the table’s own CSV follows its order', async (page) => {
  await page.locator('#sweep-table th[data-column="world_size"] button').click();
  const { content } = await downloaded(page, () =>
    page.locator('#sweep-section').getByRole('button', { name: 'Download CSV' }).click(),
  );
  const [head, ...lines] = content.toString('utf8').trimEnd().split('\r\n');
  assert.match(head, /^World size \(GPUs\),Fits,/);
  assert.deepEqual(
    lines.map((line) => Number(line.split(',')[0])),
    [256, 128, 64, 32, 16, 8, 4, 2, 1],
  );
});

onPage('the tensors as CSV: one line each', async (page) => {
  const { tensors } = reportOf(opening);
  const { content } = await downloaded(page, () => exportAs(page, 'Tensors as CSV'));
  assert.equal(content.toString('utf8'), toCsv(columnsOf('tensors'), tensors));
});

onPage('plan and report as JSON are the bridge’s', async (page) => {
  const report = reportOf(opening);
  const plan = await downloaded(page, () => exportAs(page, 'Plan as JSON'));
  assert.match(plan.name, /\.json$/);
  assert.deepEqual(JSON.parse(plan.content.toString('utf8')), report.plan);
  const whole = await downloaded(page, () => exportAs(page, 'Report as JSON'));
  assert.deepEqual(JSON.parse(whole.content.toString('utf8')), report);
});

onPage('the sweep as Markdown, from the table and from the menu', async (page) => {
  const { rows } = reportOf(opening).sweep;
  const expected = toMarkdown(columnsOf('sweep_model'), rows);
  await page.locator('#sweep-section').getByRole('button', { name: 'Copy Markdown' }).click();
  await page.locator('#sweep-section .table-status', { hasText: 'Copied' }).waitFor();
  assert.equal(await clipboard(page), expected);
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await exportAs(page, 'Copy sweep as Markdown');
  await page.waitForFunction(async () => (await navigator.clipboard.readText()) !== '');
  assert.equal(await clipboard(page), expected);
});

onPage('Copy link gives an address that holds the whole plan', async (page) => {
  await page.locator('#copy-link').click();
  await page.locator('#copy-link', { hasText: 'Copied' }).waitFor();
  const link = new URL(await clipboard(page));
  assert.equal(link.origin + link.pathname, new URL(page.url()).origin + new URL(page.url()).pathname);
  const decoded = await decode(link.hash);
  assert.deepEqual(decoded.ok && decoded.state.plan, reportOf(opening).plan);
});

onPage('a chart as SVG: a whole file with title, marks and its own colours', async (page) => {
  await chartsDrawn(page);
  const { name, content } = await downloaded(page, () =>
    page
      .locator('[data-chart="batch"]')
      .getByRole('button', { name: /as SVG/ })
      .click(),
  );
  assert.match(name, /\.svg$/);
  const svg = await parsedSvg(page, content.toString('utf8'));
  assert.ok(svg.isSvg && svg.marks > 5);
  assert.match(svg.title, /Batch per GPU/);
  assert.equal(svg.foreign, 0);
  assert.equal(svg.variables, false, 'a file has no style sheet to look colours up in');
});

onPage('a chart as PNG: twice as fine as on screen', async (page) => {
  await chartsDrawn(page);
  const chart = page.locator('[data-chart="memory"]');
  const { name, content } = await downloaded(page, () => chart.getByRole('button', { name: /as PNG/ }).click());
  assert.match(name, /\.png$/);
  const { width } = pngSize(content);
  const onScreen = (await chart.locator('.chart-stage svg').boundingBox())?.width ?? 0;
  assert.ok(width >= 2 * onScreen, `${width} pixels for ${onScreen}`);
});

onPage('all charts in one SVG and one PNG', async (page) => {
  await chartsDrawn(page);
  const svg = await downloaded(page, () => exportAs(page, 'Charts as SVG'));
  const parsed = await parsedSvg(page, svg.content.toString('utf8'));
  const titles = await page.locator('.chart-title').allTextContents();
  assert.equal(titles.length, 6);
  for (const title of titles) assert.ok(parsed.text.includes(title), `${title} is missing`);
  const png = await downloaded(page, () => exportAs(page, 'Charts as PNG'));
  const { width, height } = pngSize(png.content);
  assert.ok(width > 1000 && height > 1000);
});

onPage('what is saved while an input is wrong is the last valid plan', async (page) => {
  const expected = reportOf(opening).plan;
  await page.locator('#field-layout-tensor_parallel').fill('0');
  await page.locator('#answer.stale').waitFor();
  const { content } = await downloaded(page, () => exportAs(page, 'Plan as JSON'));
  assert.deepEqual(JSON.parse(content.toString('utf8')), expected);
});

onPage('one page to print: the answer and its tables, without controls', async (page) => {
  await chartsDrawn(page);
  await page.emulateMedia({ media: 'print' });
  assert.equal(await page.locator('#answer-line').isVisible(), true);
  assert.equal(await page.locator('#sweep-table').isVisible(), true);
  for (const control of ['#export-button', '#undo', '#theme']) {
    assert.equal(await page.locator(control).isVisible(), false, `${control} is printed`);
  }
});
