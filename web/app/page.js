/** One plan, evaluated on every edit and shown everywhere: where the parts of the page meet. */
import { copyText } from './export.js';
import { AnswerLine } from './answer/answer.js';
import { MemoryBar } from './answer/memory_bar.js';
import { pickerOptions } from './catalogue.js';
import { ExplanationPanel } from './explain/panel.js';
import { Form } from './inputs/form.js';
import { setUpKeys } from './keys.js';
import { ModelShelf } from './model_kind.js';
import { dropNotice, showNotice } from './notices.js';
import { withPreset } from './presets.js';
import { Results } from './results/results.js';
import { withRowLayout } from './results/sweep.js';
import { Address, linkOf } from './share/address.js';
import { setUpExamples, setUpExport } from './share/menus.js';
import { Store } from './store.js';
import { element, setText } from './table/dom.js';
import { setUpTheme } from './theme.js';

/** @typedef {import('../../wasm/planner.js').Planner} Planner */
/** @typedef {import('../../wasm/types.js').Plan} Plan */
/** @typedef {import('../../wasm/types.js').Report} Report */
/** @typedef {import('../../wasm/types.js').Problem} Problem */
/** @typedef {import('../../wasm/link.js').Decoded} Decoded */

/**
 * @template {HTMLElement} [T=HTMLElement]
 * @param {string} id @returns {T}
 */
function part(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no #${id}.`);
  return /** @type {T} */ (found);
}

export class Page {
  /** @type {Report | null} the last valid one */
  #report = null;
  /** @type {Problem[]} what keeps the plan as it is from being computed */
  #errors = [];
  #frame = 0;
  /** Edits came after this frame's were computed. */
  #isDirty = false;
  /** The address is the reader's until the first edit. */
  #mayWriteAddress = false;

  /** @param {Planner} planner @param {Plan} openingPlan */
  constructor(planner, openingPlan) {
    const answer = planner.vocabulary();
    if (!answer.ok) throw new Error(answer.problems[0].message);
    const { vocabulary } = answer;
    this.planner = planner;
    this.vocabulary = vocabulary;
    this.openingPlan = openingPlan;
    this.store = new Store(openingPlan);
    this.shelf = new ModelShelf(openingPlan.model);
    this.answer = new AnswerLine(part('answer-line'), part('spoken-answer'));
    this.bar = new MemoryBar(part('memory-bar'));
    this.form = new Form(part('inputs'), vocabulary.fields, this.#formActions());
    this.panel = new ExplanationPanel(part('explanation'), {
      explain: (pointer) => this.#explain(pointer),
      isField: (pointer) => vocabulary.fields.some((field) => field.pointer === pointer),
      focusField: (pointer) => this.form.focus(pointer),
    });
    const footer = () => ({ version: vocabulary.planner_version, link: this.address.link });
    this.results = new Results(vocabulary, {
      openRow: (row) => this.store.update((plan) => withRowLayout(plan, row)),
      explain: (pointer) => this.panel.open(pointer, document.activeElement),
      focusField: (pointer) => this.form.focus(pointer),
      footer,
    });
    this.address = new Address((decoded) => this.#arrive(decoded));
    this.store.subscribe((change) => {
      // A plan that came with the address is already in it.
      this.#mayWriteAddress = change !== 'open';
      if (change !== 'open') dropNotice('link');
      dropNotice('preset');
      this.#soon();
    });
    setUpExamples((plan) => this.store.open(plan));
    setUpExport({ report: () => this.#report, vocabulary, footer });
    this.#setUpTools();
  }

  /**
   * Shows the plan of the address, or the opening plan; the catalogue is waited for only by plans that need it.
   * @param {Promise<string>} catalogueText
   */
  async open(catalogueText) {
    if (location.hash.length > 1) this.#take(await this.address.read());
    const needsCatalogue = this.#compute().some(({ code }) => code === 'unknown_preset');
    if (!needsCatalogue) this.#show();
    try {
      const text = await catalogueText;
      const loaded = this.planner.loadCatalogue(text);
      if (!loaded.ok) throw new Error(loaded.problems[0].message);
      const { models, devices } = pickerOptions(text);
      this.form.setOptions('/model/preset', models);
      this.form.setOptions('/device/preset', devices);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      showNotice({
        id: 'catalogue',
        text: `The catalogue of models and devices could not be loaded (${reason}). Values can still be entered by hand.`,
        tone: 'error',
      });
    }
    this.#refresh();
  }

  #formActions() {
    return {
      edit: (/** @type {string} */ pointer, /** @type {unknown} */ value) => this.store.set(pointer, value),
      choosePreset: (/** @type {string} */ pointer, /** @type {string} */ id) => {
        const { plan, remark } = withPreset(this.planner, this.store.plan, pointer, id);
        this.store.update(() => plan);
        if (remark !== '') showNotice({ id: 'preset', text: remark });
      },
      chooseKind: (/** @type {import('../../wasm/types.js').ModelKind} */ kind) => {
        this.store.update((plan) => this.shelf.exchange(plan, kind));
      },
      useConfig: (/** @type {Record<string, unknown>} */ config, /** @type {boolean} */ isWhole) => {
        if (isWhole) this.store.update((plan) => ({ ...plan, model: { hf_config: config } }));
        else this.store.set('/model/hf_config', config);
      },
    };
  }

  /** The first edit of a frame is computed at once, so that this frame shows it; more of them, once, when it begins. */
  #soon() {
    if (this.#frame !== 0) {
      this.#isDirty = true;
      return;
    }
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      if (this.#isDirty) this.#refresh();
    });
    this.#refresh();
  }

  #refresh() {
    this.#isDirty = false;
    this.#compute();
    this.#show();
  }

  /** @returns {Problem[]} */
  #compute() {
    const answer = this.planner.evaluate(this.store.plan);
    if (answer.ok) {
      this.#report = answer.report;
      this.#errors = [];
    } else {
      this.#errors = answer.problems.filter(({ severity }) => severity === 'error');
      if (answer.crashed) this.#offerReload();
    }
    return this.#errors;
  }

  #show() {
    const report = this.#report;
    const isStale = this.#errors.length > 0;
    this.form.render({
      plan: this.store.plan,
      report,
      problems: isStale ? this.#errors : (report?.problems ?? []),
      isStale,
    });
    this.answer.render(report, this.#errors.length);
    part('answer').classList.toggle('stale', isStale);
    if (report) this.bar.render(report);
    this.results.render(report, this.#errors);
    this.panel.follow();
    part('undo').toggleAttribute('disabled', !this.store.canUndo);
    part('redo').toggleAttribute('disabled', !this.store.canRedo);
    if (!report || isStale) this.address.hold();
    else this.address.write(report.plan, this.#mayWriteAddress);
    if (report && !isStale) document.title = [report.model.name, 'Worldsize'].filter(Boolean).join(' · ');
  }

  /** @param {string} pointer */
  #explain(pointer) {
    const known = this.#report?.explanations[pointer];
    if (known) return known;
    const answer = this.planner.explain(this.#report?.plan ?? this.store.plan, pointer);
    return answer.ok
      ? answer.explanation
      : 'This value is given, or says itself; there is nothing behind it to explain.';
  }

  /** @param {Decoded} decoded */
  #arrive(decoded) {
    this.#take(decoded);
    this.#refresh();
  }

  /** @param {Decoded} decoded a link that came with the address */
  #take(decoded) {
    dropNotice('link');
    if (decoded.ok) {
      if (this.#report === null) this.store.begin(decoded.state.plan);
      else this.store.open(decoded.state.plan);
      return;
    }
    if (decoded.code === 'empty') {
      this.store.open(this.openingPlan);
      return;
    }
    this.#mayWriteAddress = false;
    this.address.hold();
    const shown =
      this.#report === null
        ? 'What you see instead is the opening example, not the content of the link.'
        : 'The page still shows the plan from before, not the content of the link.';
    showNotice({ id: 'link', text: `${decoded.message} ${shown}`, tone: 'error' });
  }

  #offerReload() {
    showNotice({
      id: 'crash',
      text: 'The planner stopped working. Your plan is kept; reloading the planner computes it again.',
      tone: 'error',
      stays: true,
      action: {
        label: 'Reload the planner',
        act: () => {
          this.planner.reload().then(
            () => {
              dropNotice('crash');
              this.#refresh();
            },
            () => location.reload(),
          );
        },
      },
    });
  }

  #setUpTools() {
    const copy = part('copy-link');
    copy.addEventListener('click', async () => {
      if (!this.#report || this.#errors.length > 0) {
        showNotice({ id: 'copy', text: 'There is no link to a plan that has problems.', tone: 'error' });
        return;
      }
      dropNotice('copy');
      const made = await linkOf(this.#report.plan);
      if (!made.ok) {
        showNotice({ id: 'copy', text: made.message, tone: 'error' });
        return;
      }
      setText(copy, (await copyText(made.link)) ? 'Copied' : 'Not copied');
      setTimeout(() => setText(copy, 'Copy link'), 1600);
    });
    const undo = () => this.store.undo();
    const redo = () => this.store.redo();
    part('undo').addEventListener('click', undo);
    part('redo').addEventListener('click', redo);
    setUpTheme(part('theme'), () => this.results.render(this.#report, this.#errors));
    setUpKeys(part('keys'), part('keys-button'), {
      undo,
      redo,
      focusInputs: () => part('inputs').querySelector('input')?.focus(),
      focusAnswer: () => part('answer-line').querySelector('button')?.focus(),
    });
    document.querySelector('[data-skip]')?.addEventListener('click', (event) => {
      // The address holds the plan: a skip link must not write into it.
      event.preventDefault();
      part('results').focus();
    });
    const answer = part('answer');
    new ResizeObserver(() => {
      document.documentElement.style.setProperty('--answer-height', `${answer.offsetHeight}px`);
    }).observe(answer);
    setText(part('version'), `Worldsize ${__BUILD__}`);
    // The single file carries them inside.
    if (!__SINGLE_FILE__) part('version').append(' · ', element('a', { href: 'licences.txt' }, 'Licences'));
  }
}
