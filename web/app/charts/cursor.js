/**
 * One cursor for all charts of a sweep: the arrow keys or the pointer choose a world size, every chart shows its value
 * there. Enter, Space or a click opens that row.
 */

/**
 * @typedef {object} CursorTarget what the cursor of one chart needs to know
 * @property {() => number} count points on the axis
 * @property {() => number | null} place where the cursor is
 * @property {() => number} start where the keyboard begins
 * @property {(x: number) => number} nearest the point nearest to a place in the picture, in pixels
 * @property {(place: number | null, byKeyboard: boolean) => void} move
 * @property {(place: number) => void} open
 */

/** @param {CursorTarget} target @param {string} key @returns {number | undefined} the place a key leads to */
function destination(target, key) {
  const last = target.count() - 1;
  const from = target.place();
  const page = Math.max(1, Math.round(last / 8));
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return from === null ? target.start() : Math.min(last, from + 1);
    case 'ArrowLeft':
    case 'ArrowDown':
      return from === null ? target.start() : Math.max(0, from - 1);
    case 'PageUp':
      return Math.min(last, (from ?? target.start()) + page);
    case 'PageDown':
      return Math.max(0, (from ?? target.start()) - page);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return undefined;
  }
}

/** @param {HTMLElement} stage the focusable element around a chart's picture @param {CursorTarget} target */
export function followCursor(stage, target) {
  stage.addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const place = target.place();
    const next = destination(target, event.key);
    if (next !== undefined) target.move(next, true);
    else if (event.key === 'Escape' && place !== null) target.move(null, true);
    else if ((event.key === 'Enter' || event.key === ' ') && place !== null) target.open(place);
    else return;
    event.preventDefault();
  });
  // Coming by keyboard, the first point is read at once; a click has already chosen its own.
  stage.addEventListener('focus', () => {
    if (stage.matches(':focus-visible') && target.place() === null) target.move(target.start(), true);
  });
  stage.addEventListener('blur', () => target.move(null, false));

  const under = (/** @type {PointerEvent | MouseEvent} */ event) =>
    target.nearest(event.clientX - stage.getBoundingClientRect().left);
  stage.addEventListener('pointermove', (event) => {
    if (event.pointerType !== 'touch') target.move(under(event), false);
  });
  stage.addEventListener('pointerleave', (event) => {
    if (event.pointerType !== 'touch' && document.activeElement !== stage) target.move(null, false);
  });

  // A finger has no hover: its first tap shows the value, the second on the same point opens it.
  let touchedBefore = false;
  stage.addEventListener('pointerdown', (event) => {
    const place = under(event);
    touchedBefore = event.pointerType !== 'touch' || target.place() === place;
    if (event.pointerType === 'touch') target.move(place, false);
  });
  stage.addEventListener('click', (event) => {
    if (touchedBefore) target.open(under(event));
  });
}
