/** The main job without a pointer: every step by keys alone. */
import assert from 'node:assert/strict';
import { decode } from '../../wasm/link.js';
import { answerReads, answerText, chartsDrawn, clipboard, inputId, setUp, tableTexts } from './worldsize_page.mjs';

/** @typedef {import('playwright-core').Page} Page */

const { onPage } = setUp();

/** More stops than the page has: whoever needs more went past. */
const MOST_STOPS = 150;

/** Presses Tab until the focus is on what the selector names. @param {Page} page @param {string} selector @param {'Tab' | 'Shift+Tab'} [key] */
async function tabTo(page, selector, key = 'Tab') {
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    await page.keyboard.press(key);
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) === true, selector)) return;
  }
  assert.fail(`${key} never came to ${selector}`);
}

/** @param {Page} page @returns {Promise<string>} */
const focused = (page) =>
  page.evaluate(() => {
    const one = /** @type {HTMLElement | null} */ (document.activeElement);
    return one?.id || one?.dataset.explain || `${one?.tagName} ${one?.textContent?.slice(0, 30)}`;
  });

onPage('plan, ask, sort, adopt and share by keys alone', async (page) => {
  await chartsDrawn(page);
  const before = await answerText(page);
  const context = `#${inputId('/workload/context_tokens')}`;
  await tabTo(page, context);
  await page.keyboard.press('Control+A');
  await page.keyboard.type('16k');
  await page.waitForFunction((old) => document.getElementById('answer-line')?.textContent !== old, before);
  assert.equal(await focused(page), context.slice(1), 'typing moves no focus');

  await tabTo(page, '#answer-line [data-explain="/batch/per_gpu"]', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await page.locator('#explanation .formula').first().waitFor();
  assert.ok(await page.evaluate(() => document.getElementById('explanation')?.contains(document.activeElement)));
  await page.keyboard.press('Escape');
  await page.locator('#explanation').waitFor({ state: 'hidden' });
  assert.equal(await focused(page), '/batch/per_gpu');

  await tabTo(page, '#sweep-table button');
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await page.locator('#sweep-table th[aria-sort="descending"]').waitFor();
  assert.equal((await tableTexts(page, 'sweep-table'))[0][0], '256');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await answerReads(page, / at world size 128 /);

  await tabTo(page, '#copy-link', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await page.locator('#copy-link', { hasText: 'Copied' }).waitFor();
  const decoded = await decode(new URL(await clipboard(page)).hash);
  const plan = /** @type {any} */ (decoded.ok && decoded.state.plan);
  assert.equal(plan.workload.context_tokens, 16_384);
  assert.equal(plan.layout.data_parallel, 128);
});

onPage('a model is picked, a kind chosen and a format selected by keys', async (page) => {
  await tabTo(page, `#${inputId('/model/preset')}`);
  await page.keyboard.press('Control+A');
  await page.keyboard.type('qwen3-32b');
  await page.keyboard.press('Enter');
  await page.locator('#group-model .group-summary', { hasText: 'Qwen/Qwen3-32B' }).waitFor({ state: 'attached' });
  assert.equal(await page.locator(`#${inputId('/model/preset')}`).inputValue(), 'Qwen/Qwen3-32B');

  await tabTo(page, `#${inputId('/precision/weights')}`);
  await page.keyboard.type('bf16');
  assert.equal(await page.locator(`#${inputId('/precision/weights')}`).inputValue(), 'bf16');

  await tabTo(page, 'input[name="model-kind"]', 'Shift+Tab');
  await page.keyboard.press('ArrowRight');
  await page.locator(`#${inputId('/model/decoder/layers')}`).waitFor();
  assert.ok(
    await page.evaluate(() => document.activeElement?.matches('input[value="decoder"]')),
    'the focus stays on the switch',
  );
});

onPage('the keys of the page do what the list of keys says, and leave typing alone', async (page) => {
  await page.keyboard.press('?');
  await page.locator('#keys[open]').waitFor();
  assert.match((await page.locator('#keys').textContent()) ?? '', /undo/i);
  await page.keyboard.press('Escape');
  await page.locator('#keys').waitFor({ state: 'hidden' });
  await page.keyboard.press('a');
  assert.ok(await page.evaluate(() => document.getElementById('answer-line')?.contains(document.activeElement)));
  await page.keyboard.press('i');
  assert.ok(await page.evaluate(() => document.getElementById('inputs')?.contains(document.activeElement)));

  const context = page.locator(`#${inputId('/workload/context_tokens')}`);
  await context.focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('a?i');
  assert.equal(await context.inputValue(), 'a?i');
  assert.equal(await page.locator('#keys').isVisible(), false);
});

onPage('Ctrl Z and Ctrl Shift Z undo and redo', async (page) => {
  const before = await answerText(page);
  await tabTo(page, '#sweep-table button');
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await answerReads(page, / at world size 256 /);
  await page.keyboard.press('Control+z');
  await page.waitForFunction((text) => document.getElementById('answer-line')?.textContent === text, before);
  await page.keyboard.press('Control+Shift+Z');
  await answerReads(page, / at world size 256 /);
});

onPage('the first stop skips to the results', async (page) => {
  await page.keyboard.press('Tab');
  assert.match(await focused(page), /Skip to the results/);
  await page.keyboard.press('Enter');
  assert.equal(await focused(page), 'results');
  assert.equal(new URL(page.url()).hash, '', 'the address is the plan’s');
});

onPage('the focus is seen at every stop, and never behind what stays in view', async (page) => {
  await chartsDrawn(page);
  /** @type {Set<string>} */
  const wrong = new Set();
  let stops = 0;
  for (; stops < MOST_STOPS; stops += 1) {
    await page.keyboard.press('Tab');
    const found = await page.evaluate(() => {
      const one = /** @type {HTMLElement} */ (document.activeElement);
      if (one === document.body || one.dataset.passed) return null;
      one.dataset.passed = 'yes';
      const name =
        one.id || one.dataset.explain || `${one.tagName} ${one.className} ${one.textContent?.trim().slice(0, 30)}`;
      const marked = [one, one.nextElementSibling, one.closest('label')].some((part) => {
        if (!part) return false;
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(part);
        return (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1) || (part === one && boxShadow !== 'none');
      });
      const box = one.getBoundingClientRect();
      const [x, y] = [box.x + box.width / 2, box.y + Math.min(box.height, innerHeight - box.y) / 2];
      const top = document.elementFromPoint(x, y);
      const isSeen =
        top !== null && (one.contains(top) || top.contains(one) || top.closest('label')?.contains(one) === true);
      return { name, marked, isSeen, place: `${Math.round(x)},${Math.round(y)}` };
    });
    if (found === null) break;
    if (!found.marked) wrong.add(`${found.name}: not marked`);
    if (!found.isSeen) wrong.add(`${found.name}: hidden at ${found.place}`);
  }
  assert.deepEqual([...wrong], []);
  assert.ok(stops > 40 && stops < MOST_STOPS, `${stops} stops`);
});

onPage('a table is one stop; arrows move within it', async (page) => {
  const stops = await page
    .locator('#sweep-table button')
    .evaluateAll((all) => all.filter((one) => /** @type {HTMLElement} */ (one).tabIndex === 0).length);
  assert.equal(stops, 1);
  await tabTo(page, '#sweep-table button');
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  const [line, column] = await page.evaluate(() => {
    const cell = /** @type {HTMLTableCellElement} */ (document.activeElement?.closest('td, th'));
    return [/** @type {HTMLTableRowElement} */ (cell.parentElement).rowIndex, cell.cellIndex];
  });
  assert.equal(line, 1);
  assert.ok(column > 5);
});
