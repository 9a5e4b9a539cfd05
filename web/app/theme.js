/** Light, dark, or what the system says; remembered where the browser lets it. */
import { setText } from './table/dom.js';

const KEY = 'worldsize.theme';
const THEMES = ['system', 'light', 'dark'];

/** Storage may be off, full, or forbidden (a file on disk): then a choice holds until the page is closed. */
function remembered() {
  try {
    return localStorage.getItem(KEY) ?? 'system';
  } catch {
    return 'system';
  }
}

/** @param {string} theme */
function remember(theme) {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // said nowhere: the theme shows, and nothing else depends on it
  }
}

/** @param {string} theme */
function apply(theme) {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/** Before anything is drawn. */
export function applyTheme() {
  const theme = remembered();
  apply(THEMES.includes(theme) ? theme : 'system');
}

/** @param {HTMLElement} button goes round the three @param {() => void} changed */
export function setUpTheme(button, changed) {
  let at = Math.max(0, THEMES.indexOf(remembered()));
  const say = () => setText(button, `Theme: ${THEMES[at]}`);
  say();
  button.addEventListener('click', () => {
    at = (at + 1) % THEMES.length;
    apply(THEMES[at]);
    remember(THEMES[at]);
    say();
    changed();
  });
}
