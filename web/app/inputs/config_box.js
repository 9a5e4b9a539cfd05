/** The model's config.json as text: to read, to change, or to paste another one over it. */
import { element, setAttribute, setText } from '../table/dom.js';

/** @typedef {import('./form.js').FormState} FormState */

export class ConfigBox {
  #shown = '';

  /** @param {(config: Record<string, unknown>) => void} use */
  constructor(use) {
    this.area = element('textarea', {
      id: 'config-json',
      rows: 12,
      spellcheck: 'false',
      autocomplete: 'off',
      'aria-describedby': 'config-json-note',
    });
    this.note = element('p', { id: 'config-json-note', class: 'field-echo' });
    const label = element(
      'label',
      { for: 'config-json' },
      'Paste a config.json of Hugging Face here, or edit this one',
    );
    this.root = element(
      'details',
      { class: 'inner-fold' },
      element('summary', {}, 'config.json'),
      label,
      this.area,
      this.note,
    );
    this.area.addEventListener('input', () => {
      const config = this.#read();
      if (config) use(config);
    });
    this.area.addEventListener('blur', () => this.#write(this.#shown));
    this.root.addEventListener('toggle', () => this.#write(this.#shown));
  }

  /** @returns {Record<string, unknown> | null} */
  #read() {
    try {
      const value = JSON.parse(this.area.value);
      if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
        this.#say('');
        return value;
      }
      this.#say('A config.json is an object in braces.');
    } catch (error) {
      this.#say(`This is not JSON yet: ${error instanceof Error ? error.message : ''}`);
    }
    return null;
  }

  /** @param {string} words */
  #say(words) {
    setText(this.note, words);
    setAttribute(this.area, 'aria-invalid', words === '' ? null : 'true');
  }

  /** @param {FormState} state */
  render({ plan, report }) {
    const config = plan.model?.hf_config ?? report?.plan.model?.hf_config;
    if (config === undefined) return;
    this.#shown = JSON.stringify(config, null, 2);
    this.#write(this.#shown);
  }

  /** A closed box costs nothing; one being typed into, or with a message about its text, is left alone. @param {string} text */
  #write(text) {
    if (!this.root.open || document.activeElement === this.area || this.note.textContent !== '') return;
    if (this.area.value !== text) this.area.value = text;
  }
}
