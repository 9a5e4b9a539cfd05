/** Bars under the masthead for what concerns the whole page: a link that cannot be opened, a crash, a new version. */
import { element } from './table/dom.js';

/**
 * @typedef {object} Notice
 * @property {string} id one bar an id; a newer one replaces it
 * @property {string} text
 * @property {'error' | 'plain'} [tone]
 * @property {{label: string, act: () => void}} [action]
 * @property {boolean} [stays] cannot be dismissed
 */

/** @param {string} id */
function barOf(id) {
  return document.querySelector(`.notice[data-notice="${id}"]`);
}

/** @param {string} id */
export function dropNotice(id) {
  barOf(id)?.remove();
}

/** @param {Notice} notice */
export function showNotice({ id, text, tone = 'plain', action, stays = false }) {
  const bar = element('div', {
    class: 'notice',
    'data-notice': id,
    'data-tone': tone,
    role: tone === 'error' ? 'alert' : 'status',
  });
  bar.append(element('p', {}, text));
  if (action) {
    const button = element('button', { type: 'button' }, action.label);
    button.addEventListener('click', action.act);
    bar.append(button);
  }
  if (!stays) {
    const dismiss = element('button', { type: 'button', class: 'quiet-button' }, 'Dismiss');
    dismiss.addEventListener('click', () => dropNotice(id));
    bar.append(dismiss);
  }
  const before = barOf(id);
  if (before) before.replaceWith(bar);
  else document.getElementById('notices')?.append(bar);
}
