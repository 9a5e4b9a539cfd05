/**
 * The form: groups of fields, built from the vocabulary. It is built again only when the set of fields changes; an edit
 * writes values and messages into what is there.
 */
import { MODEL_KINDS, modelKindOf } from '../model_kind.js';
import { valueAtPointer } from '../pointer.js';
import { element, setText } from '../table/dom.js';
import { ConfigBox } from './config_box.js';
import { FieldRow, inputId } from './field_row.js';
import { GROUPS, fieldsOf, innerFoldOf, invariantText, summaryOf } from './groups.js';
import { HelpLine } from './help_line.js';

/** @typedef {import('../../../wasm/types.js').Field} Field */
/** @typedef {import('../../../wasm/types.js').Plan} Plan */
/** @typedef {import('../../../wasm/types.js').Problem} Problem */
/** @typedef {import('../../../wasm/types.js').Report} Report */
/** @typedef {import('../../../wasm/types.js').ModelKind} ModelKind */
/** @typedef {import('./combobox.js').Option} Option */

/**
 * @typedef {object} FormActions
 * @property {(pointer: string, value: unknown) => void} edit
 * @property {(pointer: string, id: string) => void} choosePreset
 * @property {(kind: ModelKind) => void} chooseKind
 * @property {(config: Record<string, unknown>, isWhole: boolean) => void} useConfig whole: of another model
 *
 * @typedef {object} FormState
 * @property {Plan} plan
 * @property {Report | null} report the last valid one
 * @property {Problem[]} problems of the plan as it is: errors, or the report's warnings
 * @property {boolean} isStale the plan has errors, so the report is of an earlier one
 */

export class Form {
  /** @type {Map<string, FieldRow>} */
  #rows = new Map();
  /** @type {Map<string, {fold: HTMLDetailsElement, summary: HTMLElement, problems: HTMLElement}>} */
  #groups = new Map();
  #invariant = element('p', { class: 'invariant' });
  #others = element('p', { class: 'group-note', hidden: true }, element('span', {}));
  #shape = '';
  /** @type {Record<string, Option[]>} */
  #options = {};

  /** @param {HTMLFormElement} root @param {Field[]} fields @param {FormActions} actions */
  constructor(root, fields, actions) {
    this.root = root;
    this.fields = fields;
    this.actions = actions;
    this.configBox = new ConfigBox(actions.useConfig);
    this.help = new HelpLine(root, (pointer) => fields.find((field) => field.pointer === pointer));
    const reset = element('button', { type: 'button', class: 'quiet-button' }, 'Reset the model');
    reset.addEventListener('click', () => {
      const preset = this.#rows.get('/model/preset')?.combobox?.value;
      if (preset) actions.choosePreset('/model/preset', preset);
    });
    this.#others.append(reset);
    root.addEventListener('submit', (event) => event.preventDefault());
    // Enter in a field must not press the first button of the form.
    root.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
    });
  }

  /** @param {string} pointer of a preset field @param {Option[]} options */
  setOptions(pointer, options) {
    this.#options[pointer] = options;
    this.#rows.get(pointer)?.setOptions(options);
  }

  /** @param {FormState} state */
  render(state) {
    const fields = fieldsOf(this.fields, state.plan, state.report);
    const kind = modelKindOf(state.plan);
    const shape = [kind, ...fields.map(({ pointer }) => pointer)].join(' ');
    if (shape !== this.#shape) this.#build(fields, kind);
    this.#shape = shape;
    this.#renderFields(state);
    for (const [id, { summary }] of this.#groups) setText(summary, summaryOf(id, state.report));
    if (state.report && !state.isStale) setText(this.#invariant, invariantText(state.report));
    this.#invariant.classList.toggle('stale', state.isStale);
    this.configBox.render(state);
    this.#keepMessageInView();
  }

  /** The message of the field being typed into must not hide under the help line. Measured only when there is one. */
  #keepMessageInView() {
    const line = this.root.contains(document.activeElement) ? document.activeElement?.closest('.field') : null;
    if (!line?.querySelector('.field-problems li')) return;
    const hidden = line.getBoundingClientRect().bottom - this.help.root.getBoundingClientRect().top;
    if (hidden > 0) this.root.scrollTop += hidden;
  }

  /** Opens the folds around a field and puts the cursor into it. @param {string} pointer @returns {boolean} */
  focus(pointer) {
    const target = document.getElementById(inputId(this.#ownerOf(pointer)));
    if (!target) return false;
    for (let fold = target.closest('details'); fold; fold = fold.parentElement?.closest('details') ?? null)
      fold.open = true;
    target.focus({ preventScroll: true });
    target.scrollIntoView({ block: 'center' });
    if (target instanceof HTMLInputElement) target.select();
    return true;
  }

  /** @param {string} pointer @returns {string} the field that it belongs to, else a group's pointer, else '' */
  #ownerOf(pointer) {
    for (let rest = pointer; rest !== ''; rest = rest.slice(0, rest.lastIndexOf('/'))) {
      if (this.#rows.has(rest)) return rest;
    }
    const [, group = ''] = pointer.split('/');
    return this.#groups.has(group) ? `/${group}` : '';
  }

  /** @param {FormState} state */
  #renderFields({ plan, report, problems, isStale }) {
    /** @type {Map<string, Problem[]>} */
    const byOwner = new Map();
    for (const problem of problems) {
      const owner = this.#ownerOf(problem.pointer);
      byOwner.set(owner, [...(byOwner.get(owner) ?? []), problem]);
    }
    const overrides = new Map((isStale ? [] : (report?.overrides ?? [])).map((one) => [one.pointer, one]));
    for (const [pointer, row] of this.#rows) {
      row.render({
        typed: valueAtPointer(plan, pointer),
        read: isStale ? undefined : valueAtPointer(report?.plan, pointer),
        problems: byOwner.get(pointer) ?? [],
        override: overrides.get(pointer),
      });
    }
    this.#renderOthers([...overrides.keys()].filter((pointer) => !this.#rows.has(pointer)));
    for (const [id, group] of this.#groups) {
      const own = (byOwner.get(`/${id}`) ?? []).filter(({ severity }) => severity !== 'note');
      const words = own.map(({ message }) => message).join(' ');
      setText(group.problems, words);
      group.problems.hidden = words === '';
    }
  }

  /** Members of the config.json that have no field here, but differ from the preset's. @param {string[]} pointers */
  #renderOthers(pointers) {
    this.#others.hidden = pointers.length === 0;
    const names = pointers.map((pointer) => pointer.slice(pointer.lastIndexOf('/') + 1)).join(', ');
    setText(this.#others.firstElementChild ?? this.#others, `Changed from the preset: ${names} `);
  }

  /** @param {Field[]} fields @param {ModelKind} kind */
  #build(fields, kind) {
    // On a phone the folded groups are the plan in seven lines, with the results right below.
    const isNarrow = matchMedia('(max-width: 900px)').matches;
    const openBefore = new Map([...this.#groups].map(([id, { fold }]) => [id, fold.open]));
    this.#rows.clear();
    this.#groups.clear();
    const groups = GROUPS.filter(({ id }) => fields.some(({ group }) => group === id) || id === 'model').map(
      ({ id, title, isOpen }) => {
        const own = fields.filter(({ group }) => group === id);
        return this.#group(id, title, openBefore.get(id) ?? (isOpen && !isNarrow), this.#contents(id, own, kind));
      },
    );
    const focused = this.root.contains(document.activeElement) ? document.activeElement?.id : '';
    this.root.replaceChildren(...groups, this.help.root);
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
    this.help.show(null);
  }

  /** @param {string} id @param {Field[]} fields @param {ModelKind} kind @returns {Node[]} */
  #contents(id, fields, kind) {
    const plain = fields.filter((field) => innerFoldOf(field) === '').map((field) => this.#row(field).root);
    const folds = [...new Set(fields.map(innerFoldOf).filter((title) => title !== ''))].map((title) => {
      const inner = fields.filter((field) => innerFoldOf(field) === title).map((field) => this.#row(field).root);
      return element('details', { class: 'inner-fold' }, element('summary', {}, title), ...inner);
    });
    if (id === 'model') {
      const box = kind === 'hf_config' ? [this.#others, this.configBox.root] : [];
      return [this.#kindSwitch(kind), ...plain, ...folds, ...box];
    }
    return id === 'layout' ? [this.#invariant, ...plain] : [...plain, ...folds];
  }

  /** @param {Field} field */
  #row(field) {
    const row = new FieldRow(field, this.actions);
    row.setOptions(this.#options[field.pointer] ?? []);
    this.#rows.set(field.pointer, row);
    return row;
  }

  /** @param {string} id @param {string} title @param {boolean} isOpen @param {Node[]} contents */
  #group(id, title, isOpen, contents) {
    const summary = element('span', { class: 'group-summary' });
    const problems = element('p', { class: 'group-problems', hidden: true });
    const head = element('summary', {}, element('h2', {}, title), summary);
    const fold = element('details', { class: 'group', id: `group-${id}`, open: isOpen }, head, problems, ...contents);
    this.#groups.set(id, { fold, summary, problems });
    return fold;
  }

  /** @param {ModelKind} chosen */
  #kindSwitch(chosen) {
    const choices = MODEL_KINDS.map(({ id, label }) => {
      const input = element('input', { type: 'radio', name: 'model-kind', value: id, checked: id === chosen });
      input.addEventListener('change', () => {
        this.actions.chooseKind(id);
        const again = this.root.querySelector(`input[name="model-kind"][value="${id}"]`);
        if (again instanceof HTMLElement) again.focus({ preventScroll: true });
      });
      return element('label', {}, input, element('span', {}, label));
    });
    return element(
      'fieldset',
      { class: 'segments' },
      element('legend', { class: 'visually-hidden' }, 'The model is'),
      ...choices,
    );
  }
}
