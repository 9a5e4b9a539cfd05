/** Keys of the whole page; tables and charts have their own. The list is what `?` shows, so that the two agree. */
import { element } from './table/dom.js';

/** @typedef {{keys: string, does: string}} KeyLine */

/** @type {KeyLine[]} */
const OTHER_KEYS = [
  { keys: 'Enter', does: 'on a number: explain it; on a world size: use its layout' },
  { keys: '← → ↑ ↓', does: 'move in a table or along a chart' },
  { keys: 'Esc', does: 'close the explanation or the menu' },
];

/** @param {EventTarget | null} target */
function isTyping(target) {
  return (
    target instanceof HTMLElement && target.matches('input:not([type=radio]), textarea, select, [contenteditable]')
  );
}

/**
 * @param {HTMLDialogElement} sheet @param {HTMLElement} button
 * @param {{undo: () => void, redo: () => void, focusInputs: () => void, focusAnswer: () => void}} actions
 */
export function setUpKeys(sheet, button, { undo, redo, focusInputs, focusAnswer }) {
  /** @type {(KeyLine & {matches: (event: KeyboardEvent) => boolean, act: () => void})[]} */
  const table = [
    { keys: 'i', does: 'go to the inputs', matches: plain('i'), act: focusInputs },
    { keys: 'a', does: 'go to the answer', matches: plain('a'), act: focusAnswer },
    { keys: 'Ctrl Z', does: 'undo', matches: (event) => command(event, 'z') && !event.shiftKey, act: undo },
    { keys: 'Ctrl Shift Z', does: 'redo', matches: (event) => command(event, 'z') && event.shiftKey, act: redo },
    { keys: '?', does: 'this list', matches: plain('?'), act: () => sheet.showModal() },
  ];
  fillSheet(sheet, [...table, ...OTHER_KEYS]);
  button.addEventListener('click', () => sheet.showModal());
  document.addEventListener('keydown', (event) => {
    // In a text field these keys are the field's own.
    if (isTyping(event.target) || sheet.open || event.defaultPrevented) return;
    const entry = table.find(({ matches }) => matches(event));
    if (!entry) return;
    event.preventDefault();
    entry.act();
  });
}

/** @param {string} key @returns {(event: KeyboardEvent) => boolean} */
function plain(key) {
  return (event) => event.key === key && !event.ctrlKey && !event.metaKey && !event.altKey;
}

/** @param {KeyboardEvent} event @param {string} key */
function command(event, key) {
  return event.key.toLowerCase() === key && (event.ctrlKey || event.metaKey) && !event.altKey;
}

/** @param {HTMLDialogElement} sheet @param {KeyLine[]} lines */
function fillSheet(sheet, lines) {
  const close = element('button', { type: 'button', class: 'quiet-button' }, 'Close');
  close.addEventListener('click', () => sheet.close());
  const rows = lines.map(({ keys, does }) =>
    element('div', {}, element('dt', {}, element('kbd', {}, keys)), element('dd', {}, does)),
  );
  sheet.append(
    element('div', { class: 'panel-head' }, element('h2', { id: 'keys-title' }, 'Keys'), close),
    element('dl', { class: 'key-list' }, ...rows),
  );
}
