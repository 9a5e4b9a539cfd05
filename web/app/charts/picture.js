/**
 * A chart as a picture that stands alone: title, legend, shapes, and below it which planner made it and from which link.
 * Knows the drawn <svg>, not how it was drawn.
 */
import { downloadBlob } from '../download.js';
import { element } from '../table/dom.js';
import { LEGEND_LINE, legendGroup } from './picture_legend.js';
import { FONT, resolvedColour, standaloneShapes, svgElement, textWidth } from './standalone.js';

/** @typedef {import('./picture_legend.js').LegendItem} LegendItem */

/**
 * @typedef {object} Picture
 * @property {string} title
 * @property {SVGSVGElement} svg
 * @property {LegendItem[]} legend
 * @property {LegendItem[]} key what its marks mean; said once for several pictures
 *
 * @typedef {{version?: string, link?: string}} Footer
 * @typedef {{group: SVGGElement, width: number, height: number}} Panel
 */

const PADDING = 16;
const LAST_LINE = 28;

/** @type {WeakMap<Element, Picture>} */
const pictures = new WeakMap();

/** @param {Element} figure @param {Picture} picture called whenever a figure is drawn */
export function registerPicture(figure, picture) {
  pictures.set(figure, picture);
}

/** @param {Element} figure @returns {Panel} title, legend and shapes, with their place at the origin */
function panelOf(figure) {
  const picture = pictures.get(figure);
  if (!picture) throw new Error('This chart has not been drawn yet.');
  const { width, height } = picture.svg.viewBox.baseVal;
  const legend = legendGroup(figure, picture.legend, width);
  legend.group.setAttribute('transform', 'translate(0 36)');
  const top = 22 + legend.lines * LEGEND_LINE + 4;
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
    const lineHeight = Math.max(...line.map(({ height }) => height));
    line.forEach(({ group, height }, column) => {
      const x = PADDING + column * (panelWidth + PADDING * 2);
      // Axes of one line stand on one height, whatever their legends take.
      group.setAttribute('transform', `translate(${x} ${y + lineHeight - height})`);
    });
    y += lineHeight + PADDING;
  }
  const key = legendGroup(figures[0], sharedKey(figures), width - 2 * PADDING);
  key.group.setAttribute('transform', `translate(${PADDING} ${y + 8})`);
  const height = y + key.lines * LEGEND_LINE + LAST_LINE;
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
    key.group,
    ...footerOf(figures[0], footer, width - 2 * PADDING, height - 12),
  );
  return new XMLSerializer().serializeToString(picture);
}

/** @param {Element[]} figures @returns {LegendItem[]} each mark once */
function sharedKey(figures) {
  const items = figures.flatMap((figure) => pictures.get(figure)?.key ?? []);
  return items.filter(({ kind }, place) => items.findIndex((item) => item.kind === kind) === place);
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
