/** Shapes that keep their look outside the page: what the style sheet decides is written into each of them. */
import { element } from '../table/dom.js';

const SVG = 'http://www.w3.org/2000/svg';
export const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif';

/** What a style sheet may decide about a shape. */
const SHAPE_STYLES = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linejoin',
  'paint-order',
  'opacity',
];
const TEXT_STYLES = ['font-size', 'font-weight', 'text-anchor'];

/**
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag @param {Record<string, string | number>} attributes @param {(Node | string)[]} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function svgElement(tag, attributes, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...children);
  return made;
}

/** @type {CanvasRenderingContext2D | null} */
let pen = null;

/** @param {string} text @param {string} font */
export function textWidth(text, font) {
  pen ??= document.createElement('canvas').getContext('2d');
  if (!pen) return text.length * 6.5;
  pen.font = font;
  return pen.measureText(text).width;
}

/** @param {Element} host @param {string} property what a custom property comes to in the theme shown */
export function resolvedColour(host, property) {
  const probe = element('span');
  probe.style.color = `var(${property})`;
  host.append(probe);
  const colour = getComputedStyle(probe).color;
  probe.remove();
  return colour;
}

/** @param {SVGSVGElement} original @returns {SVGGElement} its shapes, with every computed style written out */
export function standaloneShapes(original) {
  const copy = /** @type {SVGSVGElement} */ (original.cloneNode(true));
  const cursor = copy.querySelector('.chart-cursor');
  const from = original.querySelectorAll('*');
  copy.querySelectorAll('*').forEach((shape, index) => {
    const computed = getComputedStyle(from[index]);
    const names = shape.tagName === 'text' ? [...SHAPE_STYLES, ...TEXT_STYLES] : SHAPE_STYLES;
    for (const name of names) {
      // A hatch is a reference into the picture; the computed form quotes it, which some programs do not read.
      if (!shape.getAttribute(name)?.startsWith('url(')) shape.setAttribute(name, computed.getPropertyValue(name));
    }
    for (const name of ['class', 'aria-hidden']) shape.removeAttribute(name);
  });
  cursor?.remove();
  const group = svgElement('g', { 'font-family': FONT, 'text-anchor': 'middle' });
  group.append(...copy.childNodes);
  return group;
}
