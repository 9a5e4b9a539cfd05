/**
 * A chart as a picture that stands alone: title, legend, values of the style sheet written into each shape, and below it
 * which planner made it and from which link. Knows the drawn <svg>, not how it was drawn.
 */
import { downloadBlob } from '../download.js';
import { element } from '../table/dom.js';

/**
 * @typedef {{label: string, kind: 'area' | 'hatch' | 'line' | 'dashes', colour: string}} LegendItem
 * @typedef {{title: string, svg: SVGSVGElement, legend: LegendItem[]}} Picture
 * @typedef {{version?: string, link?: string}} Footer
 * @typedef {{group: SVGGElement, width: number, height: number}} Panel
 */

const SVG = 'http://www.w3.org/2000/svg';
const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif';
const PADDING = 16;
const FOOTER_HEIGHT = 28;
const LINE_HEIGHT = 18;

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

/** @type {WeakMap<Element, Picture>} */
const pictures = new WeakMap();

/** @param {Element} figure @param {Picture} picture called whenever a figure is drawn */
export function registerPicture(figure, picture) {
  pictures.set(figure, picture);
}

/**
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag @param {Record<string, string | number>} attributes @param {(Node | string)[]} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
function svgElement(tag, attributes, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...children);
  return made;
}

/** @param {string} text @param {string} font */
function textWidth(text, font) {
  const pen = document.createElement('canvas').getContext('2d');
  if (!pen) return text.length * 6.5;
  pen.font = font;
  return pen.measureText(text).width;
}

/** @param {Element} host @param {string} property what a custom property comes to in the theme shown */
function resolvedColour(host, property) {
  const probe = element('span');
  probe.style.color = `var(${property})`;
  host.append(probe);
  const colour = getComputedStyle(probe).color;
  probe.remove();
  return colour;
}

/** @param {SVGSVGElement} original @returns {SVGGElement} its shapes, with every computed style written out */
function standaloneShapes(original) {
  const copy = /** @type {SVGSVGElement} */ (original.cloneNode(true));
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
  copy.querySelector('.chart-cursor')?.remove();
  const group = svgElement('g', { 'font-family': FONT, 'text-anchor': 'middle' });
  group.append(...copy.childNodes);
  return group;
}

/** @param {LegendItem} item @param {string} colour @param {number} x @param {number} y */
function swatch({ kind }, colour, x, y) {
  if (kind === 'line' || kind === 'dashes') {
    const place = { x1: x, x2: x + 16, y1: y - 4, y2: y - 4 };
    const dashes = kind === 'dashes' ? '4 3' : 'none';
    return svgElement('line', { ...place, stroke: colour, 'stroke-width': 1.5, 'stroke-dasharray': dashes });
  }
  const fill = kind === 'hatch' ? 'url(#over-budget-hatch)' : colour;
  return svgElement('rect', { x, y: y - 9, width: 10, height: 10, fill, stroke: kind === 'hatch' ? colour : 'none' });
}

/** @param {Element} figure @param {Picture} picture @param {number} width @returns {{group: SVGGElement, lines: number}} */
function legendGroup(figure, picture, width) {
  const ink = resolvedColour(figure, '--ink-quiet');
  const group = svgElement('g', { 'font-family': FONT, 'font-size': 12, fill: ink });
  let x = 0;
  let line = 0;
  for (const item of picture.legend) {
    const mark = item.kind === 'line' || item.kind === 'dashes' ? 22 : 16;
    const space = mark + textWidth(item.label, `12px ${FONT}`) + 14;
    if (x > 0 && x + space > width) {
      x = 0;
      line += 1;
    }
    const y = line * LINE_HEIGHT;
    group.append(
      swatch(item, resolvedColour(figure, item.colour), x, y),
      svgElement('text', { x: x + mark, y }, item.label),
    );
    x += space;
  }
  return { group, lines: picture.legend.length === 0 ? 0 : line + 1 };
}

/** @param {Element} figure @returns {Panel} title, legend and shapes, with their place at the origin */
function panelOf(figure) {
  const picture = pictures.get(figure);
  if (!picture) throw new Error('This chart has not been drawn yet.');
  const { width, height } = picture.svg.viewBox.baseVal;
  const legend = legendGroup(figure, picture, width);
  legend.group.setAttribute('transform', 'translate(0 36)');
  const top = 22 + legend.lines * LINE_HEIGHT + 4;
  const shapes = standaloneShapes(picture.svg);
  shapes.setAttribute('transform', `translate(0 ${top})`);
  const title = svgElement(
    'text',
    { x: 0, y: 15, 'font-family': FONT, 'font-size': 14, 'font-weight': 600, fill: resolvedColour(figure, '--ink') },
    picture.title,
  );
  return { group: svgElement('g', {}, title, legend.group, shapes), width, height: top + height };
}

/** @param {Element} figure @param {Footer} footer @param {number} width @param {number} y @returns {SVGElement[]} */
function footerOf(figure, { version = '', link = '' }, width, y) {
  const maker = `Worldsize ${version}`.trim();
  const font = `11px ${FONT}`;
  let shown = link;
  // A link holds the whole plan: as much of it as fits is printed, all of it is behind the text.
  while (shown.length > 1 && textWidth(`${maker} · ${shown}…`, font) > width) shown = shown.slice(0, -4);
  const words = link === '' ? maker : `${maker} · ${shown}${shown === link ? '' : '…'}`;
  const line = svgElement(
    'text',
    { x: PADDING, y, 'font-family': FONT, 'font-size': 11, fill: resolvedColour(figure, '--ink-quiet') },
    words,
  );
  return [/^(https?|file):/.test(link) ? svgElement('a', { href: link }, line) : line];
}

/**
 * @param {Element[]} figures @param {Footer} footer @param {number} columns
 * @returns {string} one SVG file of all of them
 */
function composed(figures, footer, columns) {
  const panels = figures.map(panelOf);
  const panelWidth = Math.max(...panels.map(({ width }) => width));
  const across = Math.min(columns, panels.length);
  const width = 2 * PADDING + across * panelWidth + (across - 1) * PADDING * 2;
  let y = PADDING;
  for (let first = 0; first < panels.length; first += across) {
    const line = panels.slice(first, first + across);
    line.forEach(({ group }, column) => {
      group.setAttribute('transform', `translate(${PADDING + column * (panelWidth + PADDING * 2)} ${y})`);
    });
    y += Math.max(...line.map(({ height }) => height)) + PADDING;
  }
  const height = y + FOOTER_HEIGHT - PADDING / 2;
  const title = svgElement('title', {}, figures.map((figure) => pictures.get(figure)?.title ?? '').join('; '));
  const description = svgElement('desc', {}, `${figures.map(spokenOf).join(' ')} ${footer.link ?? ''}`.trim());
  const ground = svgElement('rect', { width, height, fill: resolvedColour(figures[0], '--surface') });
  const picture = svgElement(
    'svg',
    { width, height, viewBox: `0 0 ${width} ${height}` },
    title,
    description,
    ground,
    ...panels.map(({ group }) => group),
    ...footerOf(figures[0], footer, width - 2 * PADDING, height - 12),
  );
  return new XMLSerializer().serializeToString(picture);
}

/** @param {Element} figure */
function spokenOf(figure) {
  return pictures.get(figure)?.svg.getAttribute('aria-label') ?? '';
}

/** @param {Element} figure a chart's <figure> @param {Footer} [footer] @returns {string} a self-contained SVG file */
export function chartToSvg(figure, footer = {}) {
  return composed([figure], footer, 1);
}

/** @param {Element} container where charts were rendered @param {Footer} [footer] @returns {string} all in one SVG file */
export function chartsToSvg(container, footer = {}) {
  return composed(drawnFigures(container), footer, 2);
}

/** @param {Element} container */
function drawnFigures(container) {
  return [...container.querySelectorAll('figure')].filter((figure) => pictures.has(figure));
}

/** @param {string} svg @param {number} scale @returns {Promise<Blob>} */
async function svgToPng(svg, scale) {
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = element('canvas', { width: image.width * scale, height: image.height * scale });
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The browser drew no picture.'))), 'image/png');
    });
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** @param {Element} figure @param {number} [scale] pixels a pixel @param {Footer} [footer] @returns {Promise<Blob>} */
export function chartToPng(figure, scale = 2, footer = {}) {
  return svgToPng(chartToSvg(figure, footer), scale);
}

/** @param {string} name @param {string} svg @param {'svg' | 'png'} kind */
async function save(name, svg, kind) {
  if (kind === 'svg') downloadBlob(name, 'svg', new Blob([svg], { type: 'image/svg+xml' }));
  else downloadBlob(name, 'png', await svgToPng(svg, 2));
}

/** @param {Element} figure @param {'svg' | 'png'} kind @param {Footer} [footer] */
export function savePicture(figure, kind, footer = {}) {
  return save(figure.getAttribute('data-chart') ?? 'chart', chartToSvg(figure, footer), kind);
}

/** @param {Element} container where charts were rendered @param {'svg' | 'png'} [kind] @param {Footer} [footer] */
export function saveAllCharts(container, kind = 'svg', footer = {}) {
  return save('world-size-charts', chartsToSvg(container, footer), kind);
}
