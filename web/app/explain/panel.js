/**
 * "Where does this number come from?": formula, values, inputs, source, trust. The core says it, this only shows it. The
 * panel is not modal: inputs can be changed while it stays open, and it follows.
 */
import { formatExact, formatValue } from '../format.js';
import { element } from '../table/dom.js';
import { numberButton } from './number.js';

/** @typedef {import('../../../wasm/types.js').Explanation} Explanation */
/** @typedef {import('../../../wasm/types.js').ExplanationInput} ExplanationInput */

/**
 * @typedef {object} PanelActions
 * @property {(pointer: string) => Explanation | string} explain the explanation, or why there is none
 * @property {(pointer: string) => boolean} isField does the pointer name an input?
 * @property {(pointer: string) => void} focusField
 */

const CERTAINTY = {
  exact: 'Exact: counted from the inputs.',
  estimated: 'Estimated: a rule that leaves something out.',
  assumed: 'Assumed: rests on a constant taken from elsewhere.',
};

export class ExplanationPanel {
  #pointer = '';
  /** @type {Element | null} */
  #opener = null;

  /** @param {HTMLDialogElement} root @param {PanelActions} actions */
  constructor(root, actions) {
    this.root = root;
    this.actions = actions;
    document.addEventListener('click', (event) => {
      const button = event.target instanceof Element ? event.target.closest('[data-explain]') : null;
      if (button instanceof HTMLElement) this.open(button.dataset.explain ?? '', button);
    });
    document.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && this.root.open && !event.defaultPrevented) this.close();
    });
  }

  /** @param {string} pointer @param {Element | null} opener where the focus returns to */
  open(pointer, opener) {
    // Followed from inside the panel, the way back still leads to where it was opened.
    if (!opener || !this.root.contains(opener)) this.#opener = opener ?? document.activeElement;
    this.#pointer = pointer;
    this.#fill();
    if (!this.root.open) this.root.show();
    this.root.querySelector('h2')?.focus({ preventScroll: true });
    this.root.scrollTop = 0;
  }

  close() {
    this.root.close();
    const opener = this.#opener;
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
  }

  /** After an edit: the same number of the new report. */
  follow() {
    if (!this.root.open) return;
    const inside = this.root.contains(document.activeElement);
    this.#fill();
    if (inside && !this.root.contains(document.activeElement))
      this.root.querySelector('h2')?.focus({ preventScroll: true });
  }

  #fill() {
    const explanation = this.actions.explain(this.#pointer);
    const close = element('button', { type: 'button', class: 'quiet-button' }, 'Close');
    close.addEventListener('click', () => this.close());
    const label = typeof explanation === 'string' ? 'No explanation' : explanation.label;
    const title = element('h2', { id: 'explanation-title', tabindex: -1 }, label);
    const body = typeof explanation === 'string' ? [element('p', {}, explanation)] : this.#contents(explanation);
    this.root.replaceChildren(element('div', { class: 'panel-head' }, title, close), ...body);
  }

  /** @param {Explanation} explanation @returns {Node[]} */
  #contents({ value, unit, formula, substituted, inputs, source, certainty, note }) {
    const exact = formatExact(value, unit);
    return [
      element('p', { class: 'panel-value' }, formatValue(value, unit)),
      ...(exact === null ? [] : [element('p', { class: 'quiet' }, exact)]),
      element('h3', {}, 'Formula'),
      element('p', { class: 'formula' }, formula),
      ...(substituted === '' || substituted === formula ? [] : [element('p', { class: 'formula' }, substituted)]),
      ...this.#inputs(inputs),
      element('h3', {}, 'Trust'),
      element('p', {}, CERTAINTY[certainty] ?? certainty),
      ...(note === '' ? [] : [element('p', {}, note)]),
      ...(source === '' ? [] : [element('h3', {}, 'Source'), element('p', {}, source)]),
    ];
  }

  /** @param {ExplanationInput[]} inputs */
  #inputs(inputs) {
    if (inputs.length === 0) return [];
    const lines = inputs.map((input) =>
      element('div', {}, element('dt', {}, input.label), element('dd', {}, this.#inputValue(input))),
    );
    return [element('h3', {}, 'From'), element('dl', { class: 'panel-inputs' }, ...lines)];
  }

  /** @param {ExplanationInput} input @returns {Node | string} */
  #inputValue({ pointer, value, unit }) {
    const text = formatValue(value, unit);
    if (pointer === null || pointer === '' || pointer === this.#pointer) return text;
    if (!this.actions.isField(pointer)) return numberButton(pointer, text, value, unit);
    const button = element('button', { type: 'button', class: 'number', title: 'Go to this input' }, text);
    button.addEventListener('click', () => this.actions.focusField(pointer));
    return button;
  }
}
