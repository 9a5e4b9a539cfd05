/** What a reader takes along: CSV, JSON, Markdown, pictures. */
import { toCsv, toMarkdown } from '../../wasm/tables.js';
import { downloadBlob } from './download.js';

export { chartToPng, chartToSvg, chartsToSvg, saveAllCharts, savePicture } from './charts/picture.js';

/** @typedef {import('../../wasm/format.js').Column} Column */
/** @typedef {import('../../wasm/format.js').Row} Row */

/** @param {string} name @param {Column[]} columns @param {Row[]} rows */
export function downloadCsv(name, columns, rows) {
  downloadBlob(name, 'csv', new Blob([toCsv(columns, rows)], { type: 'text/csv;charset=utf-8' }));
}

/** @param {string} name @param {unknown} value */
export function downloadJson(name, value) {
  downloadBlob(name, 'json', new Blob([`${JSON.stringify(value, null, 2)}\n`], { type: 'application/json' }));
}

/** @param {string} text @returns {Promise<boolean>} whether the clipboard took it */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/** @param {Column[]} columns @param {Row[]} rows @returns {Promise<boolean>} */
export function copyMarkdown(columns, rows) {
  return copyText(toMarkdown(columns, rows));
}

/** @param {string} text the way that needs no permission, for browsers that keep the clipboard from pages on disk */
function copyBySelection(text) {
  const focused = document.activeElement;
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'visually-hidden';
  area.setAttribute('aria-hidden', 'true');
  document.body.append(area);
  area.select();
  const copied = document.execCommand('copy');
  area.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  return copied;
}
