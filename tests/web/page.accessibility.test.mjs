/** The page for everyone: axe, screens of every width, focus that can be seen. */
import assert from 'node:assert/strict';
import { answerReads, axeFindings, chartsDrawn, chooseKind, field, setUp, type, unfold } from './worldsize_page.mjs';

/** @typedef {import('playwright-core').Page} Page */

const { onPage } = setUp();

/**
 * What a page can be found in; each step leads on from the one before. A part: all that changed since, and so is looked at.
 * @type {[string, (page: Page) => Promise<unknown>, string?][]}
 */
const states = [
  ['first screen', (page) => chartsDrawn(page)],
  ['all folds open', (page) => unfold(page)],
  ['explanation open', (page) => page.locator('#answer-line [data-explain]').first().click(), '#explanation'],
  ['explanation closed', (page) => page.keyboard.press('Escape')],
  ['a value overridden', (page) => type(page, '/model/hf_config/num_experts', '96'), '#inputs'],
  ['list of devices open', (page) => field(page, '/device/preset').click(), '#inputs'],
  ['list closed', (page) => page.keyboard.press('Escape')],
  ['examples open', (page) => page.locator('#examples-button').click(), 'header'],
  [
    'keys shown',
    async (page) => {
      await page.keyboard.press('Escape');
      await page.locator('#keys-button').click();
    },
    '#keys',
  ],
  [
    'errors shown',
    async (page) => {
      await page.keyboard.press('Escape');
      await type(page, '/layout/tensor_parallel', '0');
      await type(page, '/workload/context_tokens', 'many');
      await page.locator('#problem-list li').nth(1).waitFor();
    },
  ],
  [
    'a link refused',
    async (page) => {
      await page.evaluate(() => (location.hash = '#1.AAAA'));
      await page.locator('.notice').waitFor();
    },
    '#notices',
  ],
  [
    'aggregate formula',
    async (page) => {
      await type(page, '/layout/tensor_parallel', '1');
      await type(page, '/workload/context_tokens', '4096');
      await chooseKind(page, 'aggregate');
      await answerReads(page, /Fits|Does not fit/);
      await chartsDrawn(page);
    },
  ],
  [
    'decoder',
    async (page) => {
      await chooseKind(page, 'decoder');
      await type(page, '/layout/expert_parallel', '1');
      await page.locator('#answer:not(.stale)').waitFor();
      await chartsDrawn(page, 4);
    },
  ],
];

for (const { name, options } of [
  { name: 'light', options: {} },
  { name: 'dark', options: { colorScheme: /** @type {const} */ ('dark') } },
  { name: 'a phone', options: { viewport: { width: 390, height: 844 } } },
]) {
  onPage(
    `axe finds nothing in any state: ${name}`,
    async (page) => {
      /** @type {string[]} */
      const findings = [];
      for (const [state, reach, part] of states) {
        await reach(page);
        if (state.endsWith('closed')) continue; // on the way to the next
        findings.push(...(await axeFindings(page, part)).map((finding) => `${state}: ${finding}`));
      }
      assert.deepEqual(findings, []);
    },
    options,
  );
}

onPage('the chosen theme holds against the system’s, and after a reload', async (page) => {
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await ground();
  await page.locator('#theme').click();
  await page.locator('#theme').click();
  assert.match((await page.locator('#theme').textContent()) ?? '', /dark/);
  const dark = await ground();
  assert.notEqual(dark, light);
  await page.emulateMedia({ colorScheme: 'light' });
  assert.equal(await ground(), dark);
  await page.reload();
  await page.waitForFunction(() => document.documentElement.dataset.theme === 'dark');
  assert.equal(await ground(), dark);
});

for (const { name, width } of [
  { name: 'the narrowest phone, or 1280 px at 400 % zoom', width: 320 },
  { name: 'a phone', width: 390 },
  { name: '1440 px at 200 % zoom', width: 720 },
  { name: 'a 4K screen', width: 3840 },
]) {
  onPage(
    `the page itself never scrolls sideways: ${name}, ${width} px`,
    async (page) => {
      /** @type {string[]} */
      const wide = [];
      for (const [state, reach] of states) {
        await reach(page);
        const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        if (beyond > 0) wide.push(`${state}: ${beyond} px`);
      }
      assert.deepEqual(wide, []);
    },
    { viewport: { width, height: name.includes('zoom') ? 450 : 800 } },
  );
}

onPage(
  'at 200 % zoom the answer and its inputs can be read: nothing is cut off',
  async (page) => {
    await unfold(page);
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll('#answer-line, #inputs label, #inputs .field-note, button')]
        .filter(
          (one) =>
            one.checkVisibility() &&
            one.scrollWidth > one.clientWidth + 1 &&
            getComputedStyle(one).overflow !== 'visible',
        )
        .filter((one) => !one.closest('.visually-hidden') && !one.classList.contains('visually-hidden'))
        .map((one) => `${one.tagName} ${one.textContent?.slice(0, 40)}`),
    );
    assert.deepEqual(cut, []);
  },
  { viewport: { width: 720, height: 450 } },
);

onPage('targets are at least 24 px high, or have room around them', async (page) => {
  await chartsDrawn(page);
  const small = await page.evaluate(() =>
    [
      ...document.querySelectorAll(
        'header button, #inputs input, #inputs select, .table-actions button, .chart-head button',
      ),
    ]
      .filter((one) => one.checkVisibility())
      .map((one) => ({ one, height: one.getBoundingClientRect().height }))
      .filter(({ one, height }) => height < 24 && !one.matches('[type="radio"]'))
      .map(({ one, height }) => `${one.id || one.className || one.textContent}: ${height}`),
  );
  assert.deepEqual(small, []);
});

onPage(
  'with reduced motion asked for, nothing moves',
  async (page) => {
    await type(page, '/workload/context_tokens', '32k');
    const lasting = await page.evaluate(
      () => document.getAnimations().filter(({ effect }) => Number(effect?.getComputedTiming().duration) > 1).length,
    );
    assert.equal(lasting, 0);
  },
  { reducedMotion: 'reduce' },
);
