/** JSON pointers (RFC 6901) into plans. Plans are never changed in place: writing returns a new one. */

/** @param {string} pointer */
function steps(pointer) {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** @param {unknown} document @param {string} pointer @returns {any} undefined where there is nothing */
export function valueAtPointer(document, pointer) {
  let value = document;
  for (const step of steps(pointer)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = /** @type {Record<string, unknown>} */ (value)[step];
  }
  return value;
}

/**
 * @template T
 * @param {T} document @param {string} pointer @param {unknown} value undefined removes the member
 * @returns {T}
 */
export function withValueAt(document, pointer, value) {
  return /** @type {T} */ (written(document, steps(pointer), value));
}

/** @param {unknown} document @param {string[]} path @param {unknown} value @returns {unknown} */
function written(document, path, value) {
  if (path.length === 0) return value;
  const [step, ...rest] = path;
  const copy = /** @type {Record<string, unknown>} */ (
    typeof document === 'object' && document !== null ? { ...document } : {}
  );
  const below = written(Object.hasOwn(copy, step) ? copy[step] : undefined, rest, value);
  if (below === undefined) delete copy[step];
  else copy[step] = below;
  return copy;
}
