/** The core's own figures, native and as WebAssembly, and what a report costs a caller in JavaScript. */
import { readFileSync } from 'node:fs';
import { buildTarget } from '../../web/tools/module.mjs';
import { mustRun, path } from '../../web/tools/project.mjs';
import { quantile } from './statistics.mjs';

/** @typedef {import('./statistics.mjs').Figure} Figure */

/** @returns {Promise<Figure[]>} */
export async function benchCore() {
  await buildTarget('release', 'worldsize_bench');
  await buildTarget('wasm', 'worldsize_bench');
  const native = await mustRun(path('build/release/tests/worldsize_bench'), []);
  const wasm = await mustRun(process.execPath, [path('build/wasm/tests/worldsize_bench.cjs')]);
  /** @param {string} where @param {string} output */
  const figures = (where, output) =>
    JSON.parse(output).map((/** @type {Omit<Figure, 'where'>} */ figure) => ({ where, ...figure }));
  return [...figures('native', native), ...figures('WebAssembly', wasm)];
}

/** A plan object in, a report object out. @returns {Promise<Figure[]>} */
export async function benchPlanner() {
  // Only now: what it loads was just built.
  const { loadPlannerInNode } = await import('../../wasm/node.js');
  const planner = await loadPlannerInNode();
  const { plan } = JSON.parse(readFileSync(path('web/examples/opening.json'), 'utf8'));
  const times = [];
  for (let call = 0; call < 300; call += 1) {
    const start = performance.now();
    if (!planner.evaluate(plan).ok) throw new Error('The opening plan has no report.');
    times.push(performance.now() - start);
  }
  const warm = times.slice(50);
  return [
    { where: 'node', name: 'report as object, median', value: quantile(warm, 0.5), unit: 'ms' },
    { where: 'node', name: 'report as object, p95', value: quantile(warm, 0.95), unit: 'ms' },
  ];
}
