/**
 * An element with properties and children; text goes in as text, never as markup.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string | number | boolean | null>} [attributes] null and false leave an attribute out
 * @param {(Node | string)[]} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) setAttribute(made, name, value);
  made.append(...children);
  return made;
}

/**
 * Writes only what changed, so that an unchanged table costs no layout.
 * @param {Element} target @param {string} name @param {string | number | boolean | null} value
 */
export function setAttribute(target, name, value) {
  if (value === null || value === false) {
    if (target.hasAttribute(name)) target.removeAttribute(name);
    return;
  }
  const text = value === true ? '' : String(value);
  if (target.getAttribute(name) !== text) target.setAttribute(name, text);
}

/** @param {Node} target @param {string} text */
export function setText(target, text) {
  if (target.textContent !== text) target.textContent = text;
}

/**
 * Puts children in an order, moving only those that are out of place, and dropping the rest. Focus survives a move.
 * @param {Element} parent @param {Element[]} children
 */
export function arrange(parent, children) {
  const focused = document.activeElement;
  const keeps = focused instanceof HTMLElement && parent.contains(focused);
  const wanted = new Set(children);
  for (const child of [...parent.children]) {
    if (!wanted.has(child)) child.remove();
  }
  children.forEach((child, position) => {
    const there = parent.children[position];
    if (there !== child) parent.insertBefore(child, there ?? null);
  });
  if (keeps && document.activeElement !== focused && parent.contains(focused)) focused.focus({ preventScroll: true });
}
