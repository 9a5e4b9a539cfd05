/**
 * Memory of the fullest rank as a bar, to scale, with the budget and the device as lines. What is over the budget is
 * drawn beyond its line, hatched; nothing is clipped. Lengths are drawn here; the figures are the report's.
 */
import { numberButton, writeNumber } from '../explain/number.js';
import { formatBytes } from '../format.js';
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
  const parts = legendParts(report).map(({ label, bytes }) => `${label} ${formatBytes(bytes)}`);
  const device = memory.device_bytes === memory.budget_bytes ? '' : ` on a device of ${formatBytes(memory.device_bytes)}`;
  return `Memory of ${memory.rank}: ${parts.join(', ')}; budget ${formatBytes(memory.budget_bytes)}${device}.`;
}

export class MemoryBar {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.parts = PARTS.map(({ id }) => element('span', { class: 'bar-part', 'data-part': id }));
    this.free = element('span', { class: 'bar-part', 'data-part': 'free' });
    this.over = element('span', { class: 'bar-over' });
    this.budget = element('span', { class: 'bar-line' });
    this.device = element('span', { class: 'bar-line', 'data-line': 'device' });
    this.track = element('div', { class: 'bar-track', role: 'img' }, ...this.parts, this.free, this.over, this.budget, this.device);
    this.budgetLabel = numberButton('/memory/budget_bytes', '');
    this.deviceLabel = numberButton('/memory/device_bytes', '');
    this.budgetPlace = element('span', { class: 'bar-label' }, 'budget ', this.budgetLabel);
    this.devicePlace = element('span', { class: 'bar-label', 'data-line': 'device' }, 'device ', this.deviceLabel);
    this.labels = element('div', { class: 'bar-labels' }, this.budgetPlace, this.devicePlace);
    this.legend = element('ul', { class: 'bar-legend' });
    root.replaceChildren(element('div', { class: 'memory-bar' }, this.labels, this.track, this.legend));
  }

  /** @param {Report} report */
  render(report) {
    const { memory } = report;
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
    this.#renderLabels(memory, place);
    this.#renderLegend(report);
  }

  /** @param {Memory} memory @param {(bytes: number) => string} place */
  #renderLabels(memory, place) {
    writeNumber(this.budgetLabel, '/memory/budget_bytes', formatBytes(memory.budget_bytes), memory.budget_bytes, 'bytes');
    writeNumber(this.deviceLabel, '/memory/device_bytes', formatBytes(memory.device_bytes), memory.device_bytes, 'bytes');
    this.devicePlace.hidden = this.device.hidden;
    // The budget's label ends at its line, the device's begins at its own when there is room beyond it.
    this.budgetPlace.style.setProperty('--at', place(memory.budget_bytes));
    this.devicePlace.style.setProperty('--at', place(memory.device_bytes));
  }

  /** @param {Report} report */
  #renderLegend(report) {
    const items = legendParts(report);
    while (this.legend.children.length > items.length) this.legend.lastElementChild?.remove();
    items.forEach(({ id, label, pointer, bytes }, index) => {
      const line = this.legend.children[index] ?? this.legend.appendChild(legendItem());
      const [swatch, name, number] = line.children;
      setAttribute(swatch, 'data-part', id);
      setText(name, label);
      writeNumber(/** @type {HTMLElement} */ (number), pointer, formatBytes(bytes), bytes, 'bytes');
    });
  }
}

function legendItem() {
  return element('li', {}, element('span', { class: 'swatch' }), element('span', {}), numberButton('', ''));
}
