/** The planner in node: the same module as the page's, from the build folder, with the whole catalogue. */
import { readFile } from 'node:fs/promises';
import { loadPlanner } from './planner.js';

const BUILD = new URL('../build/', import.meta.url);

/** @typedef {import('./planner.js').Planner} Planner */

/** The module is there after `npm run build`; it is looked for when asked for, so that its absence can be said. */
export async function loadPlannerInNode() {
  const factory = new URL('wasm/worldsize.js', BUILD).href;
  const [wasmBinary, catalogue, module] = await Promise.all([
    readFile(new URL('wasm/worldsize.wasm', BUILD)),
    readFile(new URL('catalogue.json', BUILD), 'utf8'),
    import(factory),
  ]);
  const planner = await loadPlanner({ moduleFactory: module.default, wasmBinary });
  const loaded = planner.loadCatalogue(catalogue);
  if (!loaded.ok) throw new Error(loaded.problems[0].message);
  return planner;
}
