/**
 * A table of buttons is one stop of the Tab key; inside it the arrow keys move, Home and End go to the ends of a row
 * (with Ctrl: of the table). Ninety numbers would otherwise be ninety stops.
 */

/** @param {HTMLTableElement} table @returns {HTMLButtonElement[][]} */
function buttonLines(table) {
  return [...table.rows]
    .map((line) => [...line.cells].map((cell) => cell.querySelector('button')).filter((button) => button !== null))
    .filter((line) => line.length > 0);
}

/** @param {HTMLButtonElement} button its column's place in the line */
function columnOf(button) {
  return button.closest('th, td') instanceof HTMLTableCellElement
    ? /** @type {HTMLTableCellElement} */ (button.closest('th, td')).cellIndex
    : 0;
}

/**
 * Exactly one button can be reached by Tab: the last one used, or the first.
 * @param {HTMLTableElement} table
 */
export function keepOneTabStop(table) {
  const buttons = [...table.querySelectorAll('button')];
  const stop = buttons.find((button) => button.tabIndex === 0) ?? buttons[0];
  for (const button of buttons) {
    const wanted = button === stop ? 0 : -1;
    if (button.tabIndex !== wanted) button.tabIndex = wanted;
  }
}

/** @param {HTMLTableElement} table @param {HTMLButtonElement} button */
function moveTo(table, button) {
  for (const other of table.querySelectorAll('button[tabindex="0"]')) other.setAttribute('tabindex', '-1');
  button.tabIndex = 0;
  button.focus();
}

/** @param {HTMLButtonElement[]} line @param {number} column the button nearest to a column */
function nearest(line, column) {
  return line.reduce((best, button) =>
    Math.abs(columnOf(button) - column) < Math.abs(columnOf(best) - column) ? button : best,
  );
}

/**
 * @param {HTMLButtonElement[][]} lines @param {number} at @param {HTMLButtonElement} button @param {KeyboardEvent} event
 * @returns {HTMLButtonElement | undefined}
 */
function target(lines, at, button, event) {
  const line = lines[at];
  const place = line.indexOf(button);
  switch (event.key) {
    case 'ArrowRight':
      return line[place + 1];
    case 'ArrowLeft':
      return line[place - 1];
    case 'ArrowDown':
      return lines[at + 1] && nearest(lines[at + 1], columnOf(button));
    case 'ArrowUp':
      return lines[at - 1] && nearest(lines[at - 1], columnOf(button));
    case 'Home':
      return (event.ctrlKey ? lines[0] : line)[0];
    case 'End':
      return (event.ctrlKey ? lines[lines.length - 1] : line).at(-1);
    default:
      return undefined;
  }
}

/** @param {HTMLTableElement} table */
export function followArrowKeys(table) {
  table.addEventListener('keydown', (event) => {
    if (event.altKey || event.metaKey || !(event.target instanceof HTMLButtonElement)) return;
    const button = event.target;
    const lines = buttonLines(table);
    const at = lines.findIndex((line) => line.includes(button));
    if (at < 0) return;
    const next = target(lines, at, button, event);
    if (!next) return;
    event.preventDefault();
    moveTo(table, next);
  });
  table.addEventListener('focusin', (event) => {
    if (event.target instanceof HTMLButtonElement && event.target.tabIndex !== 0) moveTo(table, event.target);
  });
}
