/** What a person waits for, in a real browser: the first answer, and the frame after an edit. */
import { openBrowser, singleFileAddress } from '../web/browser.mjs';
import { quantile } from './statistics.mjs';

/** @typedef {import('./statistics.mjs').Figure} Figure */
/** @typedef {Awaited<ReturnType<typeof openBrowser>>} Browser */

const starts = 11;
const edits = 200;

/** In the page, before its own code: notes when a frame with the answer was painted. The clock starts with the navigation. */
function watchForAnswer() {
  new MutationObserver((_, observer) => {
    const line = document.getElementById('answer-line')?.textContent ?? '';
    if (!/\d/.test(line)) return;
    observer.disconnect();
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => Object.assign(globalThis, { answeredAt: performance.now() });
      port2.postMessage(null);
    });
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

/** @param {Browser} browser @param {string} address */
async function timeToAnswer(browser, address) {
  const times = [];
  for (let start = 0; start < starts; start += 1) {
    const { page, close } = await browser.openPage('licences.txt');
    await page.addInitScript(watchForAnswer);
    await page.goto(new URL(address, browser.address).href);
    const answered = await page.waitForFunction(() => /** @type {any} */ (globalThis).answeredAt);
    times.push(Number(await answered.jsonValue()));
    await close();
  }
  return times;
}

/**
 * In the page: edits the context length `count` times, at any moment of a frame, and waits for the frame that shows the
 * new answer. @param {number} count
 */
async function editAndWait(count) {
  const input = /** @type {HTMLInputElement} */ (document.getElementById('field-workload-context_tokens'));
  const answer = /** @type {HTMLElement} */ (document.getElementById('answer-line'));
  const nextPaint = () =>
    new Promise((resolve) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = resolve;
        port2.postMessage(null);
      });
    });
  const times = [];
  for (let edit = 0; edit < count; edit += 1) {
    await new Promise((resolve) => setTimeout(resolve, 40 + Math.random() * 17));
    const before = answer.textContent;
    const start = performance.now();
    input.value = String((edit % 2 === 0 ? 8192 : 32768) + 64 * edit); // never twice the same answer
    input.dispatchEvent(new Event('input', { bubbles: true }));
    do await nextPaint();
    while (answer.textContent === before && performance.now() - start < 1000);
    if (answer.textContent === before) throw new Error('an edit did not change the answer');
    times.push(performance.now() - start);
  }
  return times;
}

/** @param {Browser} browser */
async function timeOfEdits(browser) {
  const { page, close } = await browser.openPage();
  await page.waitForSelector('#field-workload-context_tokens', { state: 'attached' });
  await page.waitForLoadState('networkidle');
  await page.evaluate(editAndWait, 20); // to warm up
  const times = await page.evaluate(editAndWait, edits);
  await close();
  return times;
}

/** @returns {Promise<Figure[]>} */
export async function benchPage() {
  const browser = await openBrowser();
  try {
    const site = await timeToAnswer(browser, '');
    const file = await timeToAnswer(browser, singleFileAddress);
    const edit = await timeOfEdits(browser);
    return [
      { where: 'site', name: 'start to first answer, median', value: quantile(site, 0.5), unit: 'ms' },
      { where: 'single file', name: 'start to first answer, median', value: quantile(file, 0.5), unit: 'ms' },
      { where: 'site', name: 'edit to painted frame, median', value: quantile(edit, 0.5), unit: 'ms' },
      { where: 'site', name: 'edit to painted frame, p95', value: quantile(edit, 0.95), unit: 'ms' },
    ];
  } finally {
    await browser.close();
  }
}
