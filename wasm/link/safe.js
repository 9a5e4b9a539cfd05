/** What a stranger's document may not contain, however it is shaped. */

const DEEPEST = 32;
/** Keys that reach into every object's ancestry when a careless program copies them. */
const FORBIDDEN = new Set(['__proto__', 'prototype', 'constructor']);

/** @param {unknown} value @returns {value is Record<string, unknown>} */
export function isPlainObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @param {unknown} value a parsed JSON value @param {number} [depth] @returns {string | null} what is wrong, or null */
export function unsafePart(value, depth = 0) {
  if (typeof value !== 'object' || value === null) return null;
  if (depth >= DEEPEST) return 'its document is nested too deep';
  for (const key of Object.keys(value)) {
    if (FORBIDDEN.has(key)) return `its document has a field named ${key}`;
    const below = unsafePart(/** @type {Record<string, unknown>} */ (value)[key], depth + 1);
    if (below !== null) return below;
  }
  return null;
}
