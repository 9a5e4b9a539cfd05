/** The page as a reader uses it: opened, answered, and without a fault when it is left. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { formatColumn } from '../../wasm/format.js';
import { decode } from '../../wasm/link.js';
import { loadPlannerInNode } from '../../wasm/node.js';
import { path } from '../../web/tools/project.mjs';
import { openBrowser } from './browser.mjs';

/**
 * @typedef {import('playwright-core').Page} Page
 * @typedef {import('playwright-core').BrowserContextOptions} ContextOptions
 * @typedef {import('./browser.mjs').OpenPage} OpenPage
 * @typedef {import('../../wasm/types.js').Plan} Plan
 * @typedef {import('../../wasm/types.js').Report} Report
 * @typedef {import('../../wasm/types.js').Column} Column
 * @typedef {Awaited<ReturnType<typeof openBrowser>>} Browser
 */

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** @param {string} name an example of the page @returns {Plan} */
export function example(name) {
  return JSON.parse(readFileSync(path(`web/examples/${name}.json`), 'utf8')).plan;
}

/**
 * A browser and a planner in node for the tests of one file, and `onPage`: a test with a page of its own that must be
 * without faults at its end.
 */
export function setUp() {
  /** @type {Browser} */
  let browser;
  /** @type {import('../../wasm/planner.js').Planner} */
  let planner;
  before(async () => {
    [browser, planner] = await Promise.all([openBrowser(), loadPlannerInNode()]);
  });
  after(() => browser.close());

  /** @param {string} [address] @param {ContextOptions} [options] */
  async function open(address = '', options = {}) {
    const opened = await browser.openPage(address, { permissions: ['clipboard-read', 'clipboard-write'], ...options });
    opened.page.setDefaultTimeout(10_000);
    await answered(opened.page);
    return opened;
  }

  /**
   * @param {string} name @param {(page: Page, opened: OpenPage) => Promise<void>} body
   * @param {ContextOptions & {address?: string}} [options]
   */
  function onPage(name, body, { address, ...options } = {}) {
    test(name, async () => {
      const opened = await open(address, options);
      try {
        await body(opened.page, opened);
        opened.assertClean();
      } finally {
        await opened.close();
      }
    });
  }

  /** The bridge's own answer, without a browser. @param {Plan} plan @returns {Report} */
  function reportOf(plan) {
    const answer = planner.evaluate(plan);
    assert.ok(answer.ok, JSON.stringify(answer));
    return answer.report;
  }

  /** @param {'sweep_model' | 'sweep_aggregate' | 'tensors'} table @returns {Column[]} */
  function columnsOf(table) {
    const answer = planner.vocabulary();
    assert.ok(answer.ok);
    return answer.vocabulary.columns[table];
  }

  /** The plan that stands in the address, once it does. @param {Page} page */
  async function planInAddress(page) {
    await page.waitForFunction(() => location.hash.length > 1);
    const decoded = await decode(new URL(page.url()).hash);
    assert.ok(decoded.ok);
    return decoded.state.plan;
  }
  return { onPage, open, reportOf, columnsOf, planInAddress, browser: () => browser, planner: () => planner };
}

/** @param {Page} page the planner has answered, or said why it cannot */
export async function answered(page) {
  await page.waitForFunction(() => !/^(Computing …)?$/.test(document.getElementById('answer-line')?.textContent ?? ''));
}

/** @param {Page} page @param {number} [count] */
export async function chartsDrawn(page, count = 6) {
  await page.waitForFunction(
    (wanted) => document.querySelectorAll('#charts-section .chart-stage svg[role="img"]').length === wanted,
    count,
  );
}

/** @param {Page} page @returns {Promise<string>} */
export async function answerText(page) {
  return (await page.locator('#answer-line').textContent()) ?? '';
}

/** @param {Page} page @param {RegExp} pattern */
export async function answerReads(page, pattern) {
  await page.waitForFunction(
    ([source, flags]) => new RegExp(source, flags).test(document.getElementById('answer-line')?.textContent ?? ''),
    [pattern.source, pattern.flags],
  );
}

/** @param {string} pointer */
export const inputId = (pointer) => `field${pointer.replace(/\W+/g, '-')}`;

/** @param {Page} page @param {string} pointer */
export const field = (page, pointer) => page.locator(`#${inputId(pointer)}`);

/** What is said below a field. @param {Page} page @param {string} pointer */
export const note = (page, pointer) => page.locator(`#${inputId(pointer)}-note`);

/** Opens every fold of the form, as a reader would who looks for a field. @param {Page} page */
export async function unfold(page) {
  await page.locator('#inputs details').evaluateAll((folds) => {
    for (const fold of folds) /** @type {HTMLDetailsElement} */ (fold).open = true;
  });
}

/** @param {Page} page @param {string} pointer @param {string} text */
export async function type(page, pointer, text) {
  await unfold(page);
  await field(page, pointer).fill(text);
}

/** @param {Page} page @param {string} pointer @param {string} search @param {string} id */
export async function pick(page, pointer, search, id) {
  await unfold(page);
  await field(page, pointer).click();
  await field(page, pointer).fill(search);
  await page.locator(`#${inputId(pointer)}-list [data-id="${id}"]`).click();
}

/** @param {Page} page @param {'hf_config' | 'decoder' | 'aggregate'} kind */
export async function chooseKind(page, kind) {
  await page.locator('.segments label', { has: page.locator(`input[value="${kind}"]`) }).click();
}

/** The rows of a table as they are shown, a list of texts each. @param {Page} page @param {string} id */
export function tableTexts(page, id) {
  return page
    .locator(`#${id} tbody tr`)
    .evaluateAll((lines) =>
      lines.map((line) => [...line.querySelectorAll('.table-value')].map((cell) => cell.textContent ?? '')),
    );
}

/** The texts that a table of these rows must show. @param {import('../../wasm/types.js').Row[]} rows @param {Column[]} columns */
export function expectedTexts(rows, columns) {
  const shown = columns.filter(({ key }) => rows.some((row) => row[key] !== null && row[key] !== undefined));
  const texts = shown.map((column) => formatColumn(rows, column).texts);
  return rows.map((_, index) => texts.map((column) => column[index]));
}

/** @param {Page} page @param {() => Promise<unknown>} act @returns {Promise<{name: string, content: Buffer}>} */
export async function downloaded(page, act) {
  const [download] = await Promise.all([page.waitForEvent('download'), act()]);
  return { name: download.suggestedFilename(), content: readFileSync(await download.path()) };
}

/** @param {Page} page @returns {Promise<string>} */
export const clipboard = (page) => page.evaluate(() => navigator.clipboard.readText());

/** What axe finds, a line each. @param {Page} page @param {string} [part] of the page; without it, all of it @returns {Promise<string[]>} */
export async function axeFindings(page, part = 'html') {
  await page.evaluate(axeSource);
  return page.evaluate(
    `axe.run('${part}', { resultTypes: ['violations'] }).then(({ violations }) => violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => id + ': ' + html.slice(0, 150) + ' ' + failureSummary.slice(0, 200))))`,
  );
}
