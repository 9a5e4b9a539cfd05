/** When something breaks: what can go on goes on, and what cannot says so. And nothing jumps. */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { path } from '../../web/tools/project.mjs';
import { answerReads, answerText, answered, chartsDrawn, inputId, setUp, tableTexts, type } from './worldsize_page.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {{value: number, moved: {what: string, down: number, inAnswer: boolean}[]}} Shift */

const { onPage, browser } = setUp();

/**
 * A page that something is done to before it loads.
 * @param {(page: Page) => Promise<unknown>} prepare @param {(page: Page, faults: string[]) => Promise<void>} body
 */
async function onPreparedPage(prepare, body) {
  const { page, faults, close } = await browser().openPage('about:blank');
  page.setDefaultTimeout(10_000);
  // As in a browser without service workers: what one has fetched, no test could withhold from the page.
  await page.addInitScript(() => void Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'));
  try {
    await prepare(page);
    await page.goto(browser().address);
    await body(page, faults);
  } finally {
    await close();
  }
}

/** Nothing else went wrong than what the test broke. @param {string[]} faults @param {RegExp} expected */
function onlyFaults(faults, expected) {
  assert.deepEqual(
    faults.filter((fault) => !expected.test(fault)),
    [],
  );
}

/** In the page, before its code: asks of the planner's memory fail while `breaksNow` is set, as in a trap. */
function breakableModule() {
  const { instantiate } = WebAssembly;
  const world = /** @type {any} */ (globalThis);
  WebAssembly.instantiate = /** @type {any} */ (
    async (/** @type {any} */ source, /** @type {any} */ imports) => {
      const made = /** @type {any} */ (await instantiate(source, imports));
      const instance = made.instance ?? made;
      const exports = { ...instance.exports };
      for (const [name, value] of Object.entries(exports)) {
        if (typeof value !== 'function') continue;
        exports[name] = (/** @type {unknown[]} */ ...args) => {
          if (world.breaksNow) throw new WebAssembly.RuntimeError('unreachable');
          return value(...args);
        };
      }
      return made.instance ? { module: made.module, instance: { exports } } : { exports };
    }
  );
}

test('what every page test watches for is seen: errors, violations, requests to elsewhere', () =>
  onPreparedPage(
    (page) => page.route('http://elsewhere.example/**', (route) => route.abort()),
    async (page, faults) => {
      await answered(page);
      assert.equal(faults.length, 0);
      await page.evaluate(() => {
        document.body.setAttribute('style', 'color: red');
        document.body.append(Object.assign(document.createElement('script'), { textContent: 'globalThis.inline = 1' }));
        void fetch('http://elsewhere.example/').catch(() => {});
        setTimeout(() => {
          throw new Error('uncaught here');
        });
      });
      for (const wanted of [
        /policy violated: style-src/,
        /policy violated: script-src/,
        /policy violated: connect-src/,
        /uncaught/,
      ]) {
        const isSeen = () => faults.some((fault) => wanted.test(fault));
        for (let frame = 0; frame < 600 && !isSeen(); frame += 1)
          await page.evaluate(() => new Promise(requestAnimationFrame));
        assert.ok(isSeen(), `${wanted} was not noticed`);
      }
      assert.equal(await page.evaluate('globalThis.inline'), undefined);
      await page.goto('http://elsewhere.example/').catch(() => {});
      assert.ok(faults.includes('request to elsewhere: http://elsewhere.example/'));
    },
  ));

test('a planner that traps is said to have stopped; the last result stays; reloaded, it computes the plan as it is', () =>
  onPreparedPage(
    (page) => page.addInitScript(breakableModule),
    async (page, faults) => {
      await chartsDrawn(page);
      const before = await answerText(page);
      const rows = await tableTexts(page, 'sweep-table');
      await page.evaluate(() => Object.assign(globalThis, { breaksNow: true }));
      await type(page, '/workload/context_tokens', '16k');
      const bar = page.locator('.notice[data-notice="crash"]');
      await bar.waitFor();
      assert.equal(await bar.getAttribute('role'), 'alert');
      assert.match((await bar.textContent()) ?? '', /stopped.*Your plan is kept/);
      assert.equal(await answerText(page), before);
      assert.deepEqual(await tableTexts(page, 'sweep-table'), rows);
      assert.equal(await page.locator('#answer.stale').count(), 1);
      await type(page, '/workload/context_tokens', '32k');
      assert.equal(await page.locator('.notice').count(), 1, 'one bar, however often it is asked');

      await page.evaluate(() => Object.assign(globalThis, { breaksNow: false }));
      await bar.getByRole('button').click();
      await bar.waitFor({ state: 'detached' });
      await page.waitForFunction((old) => document.getElementById('answer-line')?.textContent !== old, before);
      assert.equal(await page.locator('.stale').count(), 0);
      assert.equal(await page.locator(`#${inputId('/workload/context_tokens')}`).inputValue(), '32k');
      await page.locator('#copy-link').waitFor();
      // The catalogue is back too: presets need it.
      await page.evaluate(() => (location.hash = '#model=Qwen3-32B&precision=bf16&tp=8&dp=1&ep=1'));
      await answerReads(page, / at world size 8 /);
      onlyFaults(faults, /^$/);
    },
  ));

test('a planner that does not arrive is said to be missing; trying again finds it', () =>
  onPreparedPage(
    (page) => page.route('**/*.wasm', (route) => route.abort()),
    async (page, faults) => {
      const bar = page.locator('.notice[data-notice="start"]');
      await bar.waitFor();
      assert.match((await bar.textContent()) ?? '', /could not be started/);
      assert.doesNotMatch(await answerText(page), /Computing/);
      await page.unroute('**/*.wasm');
      await bar.getByRole('button', { name: 'Try again' }).click();
      await answerReads(page, /^Fits/);
      onlyFaults(faults, /Failed to load resource|preload/);
    },
  ));

test('without the catalogue the page plans all the same, and says what is missing', () =>
  onPreparedPage(
    (page) => page.route('**/catalogue-*.json', (route) => route.abort()),
    async (page, faults) => {
      await answerReads(page, /^Fits/);
      await page.locator('.notice[data-notice="catalogue"]').waitFor();
      const before = await answerText(page);
      await type(page, '/workload/context_tokens', '8k');
      await page.waitForFunction((old) => document.getElementById('answer-line')?.textContent !== old, before);
      await chartsDrawn(page);
      onlyFaults(faults, /Failed to load resource|preload/);
    },
  ));

test('without the charts’ script the tables are there, and the next edit after it can be had brings the charts', () => {
  const index = readFileSync(path('build/site/index.html'), 'utf8');
  const late = new Set(
    readdirSync(path('build/site/app')).filter((name) => name.endsWith('.js') && !index.includes(name)),
  );
  assert.ok(late.size > 0, 'the charts come in a script of their own');
  const isLate = (/** @type {URL} */ { pathname }) => late.has(pathname.split('/').at(-1) ?? '');
  return onPreparedPage(
    (page) => page.route(isLate, (route) => route.abort()),
    async (page, faults) => {
      await answered(page);
      await page.locator('#parameters-table tfoot').waitFor();
      assert.equal((await tableTexts(page, 'sweep-table')).length, 9);
      assert.equal(await page.locator('#charts-section svg').count(), 0);
      await page.unroute(isLate);
      await type(page, '/workload/context_tokens', '8k');
      await chartsDrawn(page);
      onlyFaults(faults, /Failed to load resource/);
    },
  );
});

/** In the page, before its code: notes every layout shift, those after input too. */
function noteShifts() {
  const world = /** @type {any} */ (globalThis);
  world.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, sources } of /** @type {any[]} */ (list.getEntries())) {
      const moved = sources.map((/** @type {any} */ { node, previousRect: from, currentRect: to }) => ({
        what: node?.id || node?.className || node?.parentElement?.className || node?.nodeName,
        down: to.y - from.y,
        inAnswer: document.getElementById('answer-line')?.contains(node) === true,
      }));
      world.shifts.push({ value, moved });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Two frames later, what they moved has been noted. @param {Page} page @returns {Promise<Shift[]>} */
const shifts = (page) =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(/** @type {any} */ (globalThis).shifts)));
      }),
  );

/** Where the parts of the page begin, in pixels from its top. @param {Page} page */
const tops = (page) =>
  page
    .locator('#answer, #inputs, .field, #results section, .chart, .data-table')
    .evaluateAll((all) =>
      all.filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect().top + scrollY),
    );

for (const { name, width } of [
  { name: 'a desk', width: 1440 },
  { name: 'a phone', width: 390 },
]) {
  test(`an edit moves nothing up or down: ${name}`, () =>
    onPreparedPage(
      async (page) => {
        await page.setViewportSize({ width, height: 900 });
        await page.addInitScript(noteShifts);
      },
      async (page) => {
        await chartsDrawn(page);
        await shifts(page);
        await page.evaluate('window.shifts.splice(0)');
        const places = await tops(page);
        for (const text of ['8192', '32768', '1024', '512', '4096']) {
          const before = await answerText(page);
          const chart = await page.locator('[data-chart="batch"] svg[role="img"]').getAttribute('aria-label');
          // Not by the keyboard: the browser forgives what moves right after a key.
          await page.locator(`#${inputId('/workload/context_tokens')}`).evaluate((input, value) => {
            /** @type {HTMLInputElement} */ (input).value = value;
            input.dispatchEvent(new Event('input', { bubbles: true }));
          }, text);
          await page.waitForFunction((old) => document.getElementById('answer-line')?.textContent !== old, before);
          await page.waitForFunction(
            (old) => document.querySelector('[data-chart="batch"] svg[role="img"]')?.getAttribute('aria-label') !== old,
            chart,
          );
          // The sentence itself grows and wraps with its numbers, in room that is kept for it; nothing else goes up or down.
          const noted = await shifts(page);
          const away = noted.flatMap(({ moved }) => moved).filter(({ down, inAnswer }) => down !== 0 && !inAnswer);
          assert.deepEqual(away, [], `context ${text}`);
          assert.deepEqual(await tops(page), places, `context ${text}`);
        }
      },
    ));
}

test('the page comes up without moving what was already shown', () =>
  onPreparedPage(
    (page) => page.addInitScript(noteShifts),
    async (page) => {
      await chartsDrawn(page);
      const noted = await shifts(page);
      const total = noted.reduce((sum, { value }) => sum + value, 0);
      assert.ok(total < 0.1, `${total}: ${JSON.stringify(noted)}`);
    },
  ));

onPage('an hour of edits leaves the page as quick and as small as it was', async (page) => {
  const context = page.locator(`#${inputId('/workload/context_tokens')}`);
  const elements = () => page.evaluate(() => document.querySelectorAll('*').length);
  await chartsDrawn(page);
  await type(page, '/workload/context_tokens', '4096');
  const before = await elements();
  await context.evaluate((input) => {
    for (let turn = 0; turn < 300; turn += 1) {
      /** @type {HTMLInputElement} */ (input).value = turn % 7 === 0 ? 'wrong' : String(1024 + turn);
      input.dispatchEvent(new Event('input', { bubbles: true }));
    }
    /** @type {HTMLInputElement} */ (input).value = '4096';
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await page.locator('#answer:not(.stale)').waitFor();
  await chartsDrawn(page);
  assert.ok((await elements()) <= before + 20);
});

test('the policy of the page forbids what it should', async () => {
  for (const file of ['build/site/index.html', 'build/worldsize.html']) {
    const html = readFileSync(path(file), 'utf8');
    const policy = /http-equiv="Content-Security-Policy"\s+content="([^"]*)"/.exec(html)?.[1] ?? '';
    const directives = new Map(
      policy.split(';').map((one) => [one.trim().split(/\s+/)[0], one.trim().split(/\s+/).slice(1)]),
    );
    assert.deepEqual(directives.get('default-src'), ["'none'"], file);
    assert.doesNotMatch(policy, /'unsafe-(inline|eval|hashes)'|\*|https?:/, file);
    for (const name of ['base-uri', 'form-action']) assert.deepEqual(directives.get(name), ["'none'"], file);
    assert.doesNotMatch(html.replace(/<script\b[^]*?<\/script>/g, ''), /\son\w+="/, `${file}: a handler in the markup`);
  }
});
