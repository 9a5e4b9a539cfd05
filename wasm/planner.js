/**
 * The planner as JavaScript sees it: documents in, documents out, never a throw.
 *
 * The core reports bad input as problems. Should a call fail all the same (a trap, memory exhausted), the instance's
 * memory is in an unknown state: it is latched as crashed and answers nothing more, the last good report stays
 * available, and `reload` begins again with a fresh instance and the same catalogue.
 */

/**
 * @typedef {import('./types.js').Plan} Plan
 * @typedef {import('./types.js').Report} Report
 * @typedef {import('./types.js').Refusal} Refusal
 * @typedef {import('./types.js').Evaluation} Evaluation
 * @typedef {import('./types.js').Explained} Explained
 * @typedef {import('./types.js').Loaded} Loaded
 * @typedef {import('./types.js').Vocabulary} Vocabulary
 * @typedef {import('./types.js').PlannerModule} PlannerModule
 * @typedef {{moduleFactory: import('./types.js').ModuleFactory, wasmBinary: ArrayBuffer | Uint8Array}} PlannerSource
 */

/** Enough of what the module printed to tell what happened. */
const MOST_LINES = 20;

/** @param {PlannerSource} source @returns {Promise<Planner>} */
export async function loadPlanner(source) {
  const planner = new Planner(source);
  await planner.reload();
  return planner;
}

/** @param {string} message @returns {Refusal} */
function crashedRefusal(message) {
  return {
    ok: false,
    crashed: true,
    problems: [{ code: 'planner_crashed', severity: 'error', pointer: '', message, given: null, allowed: '' }],
  };
}

export class Planner {
  /** @type {PlannerModule | null} */
  #module = null;
  #source;
  #catalogue = '';
  /** @type {Vocabulary | null} */
  #vocabulary = null;
  /** @type {string[]} */
  #lines = [];

  /** What broke the planner; null while it works. @type {string | null} */
  crash = null;
  /** @type {Report | null} the last report that was computed */
  lastGood = null;

  /** @param {PlannerSource} source */
  constructor(source) {
    this.#source = source;
  }

  /** The last lines the module printed: for a crash report. */
  get lines() {
    return [...this.#lines];
  }

  /** Begins again with a new instance. Plan and catalogue are the caller's and lose nothing. */
  async reload() {
    const keep = (/** @type {string} */ line) => {
      this.#lines = [...this.#lines, line].slice(-MOST_LINES);
    };
    this.#module = await this.#source.moduleFactory({
      wasmBinary: this.#source.wasmBinary,
      print: keep,
      printErr: keep,
    });
    this.crash = null;
    this.#vocabulary = null;
    if (this.#catalogue !== '') this.loadCatalogue(this.#catalogue);
  }

  /** @param {Plan} plan @returns {Evaluation} */
  evaluate(plan) {
    return this.evaluateText(JSON.stringify(plan));
  }

  /** @param {string} text a plan document as it was written, so that the core says where it is not JSON @returns {Evaluation} */
  evaluateText(text) {
    const answer = /** @type {Evaluation} */ (this.#call((module) => module.evaluate(text)));
    if (answer.ok) this.lastGood = answer.report;
    return answer;
  }

  /** @param {Plan} plan @param {string} pointer a number of the report, "/sweep/rows/3/batch_per_gpu" @returns {Explained} */
  explain(plan, pointer) {
    return /** @type {Explained} */ (this.#call((module) => module.explain(JSON.stringify(plan), pointer)));
  }

  /** @returns {{ok: true, vocabulary: Vocabulary} | Refusal} */
  vocabulary() {
    if (this.#vocabulary) return { ok: true, vocabulary: this.#vocabulary };
    const answer = /** @type {{ok: true, vocabulary: Vocabulary} | Refusal} */ (
      this.#call((module) => module.vocabulary())
    );
    if (answer.ok) this.#vocabulary = answer.vocabulary;
    return answer;
  }

  /** @param {string} text {"models": […], "devices": […]} @returns {Loaded} */
  loadCatalogue(text) {
    const answer = /** @type {Loaded} */ (this.#call((module) => module.load_catalogue(text)));
    if (answer.ok) this.#catalogue = text;
    return answer;
  }

  /** @param {(module: PlannerModule) => string} ask @returns {{ok: boolean}} */
  #call(ask) {
    if (this.crash !== null || this.#module === null) {
      return crashedRefusal(`The planner stopped: ${this.crash ?? 'it was not loaded'}. Reload it to go on.`);
    }
    try {
      return JSON.parse(ask(this.#module));
    } catch (error) {
      // A C++ exception arrives as a bare number, a trap as a RuntimeError.
      this.crash = error instanceof Error ? error.message : `error ${String(error)}`;
      this.#module = null;
      return crashedRefusal(`The planner stopped: ${this.crash}. Reload it to go on.`);
    }
  }
}
