/** The model's config.json as text: to read, to change, or to paste another one over it. */
import { element, setAttribute, setText } from '../table/dom.js';

/** @typedef {import('./form.js').FormState} FormState */

export class ConfigBox {
  #shown = '';
  /** A whole config was just put in: what comes is another model, not a change of this one. */
  #isWhole = false;

  /** @param {(config: Record<string, unknown>, isWhole: boolean) => void} use */
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
    const title = element('summary', {}, 'config.json');
    this.root = element('details', { class: 'inner-fold' }, title, label, this.area, this.note);
    this.area.addEventListener('paste', (event) => this.#arrives(event.clipboardData));
    this.area.addEventListener('drop', (event) => this.#arrives(event.dataTransfer));
    this.area.addEventListener('input', () => {
      const config = this.#read();
      if (config) use(config, this.#isWhole);
      this.#isWhole = false;
    });
    this.root.addEventListener('toggle', () => this.#write());
  }

  /** @param {DataTransfer | null} data */
  #arrives(data) {
    this.#isWhole = data?.getData('text').trimStart().startsWith('{') ?? false;
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
    const text = JSON.stringify(config, null, 2);
    if (text !== this.#shown && document.activeElement !== this.area) this.#say('');
    this.#shown = text;
    this.#write();
  }

  /** A closed box costs nothing; one being typed into, or whose text is not JSON yet, is left alone. */
  #write() {
    if (!this.root.open || document.activeElement === this.area || this.note.textContent !== '') return;
    if (this.area.value !== this.#shown) this.area.value = this.#shown;
  }
}
