/** One field of the plan as a line of the form: label, input, and below it what is to be said about it. */
import { element, setAttribute, setText } from '../table/dom.js';
import { Combobox } from './combobox.js';
import { echoText, inputText, valueText } from './reading.js';

/** @typedef {import('../../../wasm/types.js').Field} Field */
/** @typedef {import('../../../wasm/types.js').Problem} Problem */
/** @typedef {import('./combobox.js').Option} Option */

/**
 * @typedef {object} FieldState
 * @property {unknown} typed what the plan being edited holds
 * @property {unknown} read what the core made of it; undefined while the plan has errors
 * @property {Problem[]} problems
 * @property {{value: unknown, preset_value: unknown} | undefined} override
 *
 * @typedef {object} FieldActions
 * @property {(pointer: string, value: unknown) => void} edit
 * @property {(pointer: string, id: string) => void} choosePreset
 */

/** @param {string} pointer @returns {string} the id of the field's input */
export function inputId(pointer) {
  return `field${pointer.replace(/\W+/g, '-')}`;
}

/** @param {Field} field names a record of the catalogue */
function isPicker({ pointer, kind }) {
  return kind === 'text' && pointer.endsWith('/preset');
}

/** @param {Field} field "k · GB"; a symbol already says that GPUs are counted, and texts of bytes carry their unit */
function unitWords({ symbol, unit }) {
  const isSaid = unit === 'bytes' || (unit === 'GPUs' && symbol !== '');
  return [symbol, isSaid ? '' : unit].filter(Boolean).join(' · ');
}

export class FieldRow {
  /** @param {Field} field @param {FieldActions} actions */
  constructor(field, actions) {
    const id = inputId(field.pointer);
    this.field = field;
    this.actions = actions;
    this.combobox = isPicker(field)
      ? new Combobox(id, (chosen) => actions.choosePreset(field.pointer, chosen), field.label)
      : null;
    this.control = this.combobox?.input ?? this.#control(id);
    this.echo = element('span', { class: 'field-echo' });
    this.override = element('span', { class: 'field-override' });
    this.reset = element('button', { type: 'button', class: 'quiet-button' }, 'Reset');
    this.problems = element('ul', { class: 'field-problems' });
    const help = element('span', { class: 'visually-hidden' }, `${field.help} `);
    this.note = element(
      'div',
      { class: 'field-note', id: `${id}-note` },
      help,
      this.echo,
      this.override,
      this.problems,
    );
    const label = element('label', { for: id, title: field.help }, field.label);
    const unit = unitWords(field);
    if (unit !== '') label.append(' ', element('span', { class: 'quiet' }, unit));
    setAttribute(this.control, 'aria-describedby', `${id}-note`);
    this.root = element(
      'div',
      { class: 'field', 'data-kind': field.kind, 'data-pointer': field.pointer },
      label,
      this.combobox?.root ?? this.control,
      this.note,
    );
    this.reset.addEventListener('click', () => {
      this.actions.edit(field.pointer, this.presetValue ?? undefined);
      this.control.focus();
    });
    /** @type {unknown} */
    this.presetValue = undefined;
    /** @type {{typed: unknown, read: unknown}} */
    this.lastRead = { typed: undefined, read: undefined };
  }

  /** @param {string} id @returns {HTMLInputElement | HTMLSelectElement} */
  #control(id) {
    const { field, actions } = this;
    if (field.kind === 'choice') {
      const select = element(
        'select',
        { id },
        ...field.choices.map((choice) => element('option', { value: choice.id }, choice.label)),
      );
      select.addEventListener('input', () => actions.edit(field.pointer, select.value));
      return select;
    }
    const input = element('input', {
      id,
      type: 'text',
      autocomplete: 'off',
      spellcheck: 'false',
      autocapitalize: 'off',
    });
    input.addEventListener('input', () => actions.edit(field.pointer, input.value));
    return input;
  }

  /** @param {Option[]} options */
  setOptions(options) {
    this.combobox?.setOptions(options);
  }

  /** @param {FieldState} state */
  render({ typed, read, problems, override }) {
    const value = typed ?? read ?? this.field.default;
    if (this.combobox) this.combobox.show(inputText(this.field, value));
    else if (this.control instanceof HTMLSelectElement) this.#select(String(value));
    else this.#write(inputText(this.field, value));
    setText(this.echo, this.#echo(typed, read));
    this.#renderOverride(override);
    const errors = problems.filter(({ severity }) => severity === 'error');
    setAttribute(this.control, 'aria-invalid', errors.length > 0 ? 'true' : null);
    const shown = problems.filter(({ severity }) => severity !== 'note');
    while (this.problems.children.length > shown.length) this.problems.lastElementChild?.remove();
    shown.forEach(({ message, severity }, index) => {
      const line = this.problems.children[index] ?? this.problems.appendChild(element('li'));
      setText(line, message);
      setAttribute(line, 'data-severity', severity);
    });
  }

  /** While another field is wrong, what was read of this one still stands. @param {unknown} typed @param {unknown} read */
  #echo(typed, read) {
    if (read !== undefined) this.lastRead = { typed, read };
    else if (typed === this.lastRead.typed) return echoText(this.field, typed, this.lastRead.read);
    return echoText(this.field, typed, read);
  }

  /** A value that is not among the choices (from a link) is shown as it is, and the core's problem beside it. @param {string} value */
  #select(value) {
    const select = /** @type {HTMLSelectElement} */ (this.control);
    const known = this.field.choices.some(({ id }) => id === value);
    const stray = select.querySelector('option[data-stray]');
    if (known) stray?.remove();
    else if (stray) setText(stray, value);
    else select.append(element('option', { value, 'data-stray': true }, value));
    if (select.value !== value) select.value = value;
    setAttribute(select, 'title', select.selectedOptions[0]?.label ?? null);
  }

  /** Never rewrites what is being typed. @param {string} text */
  #write(text) {
    const input = /** @type {HTMLInputElement} */ (this.control);
    if (input.value !== text) input.value = text;
  }

  /** @param {FieldState['override']} override */
  #renderOverride(override) {
    this.root.classList.toggle('overridden', override !== undefined);
    if (!override) {
      if (this.override.firstChild) this.override.replaceChildren();
      return;
    }
    this.presetValue = override.preset_value;
    const preset = valueText(this.field, override.preset_value);
    const words = `${preset} → ${valueText(this.field, override.value)}, from the preset`;
    if (this.override.firstChild?.textContent === words) return;
    setAttribute(this.reset, 'aria-label', `Reset ${this.field.label} to ${preset}`);
    this.override.replaceChildren(element('span', {}, words), ' ', this.reset);
  }
}
