/** The answer line, and its spoken twin: said once when the numbers have come to rest, not at every keystroke. */
import { numberButton } from '../explain/number.js';
import { arrange, element, setText } from '../table/dom.js';
import { answerPieces, answerText } from './sentence.js';

/** @typedef {import('../../../wasm/types.js').Report} Report */

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
    const pieces = answerPieces(report);
    const shape = pieces.map(({ text, pointer }) => pointer ?? text).join('\n');
    const numbers = [...this.line.querySelectorAll('button')];
    if (this.line.dataset.shape !== shape) {
      const nodes = pieces.map(({ text, pointer, value, unit }) =>
        pointer ? numberButton(pointer, text, value, unit) : element('span', {}, text),
      );
      const focused = document.activeElement;
      this.line.replaceChildren(...nodes);
      this.line.dataset.shape = shape;
      if (focused instanceof HTMLElement && numbers.includes(/** @type {HTMLButtonElement} */ (focused))) {
        const again = this.line.querySelector(`[data-explain="${focused.dataset.explain}"]`);
        if (again instanceof HTMLElement) again.focus({ preventScroll: true });
      }
      return;
    }
    arrange(this.line, [...this.line.children]);
    pieces.forEach(({ text }, index) => setText(this.line.children[index], text));
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
