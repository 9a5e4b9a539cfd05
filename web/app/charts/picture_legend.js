/** The legend of a saved picture: the page has its own in HTML, with the same items. */
import { FONT, resolvedColour, svgElement, textWidth } from './standalone.js';

/**
 * @typedef {'area' | 'hatch' | 'line' | 'dashes' | 'misfit' | 'best' | 'plan'} SwatchKind
 * @typedef {{label: string, kind: SwatchKind, colour: string}} LegendItem
 */

export const LEGEND_LINE = 18;

/** @param {SwatchKind} kind pixels from the start of an item to its label */
function swatchSpace(kind) {
  return kind === 'line' || kind === 'dashes' ? 22 : 16;
}

/** @param {SwatchKind} kind @param {string} colour @param {number} x @param {number} y @returns {SVGElement[]} */
function swatch(kind, colour, x, y) {
  const middle = y - 4;
  const ring = { cx: x + 6, cy: middle, fill: 'none', stroke: colour, 'stroke-width': 1.5 };
  switch (kind) {
    case 'line':
    case 'dashes': {
      const dashes = kind === 'dashes' ? '4 3' : 'none';
      const ends = { x1: x, x2: x + 16, y1: middle, y2: middle };
      return [svgElement('line', { ...ends, stroke: colour, 'stroke-width': 1.5, 'stroke-dasharray': dashes })];
    }
    case 'plan':
      return [
        svgElement('line', { x1: x + 6, x2: x + 6, y1: y - 11, y2: y + 3, stroke: colour, 'stroke-dasharray': '1 3' }),
      ];
    case 'misfit':
      return [svgElement('circle', { ...ring, r: 3.25 })];
    case 'best':
      return [
        svgElement('circle', { ...ring, r: 5.5 }),
        svgElement('circle', { ...ring, r: 2.75, fill: colour, stroke: 'none' }),
      ];
    case 'hatch':
      return [
        svgElement('rect', { x, y: y - 9, width: 10, height: 10, fill: 'url(#over-budget-hatch)', stroke: colour }),
      ];
    default:
      return [svgElement('rect', { x, y: y - 9, width: 10, height: 10, fill: colour })];
  }
}

/**
 * @param {Element} host whose colours hold @param {LegendItem[]} items @param {number} width where lines break
 * @returns {{group: SVGGElement, lines: number}} the first line's text stands on y = 0
 */
export function legendGroup(host, items, width) {
  const group = svgElement('g', { 'font-family': FONT, 'font-size': 12, fill: resolvedColour(host, '--ink-quiet') });
  let x = 0;
  let line = 0;
  for (const { label, kind, colour } of items) {
    const space = swatchSpace(kind) + textWidth(label, `12px ${FONT}`) + 14;
    if (x > 0 && x + space > width + 14) {
      x = 0;
      line += 1;
    }
    const y = line * LEGEND_LINE;
    group.append(...swatch(kind, resolvedColour(host, colour), x, y));
    group.append(svgElement('text', { x: x + swatchSpace(kind), y }, label));
    x += space;
  }
  return { group, lines: items.length === 0 ? 0 : line + 1 };
}
