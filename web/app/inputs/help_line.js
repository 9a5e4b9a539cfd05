/** What the field under the cursor means, on one line at the foot of the form, where it moves nothing. */
import { formatInteger, formatNumber } from '../format.js';
import { element, setText } from '../table/dom.js';

/** @typedef {import('../../../wasm/types.js').Field} Field */

/** @param {Field} field @returns {string} */
function helpText(field) {
  const isCounted = field.choices.length === 0 && field.max > field.min;
  const range = isCounted
    ? ` ${limit(field.min)} to ${limit(field.max)}${field.unit === '' ? '' : ` ${field.unit}`}.`
    : '';
  return `${field.label}: ${field.help}${range}`;
}

/** @param {number} value */
function limit(value) {
  return Number.isInteger(value) ? formatInteger(value) : formatNumber(value);
}

export class HelpLine {
  /** @param {HTMLElement} form @param {(pointer: string) => Field | undefined} fieldAt */
  constructor(form, fieldAt) {
    this.root = element('p', { class: 'help-line', 'aria-hidden': 'true' });
    this.fieldAt = fieldAt;
    this.show(null);
    form.addEventListener('focusin', (event) => this.show(event.target));
    form.addEventListener('pointerover', (event) => this.show(event.target));
    form.addEventListener('pointerleave', () => this.show(document.activeElement));
  }

  /** @param {EventTarget | null} target */
  show(target) {
    const row = target instanceof Element ? target.closest('.field') : null;
    const field = row instanceof HTMLElement ? this.fieldAt(row.dataset.pointer ?? '') : undefined;
    setText(this.root, field ? helpText(field) : 'Numbers may be typed as 80 GB, 128k, 70B or 1.5e12.');
  }
}
