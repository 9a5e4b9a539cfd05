/**
 * Rows and columns as text to take along: CSV for programs, Markdown for threads, an aligned table for a terminal.
 * Columns are the vocabulary's `{key, label, unit}`, rows the report's; pure functions, for the page and the command line.
 */
import { formatColumn, formatLayout, isTextUnit, valueAt } from './format.js';

/** @typedef {import('./format.js').Column} Column */
/** @typedef {import('./format.js').Row} Row */

/** @param {string} label @param {string} unit */
function heading(label, unit) {
  return unit === '' ? label : `${label} (${unit})`;
}

/**
 * A text cell that begins like a formula would be run by a spreadsheet; names come from files of strangers.
 * A lone "-" and plain numbers stay as they are.
 * @param {string} text
 */
function defuse(text) {
  return /^[=+\-@\t\r]./.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text;
}

/** @param {unknown} value numbers in full precision: JavaScript's shortest text that reads back to the same double */
function csvText(value) {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.join('x');
  if (typeof value === 'object') return formatLayout(value).replaceAll(' · ', ' ');
  return defuse(String(value));
}

/** @param {string} text a CSV field by RFC 4180: quoted only where it must be */
function csvField(text) {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * CSV by RFC 4180: CRLF line ends, the last one included; the unit of the raw values in the header.
 * @param {Column[]} columns
 * @param {Row[]} rows
 */
export function toCsv(columns, rows) {
  const head = columns.map((column) => heading(column.label, isTextUnit(column) ? '' : column.unit));
  const body = rows.map((row) => columns.map((column) => csvText(valueAt(row, column.key))));
  return [head, ...body].map((fields) => `${fields.map(csvField).join(',')}\r\n`).join('');
}

/** @param {string} text */
function markdownCell(text) {
  return text
    .replace(/\\/g, '\\\\')
    .replace(/\|/g, '\\|')
    .replace(/[<>]/g, entity)
    .replace(/\s*\n\s*/g, ' ');
}

/** @param {string} character Markdown passes HTML through: a name must not become an element */
function entity(character) {
  return character === '<' ? '&lt;' : '&gt;';
}

/**
 * A Markdown table (GitHub flavour), numbers right-aligned and rounded as on the page.
 * @param {Column[]} columns
 * @param {Row[]} rows
 */
export function toMarkdown(columns, rows) {
  const formatted = columns.map((column) => formatColumn(rows, column));
  const line = (/** @type {string[]} */ cells) => `| ${cells.join(' | ')} |`;
  return [
    line(columns.map((column, index) => markdownCell(heading(column.label, formatted[index].unit)))),
    line(formatted.map(({ align }) => (align === 'right' ? '---:' : '---'))),
    ...rows.map((_, row) => line(formatted.map(({ texts }) => markdownCell(texts[row])))),
    '',
  ].join('\n');
}

/**
 * An aligned table for a terminal: label, unit, rule, rows. A unit line appears only if a column has a unit.
 * @param {Column[]} columns
 * @param {Row[]} rows
 */
export function toText(columns, rows) {
  const formatted = columns.map((column) => formatColumn(rows, column));
  const widths = formatted.map(({ unit, texts }, index) =>
    Math.max(...[columns[index].label, unit, ...texts].map((text) => [...text].length)),
  );
  const line = (/** @type {string[]} */ cells) =>
    cells
      .map((cell, index) => pad(cell, widths[index], formatted[index].align))
      .join('  ')
      .trimEnd();
  const units = formatted.map(({ unit }) => unit);
  return [
    line(columns.map(({ label }) => label)),
    ...(units.some((unit) => unit !== '') ? [line(units)] : []),
    widths.map((width) => '─'.repeat(width)).join('  '),
    ...rows.map((_, row) => line(formatted.map(({ texts }) => texts[row]))),
    '',
  ].join('\n');
}

/** @param {string} text @param {number} width @param {'left' | 'right'} align */
function pad(text, width, align) {
  const space = ' '.repeat(Math.max(0, width - [...text].length));
  return align === 'right' ? space + text : text + space;
}
