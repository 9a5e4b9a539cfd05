/** The page: starts the planner, shows the first answer, then brings in what can wait. */
import { catalogue, moduleFactory, wasmBinary } from 'worldsize:assets';
import { loadPlanner } from '../../wasm/planner.js';
import { OPENING_PLAN } from './examples.js';
import { Page } from './page.js';
import { showNotice } from './notices.js';
import { applyTheme } from './theme.js';
import { setUpUpdates } from './updates.js';

applyTheme();

async function start() {
  // Both downloads begin now; only the planner is waited for.
  const catalogueText = catalogue();
  catalogueText.catch(() => {});
  const planner = await loadPlanner({ moduleFactory, wasmBinary: await wasmBinary() });
  const page = new Page(planner, OPENING_PLAN);
  await page.open(catalogueText);
  setUpUpdates();
}

start().catch((error) => {
  document.getElementById('answer-line')?.replaceChildren('The planner could not be started.');
  const reason = error instanceof Error ? error.message : String(error);
  showNotice({
    id: 'start',
    text: `The planner could not be started: ${reason}`,
    tone: 'error',
    stays: true,
    action: { label: 'Try again', act: () => location.reload() },
  });
});
