/**
 * A text field with a list to choose from (the ARIA combobox pattern): typing filters, arrows move, Enter chooses,
 * Escape leaves everything as it was. The list is long, so it is searched by all words typed, in any order.
 */
import { element, setAttribute } from '../table/dom.js';

/** @typedef {{id: string, detail: string}} Option */

const MOST_SHOWN = 60;

export class Combobox {
  /** @type {Option[]} */
  #options = [];
  /** @type {Option[]} */
  #shown = [];
  #active = -1;
  #value = '';

  /** @param {string} id @param {(id: string) => void} choose @param {string} label */
  constructor(id, choose, label) {
    this.choose = choose;
    this.list = element('ul', {
      id: `${id}-list`,
      class: 'options',
      role: 'listbox',
      'aria-label': label,
      hidden: true,
    });
    this.input = element('input', {
      id,
      type: 'text',
      role: 'combobox',
      autocomplete: 'off',
      spellcheck: 'false',
      'aria-expanded': 'false',
      'aria-autocomplete': 'list',
      'aria-controls': `${id}-list`,
    });
    this.root = element('div', { class: 'combobox' }, this.input, this.list);
    this.input.addEventListener('input', () => this.#open(this.input.value));
    this.input.addEventListener('click', () => this.#open(''));
    this.input.addEventListener('focus', () => this.input.select());
    this.input.addEventListener('blur', () => this.#close());
    this.input.addEventListener('keydown', (event) => this.#press(event));
    // The list must not take the focus: its input would blur and close it before the click arrives.
    this.list.addEventListener('pointerdown', (event) => event.preventDefault());
    this.list.addEventListener('click', (event) => {
      const line = event.target instanceof Element ? event.target.closest('li') : null;
      if (line?.dataset.id) this.#choose(line.dataset.id);
    });
  }

  get value() {
    return this.#value;
  }

  /** @param {Option[]} options */
  setOptions(options) {
    this.#options = options;
  }

  /** @param {string} value */
  show(value) {
    this.#value = value;
    if (this.list.hidden && this.input.value !== value) this.input.value = value;
  }

  /** @param {string} query */
  #open(query) {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    this.#shown = this.#options
      .filter(({ id, detail }) => words.every((word) => `${id} ${detail}`.toLowerCase().includes(word)))
      .slice(0, MOST_SHOWN);
    const lines = this.#shown.map(({ id, detail }, index) =>
      element(
        'li',
        { id: `${this.list.id}-${index}`, role: 'option', 'data-id': id, 'aria-selected': String(id === this.#value) },
        element('span', {}, id),
        element('span', { class: 'quiet' }, detail),
      ),
    );
    this.list.replaceChildren(...lines);
    this.list.hidden = lines.length === 0;
    setAttribute(this.input, 'aria-expanded', String(lines.length > 0));
    this.#move(query === '' ? this.#shown.findIndex(({ id }) => id === this.#value) : 0);
  }

  #close() {
    this.list.hidden = true;
    this.list.replaceChildren();
    this.#active = -1;
    setAttribute(this.input, 'aria-expanded', 'false');
    setAttribute(this.input, 'aria-activedescendant', null);
    this.input.value = this.#value;
  }

  /** @param {number} index */
  #move(index) {
    this.list.children[this.#active]?.classList.remove('active');
    this.#active = Math.max(-1, Math.min(index, this.#shown.length - 1));
    const line = this.list.children[this.#active];
    line?.classList.add('active');
    line?.scrollIntoView({ block: 'nearest' });
    setAttribute(this.input, 'aria-activedescendant', line?.id ?? null);
  }

  /** @param {string} id */
  #choose(id) {
    this.#value = id;
    this.#close();
    this.choose(id);
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    const isOpen = !this.list.hidden;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (!isOpen) this.#open('');
      else this.#move(this.#active + (event.key === 'ArrowDown' ? 1 : -1));
    } else if (event.key === 'Enter') {
      const option = this.#shown[this.#active];
      if (isOpen && option) this.#choose(option.id);
    } else if (event.key === 'Escape' && isOpen) {
      this.#close();
      event.stopPropagation();
    } else return;
    event.preventDefault();
  }
}
