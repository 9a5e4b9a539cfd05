/** Everything below the answer. What is on the first screen is written at once, the rest when the frame has been shown. */
import { setText } from '../table/dom.js';
import { renderMemory } from './memory.js';
import { renderParameters } from './parameters.js';
import { renderSentences } from './sentences.js';
import { renderSweep } from './sweep.js';
import { renderTensors } from './tensors.js';

/** @typedef {import('../../../wasm/types.js').Report} Report */
/** @typedef {import('../../../wasm/types.js').Row} Row */
/** @typedef {import('../../../wasm/types.js').Problem} Problem */
/** @typedef {import('../../../wasm/types.js').Vocabulary} Vocabulary */

/**
 * @typedef {object} ResultActions
 * @property {(row: Row) => void} openRow
 * @property {(pointer: string) => void} explain
 * @property {(pointer: string) => void} focusField
 * @property {() => {version?: string, link?: string}} footer what saved charts say about their origin
 */

/** @param {string} id */
function part(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no #${id}.`);
  return found;
}

/** @param {() => void} work after the frame that shows the answer */
function later(work) {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 120 });
  else setTimeout(work, 30);
}

export class Results {
  /** @type {Report | null} */
  #report = null;
  #isPending = false;
  /** @type {Promise<typeof import('../charts/index.js')> | null} */
  #charts = null;

  /** @param {Vocabulary} vocabulary @param {ResultActions} actions */
  constructor(vocabulary, actions) {
    this.columns = vocabulary.columns;
    this.actions = actions;
  }

  /** @param {Report | null} report the last valid one @param {Problem[]} errors of the plan as it is */
  render(report, errors) {
    this.#renderErrors(errors, report !== null);
    const body = part('result-body');
    body.hidden = report === null;
    body.classList.toggle('stale', errors.length > 0);
    if (!report || report === this.#report) return;
    this.#report = report;
    const { explain, openRow, focusField } = this.actions;
    part('findings-section').hidden = report.sweep.findings.length === 0;
    renderSentences(part('findings'), report.sweep.findings);
    part('notes-section').hidden = report.problems.length === 0;
    renderSentences(part('notes'), report.problems, focusField);
    renderSweep(part('sweep-section'), report, this.columns, { openRow, explain });
    if (this.#isPending) return;
    this.#isPending = true;
    later(() => {
      this.#isPending = false;
      this.#renderRest();
    });
  }

  #renderRest() {
    const report = this.#report;
    if (!report) return;
    const { explain, openRow, footer } = this.actions;
    part('breakdown').hidden = false;
    renderMemory(part('memory-section'), report, explain);
    part('tensors-section').hidden = report.tensors.length === 0;
    setText(part('tensors-about'), `Shapes and bytes in the whole model and on one rank (${report.memory.rank}).`);
    renderTensors(part('tensors'), report, this.columns.tensors ?? [], explain);
    part('parameters-section').hidden = report.parameters === null;
    if (report.parameters) renderParameters(part('parameters-section'), report.parameters, explain);
    this.#charts ??= import('../charts/index.js');
    this.#charts.then(
      ({ renderSweepCharts }) => {
        if (this.#report) renderSweepCharts(part('charts-section'), this.#report, { onRow: openRow, footer });
      },
      () => {
        // Not there (say, offline before they were ever loaded): the tables hold the same numbers; the next edit tries again.
        this.#charts = null;
      },
    );
  }

  /** @param {Problem[]} errors @param {boolean} hasReport */
  #renderErrors(errors, hasReport) {
    part('problems').hidden = errors.length === 0;
    if (errors.length === 0) return;
    const count = errors.length === 1 ? 'One problem' : `${errors.length} problems`;
    setText(part('problems-title'), hasReport ? `${count}; what follows is the last valid plan` : count);
    renderSentences(part('problem-list'), errors, this.actions.focusField);
  }
}
