/**
 * Memory of the fullest rank as a bar, to scale, with the budget and the device as lines. What is over the budget is
 * drawn beyond its line, hatched; nothing is clipped. Lengths are drawn here; the figures are the report's.
 */
import { numberButton, writeNumber } from '../explain/number.js';
import { formatBytes, formatValue } from '../format.js';
import { element, setAttribute, setText } from '../table/dom.js';

/** @typedef {import('../../../wasm/types.js').Report} Report */
/** @typedef {import('../../../wasm/types.js').Memory} Memory */

/** @type {{id: string, label: string, aggregateLabel: string, key: keyof Memory}[]} */
export const PARTS = [
  { id: 'weights', label: 'Weights', aggregateLabel: 'Model', key: 'weights_bytes' },
  { id: 'kv', label: 'KV cache', aggregateLabel: 'Requests', key: 'kv_cache_bytes' },
  { id: 'transients', label: 'Transients', aggregateLabel: 'Transients', key: 'transient_bytes' },
  { id: 'runtime', label: 'Runtime', aggregateLabel: 'Fixed', key: 'runtime_bytes' },
];

/**
 * How a report's memory is written: in GiB, but in GB where the plan itself is given in GB.
 * @param {Report} report @returns {(bytes: number) => string}
 */
export function memoryTexts({ model }) {
  return model.kind === 'aggregate' ? (bytes) => formatValue(bytes / 1e9, 'GB') : formatBytes;
}

/** @param {Report} report @returns {{id: string, label: string, pointer: string, bytes: number}[]} what the legend shows */
export function legendParts({ memory, model }) {
  const isAggregate = model.kind === 'aggregate';
  const parts = PARTS.map(({ id, label, aggregateLabel, key }) => ({
    id,
    label: isAggregate ? aggregateLabel : label,
    pointer: `/memory/${key}`,
    bytes: Number(memory[key]),
  })).filter(({ id, bytes }) => bytes > 0 || !(isAggregate && id === 'transients'));
  const rest =
    memory.over_bytes > 0
      ? { id: 'over', label: 'Over', pointer: '/memory/over_bytes', bytes: memory.over_bytes }
      : { id: 'free', label: 'Free', pointer: '/memory/slack_bytes', bytes: memory.slack_bytes };
  return [...parts, rest];
}

/** @param {Report} report @returns {string} */
function barSentence(report) {
  const { memory } = report;
  const text = memoryTexts(report);
  const parts = legendParts(report).map(({ label, bytes }) => `${label} ${text(bytes)}`);
  const device = memory.device_bytes === memory.budget_bytes ? '' : ` on a device of ${text(memory.device_bytes)}`;
  return `Memory of ${memory.rank}: ${parts.join(', ')}; budget ${text(memory.budget_bytes)}${device}.`;
}

export class MemoryBar {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.parts = PARTS.map(({ id }) => element('span', { class: 'bar-part', 'data-part': id }));
    this.free = element('span', { class: 'bar-part', 'data-part': 'free' });
    this.over = element('span', { class: 'bar-over' });
    this.budget = element('span', { class: 'bar-line' });
    this.device = element('span', { class: 'bar-line', 'data-line': 'device' });
    this.track = element(
      'div',
      { class: 'bar-track', role: 'img' },
      ...this.parts,
      this.free,
      this.over,
      this.budget,
      this.device,
    );
    this.budgetLabel = numberButton('/memory/budget_bytes', '');
    this.deviceLabel = numberButton('/memory/device_bytes', '');
    this.devicePlace = element('span', { class: 'bar-label', 'data-line': 'device' }, 'Device ', this.deviceLabel);
    const budgetPlace = element('span', { class: 'bar-label' }, 'Budget ', this.budgetLabel);
    this.labels = element('div', { class: 'bar-labels' }, budgetPlace, this.devicePlace);
    this.legend = element('ul', { class: 'bar-legend' });
    // Its place is kept, but an empty bar would say something.
    this.frame = element('div', { class: 'memory-bar', hidden: true }, this.labels, this.track, this.legend);
    root.replaceChildren(this.frame);
  }

  /** @param {Report} report */
  render(report) {
    const { memory } = report;
    this.frame.hidden = false;
    const scale = Math.max(memory.device_bytes, memory.used_bytes, memory.budget_bytes, 1);
    const place = (/** @type {number} */ bytes) => `${(100 * bytes) / scale}%`;
    PARTS.forEach(({ key }, index) => (this.parts[index].style.width = place(Number(memory[key]))));
    this.free.style.width = place(memory.slack_bytes);
    this.over.style.left = place(memory.budget_bytes);
    this.over.style.width = place(memory.over_bytes);
    this.over.hidden = memory.over_bytes <= 0;
    this.budget.style.left = place(memory.budget_bytes);
    this.device.style.left = place(memory.device_bytes);
    this.device.hidden = memory.device_bytes === memory.budget_bytes;
    setAttribute(this.track, 'aria-label', barSentence(report));
    this.#renderLabels(report, place);
    this.#renderLegend(report);
  }

  /** @param {Report} report @param {(bytes: number) => string} place */
  #renderLabels(report, place) {
    const { memory } = report;
    const text = memoryTexts(report);
    writeNumber(this.budgetLabel, '/memory/budget_bytes', text(memory.budget_bytes), memory.budget_bytes, 'bytes');
    writeNumber(this.deviceLabel, '/memory/device_bytes', text(memory.device_bytes), memory.device_bytes, 'bytes');
    this.devicePlace.hidden = this.device.hidden;
    // Side by side, ending where the device does: the two lines are too close for a label each at its own.
    this.labels.style.setProperty('--end', place(Math.max(memory.budget_bytes, memory.device_bytes)));
  }

  /** @param {Report} report */
  #renderLegend(report) {
    const items = legendParts(report);
    const text = memoryTexts(report);
    while (this.legend.children.length > items.length) this.legend.lastElementChild?.remove();
    items.forEach(({ id, label, pointer, bytes }, index) => {
      const line = this.legend.children[index] ?? this.legend.appendChild(legendItem());
      const [swatch, name, number] = line.children;
      setAttribute(swatch, 'data-part', id);
      setText(name, label);
      writeNumber(/** @type {HTMLElement} */ (number), pointer, text(bytes), bytes, 'bytes');
    });
  }
}

function legendItem() {
  return element('li', {}, element('span', { class: 'swatch' }), element('span', {}), numberButton('', ''));
}
