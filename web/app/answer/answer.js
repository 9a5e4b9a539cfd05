/** The answer line, and its spoken twin: said once when the numbers have come to rest, not at every keystroke. */
import { numberButton, writeNumber } from '../explain/number.js';
import { element, setText } from '../table/dom.js';
import { answerClauses, answerText } from './sentence.js';

/** @typedef {import('../../../wasm/types.js').Report} Report */
/** @typedef {import('./sentence.js').Clause} Clause */

/** A pause in typing (milliseconds) after which the answer is read out. */
const AT_REST = 700;

export class AnswerLine {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #spoken = '';

  /** @param {HTMLElement} line @param {HTMLElement} status */
  constructor(line, status) {
    this.line = line;
    this.status = status;
  }

  /** @param {Report | null} report the last valid one @param {number} errors in the plan as it is */
  render(report, errors) {
    const words =
      errors === 1
        ? 'One problem keeps this plan from being computed.'
        : `${errors} problems keep this plan from being computed.`;
    if (report) this.#write(report);
    else setText(this.line, errors > 0 ? words : 'Computing …');
    this.line.classList.toggle('misfit', report !== null && !report.fits);
    this.#say(errors > 0 ? words : report ? answerText(report) : '');
  }

  /** Pieces are kept by place, so that a focused number stays focused while it changes. @param {Report} report */
  #write(report) {
    const clauses = answerClauses(report);
    const pieces = clauses.flat();
    const shape = pieces.map(({ text, pointer }) => pointer ?? text).join('\n');
    if (this.line.dataset.shape !== shape) {
      const focused = this.line.contains(document.activeElement) ? document.activeElement : null;
      this.line.replaceChildren(...this.#clauseNodes(clauses));
      this.line.dataset.shape = shape;
      const pointer = focused instanceof HTMLElement ? focused.dataset.explain : undefined;
      if (pointer) this.#numberAt(pointer)?.focus({ preventScroll: true });
    }
    for (const { text, pointer, value, unit } of pieces) {
      const button = pointer ? this.#numberAt(pointer) : null;
      if (pointer && button) writeNumber(button, pointer, text, value, unit);
    }
  }

  /** @param {string} pointer @returns {HTMLElement | null} */
  #numberAt(pointer) {
    return this.line.querySelector(`[data-explain="${pointer}"]`);
  }

  /** @param {Clause[]} clauses @returns {(Node | string)[]} */
  #clauseNodes(clauses) {
    return clauses.flatMap((clause, index) => {
      const isLast = index === clauses.length - 1;
      const pieces = clause.map(({ text, pointer }) =>
        pointer ? numberButton(pointer, text) : element('span', {}, text),
      );
      const node = element('span', { class: 'clause' }, ...pieces, ...(isLast ? [] : [' ·']));
      return isLast ? [node] : [node, ' '];
    });
  }

  /** @param {string} words */
  #say(words) {
    clearTimeout(this.#timer);
    if (words === this.#spoken) return;
    this.#timer = setTimeout(() => {
      this.#spoken = words;
      setText(this.status, words);
    }, AT_REST);
  }
}
