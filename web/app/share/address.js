/**
 * The plan in the page's address. Written a moment after an edit, without an entry in the history; read at the start and
 * whenever the address changes. A link that cannot be opened is said to be so, and stays in the address until an edit.
 */
import { decode, encode } from '../../../wasm/link.js';

/** @typedef {import('../../../wasm/types.js').Plan} Plan */
/** @typedef {import('../../../wasm/link.js').Decoded} Decoded */

/** Longer than a pause between keystrokes, shorter than the way to the address bar (milliseconds). */
const WRITE_AFTER = 300;

export class Address {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** Counts what was read or written, so that a slow one never overtakes a later one. */
  #turn = 0;

  /** To the plan last shown, for what is taken along; '' until it is made. */
  link = '';

  /** @param {(decoded: Decoded) => void} arrived another link came into the address */
  constructor(arrived) {
    addEventListener('hashchange', () => {
      const turn = this.#next();
      void this.read().then((decoded) => {
        if (turn === this.#turn) arrived(decoded);
      });
    });
  }

  #next() {
    clearTimeout(this.#timer);
    this.#turn += 1;
    return this.#turn;
  }

  /** @returns {Promise<Decoded>} */
  read() {
    return decode(location.hash);
  }

  /**
   * @param {Plan} plan normalised, every value written out
   * @param {boolean} isEdited otherwise the address stays as it is, and only `link` is made
   */
  write(plan, isEdited) {
    const turn = this.#next();
    this.#timer = setTimeout(async () => {
      const made = await encode({ plan, view: {} });
      if (turn !== this.#turn) return;
      this.link = made.ok ? pageAddress() + made.hash : '';
      // Too long for an address: better none than one that says something else than the page.
      if (isEdited) history.replaceState(history.state, '', made.ok ? made.hash : location.pathname + location.search);
    }, WRITE_AFTER);
  }

  /** The plan is not valid: nothing more is written of the edits before it. */
  hold() {
    this.#next();
  }
}

/** @param {Plan} plan @returns {Promise<{ok: true, link: string} | {ok: false, message: string}>} */
export async function linkOf(plan) {
  const link = await encode({ plan, view: {} });
  return link.ok ? { ok: true, link: pageAddress() + link.hash } : link;
}

function pageAddress() {
  return location.href.replace(/#.*$/s, '');
}
