/** A number that can be asked where it comes from: a button that reads as text. One listener of the page opens them all. */
import { element, setAttribute, setText } from '../table/dom.js';
import { formatExact } from '../format.js';

/**
 * @param {string} pointer into the report
 * @param {string} text
 * @param {unknown} [value] the number, for its full form in the title
 * @param {string} [unit]
 */
export function numberButton(pointer, text, value, unit) {
  const button = element('button', { type: 'button', class: 'number' });
  writeNumber(button, pointer, text, value, unit);
  return button;
}

/** @param {HTMLElement} button @param {string} pointer @param {string} text @param {unknown} [value] @param {string} [unit] */
export function writeNumber(button, pointer, text, value, unit) {
  setAttribute(button, 'data-explain', pointer);
  setAttribute(button, 'title', formatExact(value, unit));
  setText(button, text);
}
