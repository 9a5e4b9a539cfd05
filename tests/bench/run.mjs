/** `npm run bench`: how fast everything is on this machine, as a table; `npm run --silent bench -- --json` as JSON. */
import { runMain } from '../../web/tools/project.mjs';
import { setup } from '../../web/tools/setup.mjs';

/** @typedef {import('./statistics.mjs').Figure} Figure */

/** @param {Figure} figure */
function line({ where, name, value, unit }) {
  const digits = value < 10 ? 2 : value < 1000 ? 1 : 0;
  const text = value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return `${where.padEnd(13)}${name.padEnd(32)}${text.padStart(12)} ${unit}`;
}

await runMain(async () => {
  const asJson = process.argv.includes('--json');
  if (asJson) console.log = console.error; // standard output is the document's
  await setup({ tests: true });
  const { build } = await import('../../web/tools/build.mjs');
  const { benchCore, benchPlanner } = await import('./core.mjs');
  const { benchPage } = await import('./page.mjs');
  await build();
  const figures = [...(await benchCore()), ...(await benchPlanner()), ...(await benchPage())];
  process.stdout.write(asJson ? `${JSON.stringify(figures, null, 2)}\n` : `${figures.map(line).join('\n')}\n`);
});
