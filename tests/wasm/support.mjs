/** What the tests of the bridge, the links and the command line share: worked plans, and chance that can be repeated. */
import { readFileSync, readdirSync } from 'node:fs';
import { path } from '../../web/tools/project.mjs';

/** @typedef {import('../../wasm/types.js').Plan} Plan */

/** @type {Record<string, Plan>} the page's examples by the name of their file */
export const examples = Object.fromEntries(
  readdirSync(path('web/examples')).map((file) => [
    file.replace(/\.json$/, ''),
    JSON.parse(readFileSync(path('web/examples', file), 'utf8')).plan,
  ]),
);

/** @param {string} name of a file in core/catalogue/models, without its ending @returns {any} the record's config.json */
export function configOf(name) {
  return JSON.parse(readFileSync(path(`core/catalogue/models/${name}.json`), 'utf8')).config;
}

/** @param {number} seed @returns {() => number} numbers from 0 to 1, the same for the same seed (mulberry32) */
export function chance(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** @template T @param {() => number} random @param {readonly T[]} values @returns {T} */
export function oneOf(random, values) {
  return values[Math.floor(random() * values.length)];
}

const SCALARS = [
  ...[null, true, false, 0, 1, -1, 0.1, 1e-300, 2 ** 53 - 1, 1e308, '', ' ', '80 GB', 'max', 'auto', '128k'],
  ...['ключ', '🧮', '\u0000', '\ud800', '"\\/', '<script>', 'x'.repeat(500)],
];

/**
 * Any JSON value: what a plan might hold after a careless or a hostile hand.
 * @param {() => number} random @param {number} [depth] @returns {unknown}
 */
export function anyValue(random, depth = 0) {
  const kind = depth > 4 ? 0 : random();
  const some = () => Array.from({ length: Math.floor(random() * 4) });
  if (kind < 0.6) return oneOf(random, SCALARS);
  if (kind < 0.8) return some().map(() => anyValue(random, depth + 1));
  return Object.fromEntries(some().map(() => [String(oneOf(random, SCALARS)), anyValue(random, depth + 1)]));
}

/**
 * A worked plan with a few of its values replaced by anything.
 * @param {() => number} random @returns {Plan}
 */
export function damagedPlan(random) {
  const plan = /** @type {any} */ (structuredClone(oneOf(random, Object.values(examples))));
  for (let changes = 1 + Math.floor(random() * 3); changes > 0; changes -= 1) {
    const group = oneOf(
      random,
      Object.keys(plan).filter((key) => typeof plan[key] === 'object' && plan[key] !== null),
    );
    if (group === undefined || random() < 0.1) plan[String(oneOf(random, SCALARS))] = anyValue(random);
    else plan[group][oneOf(random, Object.keys(plan[group])) ?? 'extra'] = anyValue(random);
  }
  return plan;
}
