/** Lists of sentences that the core wrote: findings, warnings, notes. */
import { element, setAttribute, setText } from '../table/dom.js';

/** @typedef {{message: string, severity?: string, pointer?: string}} Sentence */

/**
 * @param {Element} list @param {Sentence[]} sentences
 * @param {(pointer: string) => void} [goTo] makes each sentence lead to its field
 */
export function renderSentences(list, sentences, goTo) {
  while (list.children.length > sentences.length) list.lastElementChild?.remove();
  sentences.forEach(({ message, severity, pointer }, index) => {
    const line = list.children[index] ?? list.appendChild(element('li'));
    setAttribute(line, 'data-severity', severity ?? null);
    if (!goTo || !pointer) {
      setText(line, message);
      return;
    }
    let button = line.querySelector('button');
    if (!button) {
      button = element('button', { type: 'button', class: 'sentence-link' });
      button.addEventListener('click', (event) => {
        if (event.currentTarget instanceof HTMLElement) goTo(event.currentTarget.dataset.pointer ?? '');
      });
      line.replaceChildren(button);
    }
    setAttribute(button, 'data-pointer', pointer);
    setText(button, message);
  });
}
