/** A real browser for the tests: the built site served, and pages that notice whatever a reader should never meet. */
import assert from 'node:assert/strict';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { path } from '../../web/tools/project.mjs';
import { findChromium } from '../../web/tools/requirements.mjs';
import { serve } from '../../web/tools/serve.mjs';

/** The page in one file, as a person would open it from disk. */
export const singleFileAddress = pathToFileURL(path('build/worldsize.html')).href;

const flags = [
  ...['--no-sandbox', '--disable-gpu', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
];

/**
 * @typedef {import('playwright-core').Page} Page
 * @typedef {import('playwright-core').BrowserContext} BrowserContext
 * @typedef {{page: Page, context: BrowserContext, faults: string[], assertClean: () => void, close: () => Promise<void>}} OpenPage
 *   faults: errors in the console or uncaught, violations of the Content-Security-Policy, requests to elsewhere
 */

/** Writes down everything that goes wrong on a page. @param {Page} page @param {string[]} faults @param {string} home */
async function watch(page, faults, home) {
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(`console ${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => faults.push(`uncaught: ${error.stack ?? error.message}`));
  page.on('request', (request) => {
    const address = request.url();
    const isOurs =
      address.startsWith(home) || /^(data|blob):/.test(address) || address.split('#')[0] === singleFileAddress;
    if (!isOurs) faults.push(`request to elsewhere: ${address}`);
  });
  await page.exposeFunction('reportViolation', (/** @type {string} */ text) => faults.push(`policy violated: ${text}`));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { reportViolation } = /** @type {any} */ (globalThis);
      reportViolation(`${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`);
    });
  });
}

/**
 * Starts Chromium, and a server for the built site.
 * @param {{dir?: string}} [options] dir: another folder to serve
 */
export async function openBrowser({ dir = path('build/site') } = {}) {
  const executablePath = findChromium();
  assert.ok(executablePath, 'There is no Chromium; name one in the variable CHROMIUM.');
  const site = await serve({ dir });
  const browser = await chromium.launch({ executablePath, args: flags });

  /**
   * A page in a profile of its own, at an address below the site's (or a whole one).
   * @param {string} [address] @param {import('playwright-core').BrowserContextOptions} [options]
   * @returns {Promise<OpenPage>}
   */
  async function openPage(address = '', options = {}) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
    /** @type {string[]} */
    const faults = [];
    const page = await context.newPage();
    await watch(page, faults, site.address);
    await page.goto(new URL(address, site.address).href);
    const assertClean = () => assert.deepEqual(faults, []);
    return { page, context, faults, assertClean, close: () => context.close() };
  }

  async function close() {
    await browser.close();
    await site.close();
  }
  return { address: site.address, browser, openPage, close };
}
