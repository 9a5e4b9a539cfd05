/** The two menus of the masthead: examples as links, and what can be taken along. */
import { encode } from '../../../wasm/link.js';
import { EXAMPLES } from '../examples.js';
import { copyMarkdown, downloadCsv, downloadJson, saveAllCharts } from '../export.js';
import { element, setText } from '../table/dom.js';

/** @typedef {import('../../../wasm/types.js').Plan} Plan */
/** @typedef {import('../../../wasm/types.js').Report} Report */
/** @typedef {import('../../../wasm/types.js').Vocabulary} Vocabulary */

/** Under its button, inside the window. @param {HTMLElement} menu @param {HTMLElement} button */
function placeMenu(menu, button) {
  menu.addEventListener('toggle', () => {
    const { bottom, right } = button.getBoundingClientRect();
    const left = Math.max(8, Math.min(right - menu.offsetWidth, innerWidth - menu.offsetWidth - 8));
    menu.style.top = `${bottom + 4}px`;
    menu.style.left = `${left}px`;
  });
}

/** @param {string} id @returns {HTMLElement} */
function part(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/** @param {(plan: Plan) => void} open */
export function setUpExamples(open) {
  const menu = part('examples-menu');
  placeMenu(menu, part('examples-button'));
  const lines = EXAMPLES.map(({ title, about, plan }) => {
    const link = element('a', { href: '#' }, element('span', {}, title), element('span', { class: 'quiet' }, about));
    link.addEventListener('click', (event) => {
      menu.hidePopover();
      // A link that is already in the address would change nothing.
      if (event.ctrlKey || event.metaKey || event.shiftKey || link.hash !== location.hash) return;
      event.preventDefault();
      open(plan);
    });
    return { link, plan };
  });
  menu.append(element('ul', {}, ...lines.map(({ link }) => element('li', {}, link))));
  // Links are made when they are first needed: the first answer does not wait for them.
  menu.addEventListener(
    'beforetoggle',
    () => {
      for (const { link, plan } of lines) {
        void encode({ plan, view: {} }).then((made) => {
          if (made.ok) link.href = made.hash;
        });
      }
    },
    { once: true },
  );
}

/**
 * @typedef {object} ExportSource
 * @property {() => Report | null} report the last valid one
 * @property {Vocabulary} vocabulary
 * @property {() => {version?: string, link?: string}} footer
 */

/** @param {ExportSource} source */
export function setUpExport({ report, vocabulary, footer }) {
  const menu = part('export-menu');
  placeMenu(menu, part('export-button'));
  const columns = (/** @type {Report} */ { sweep: { kind } }) =>
    vocabulary.columns[kind === 'aggregate' ? 'sweep_aggregate' : 'sweep_model'];
  const name = (/** @type {string} */ what, /** @type {Report} */ { model }) =>
    `worldsize-${what}-${model.name || model.kind}`;
  const charts = (/** @type {'svg' | 'png'} */ kind) => saveAllCharts(part('charts-section'), kind, footer());

  /** @type {[string, (report: Report) => unknown][]} */
  const entries = [
    ['Sweep as CSV', (now) => downloadCsv(name('sweep', now), columns(now), now.sweep.rows)],
    ['Tensors as CSV', (now) => downloadCsv(name('tensors', now), vocabulary.columns.tensors, now.tensors)],
    ['Plan as JSON', (now) => downloadJson(name('plan', now), now.plan)],
    ['Report as JSON', (now) => downloadJson(name('report', now), now)],
    ['Charts as SVG', () => charts('svg')],
    ['Charts as PNG', () => charts('png')],
    ['Copy sweep as Markdown', (now) => copyMarkdown(columns(now), now.sweep.rows)],
    ['Print', () => print()],
  ];
  const status = element('span', { class: 'quiet', role: 'status' });
  const lines = entries.map(([label, act]) => {
    const button = element('button', { type: 'button' }, label);
    button.addEventListener('click', async () => {
      const now = report();
      if (now) setText(status, (await act(now)) === false ? 'The browser refused.' : '');
      if (status.textContent === '') menu.hidePopover();
    });
    return element('li', {}, button);
  });
  if (!__SINGLE_FILE__) {
    const file = element('a', { href: 'worldsize.html', download: 'worldsize.html' });
    file.append(
      element('span', {}, 'This page as one file'),
      element('span', { class: 'quiet' }, 'Works from disk, without a network'),
    );
    lines.push(element('li', {}, file));
  }
  menu.append(element('ul', {}, ...lines), status);
}
