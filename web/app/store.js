/**
 * The plan as it is being edited: fields hold what was typed ("80 GB"), the core reads it. One plan, a past to undo into
 * and a future to redo.
 */
import { valueAtPointer, withValueAt } from './pointer.js';

/** @typedef {import('../../wasm/types.js').Plan} Plan */
/** @typedef {'open' | 'edit' | 'undo'} Change */

/** Keystrokes in one field that follow each other so closely (milliseconds) are undone together. */
const ONE_EDIT = 1200;
const MOST_UNDO = 200;

export class Store {
  /** @type {Plan[]} */
  #past = [];
  /** @type {Plan[]} */
  #future = [];
  #lastField = '';
  #lastTime = 0;
  /** @type {((change: Change) => void)[]} */
  #listeners = [];

  /** @param {Plan} plan */
  constructor(plan) {
    this.plan = plan;
  }

  get canUndo() {
    return this.#past.length > 0;
  }

  get canRedo() {
    return this.#future.length > 0;
  }

  /** @param {(change: Change) => void} listener */
  subscribe(listener) {
    this.#listeners.push(listener);
  }

  /** One field, as typed. @param {string} pointer @param {unknown} value undefined removes it */
  set(pointer, value) {
    if (valueAtPointer(this.plan, pointer) === value) return;
    const now = performance.now();
    const continues = pointer === this.#lastField && now - this.#lastTime < ONE_EDIT && this.#future.length === 0;
    if (!continues) this.#remember();
    this.#lastField = pointer;
    this.#lastTime = now;
    this.#become(withValueAt(this.plan, pointer, value), 'edit');
  }

  /** Several fields in one step. @param {(plan: Plan) => Plan} edit */
  update(edit) {
    this.#remember();
    this.#lastField = '';
    this.#become(edit(this.plan), 'edit');
  }

  /** The plan to begin with: nothing before it to undo to. @param {Plan} plan */
  begin(plan) {
    this.plan = plan;
  }

  /** Another plan, from a link or an example; the one before can be undone to. @param {Plan} plan */
  open(plan) {
    this.#remember();
    this.#lastField = '';
    this.#become(plan, 'open');
  }

  undo() {
    const plan = this.#past.pop();
    if (!plan) return;
    this.#future.push(this.plan);
    this.#lastField = '';
    this.#become(plan, 'undo');
  }

  redo() {
    const plan = this.#future.pop();
    if (!plan) return;
    this.#past.push(this.plan);
    this.#lastField = '';
    this.#become(plan, 'undo');
  }

  #remember() {
    this.#past = [...this.#past, this.plan].slice(-MOST_UNDO);
    this.#future = [];
  }

  /** @param {Plan} plan @param {Change} change */
  #become(plan, change) {
    this.plan = plan;
    for (const listener of this.#listeners) listener(change);
  }
}
