/** Old links, brought up to date one version at a time. A step, once released, is never changed. */

export const CURRENT_DOCUMENT = 1;
const FIRST_DOCUMENT = 1;

/**
 * `STEPS[n]` turns a document of version n into one of version n + 1.
 * @type {Record<number, (document: Record<string, unknown>) => Record<string, unknown>>}
 */
const STEPS = {};

for (let version = FIRST_DOCUMENT; version < CURRENT_DOCUMENT; version += 1) {
  if (!STEPS[version]) throw new Error(`Links of version ${version} cannot be upgraded: a step is missing.`);
}

/** @param {Record<string, unknown>} document @param {number} version @returns {Record<string, unknown>} */
export function upgrade(document, version) {
  let current = document;
  for (let step = version; step < CURRENT_DOCUMENT; step += 1) current = STEPS[step](current);
  return current;
}
