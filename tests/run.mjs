/**
 * `npm test`: every check and every test. All stages run, so that one run tells everything; the last line counts.
 * `npm test -- --only NAME` runs one stage, or one group of them (checks, core, …).
 */
import { Stop, runMain, say } from '../web/tools/project.mjs';
import { setup } from '../web/tools/setup.mjs';

/** @typedef {import('./tools/stages.mjs').Stage} Stage */

/** @param {Stage[]} stages @param {string[]} args */
function chosen(stages, args) {
  if (args.length === 0) return stages;
  const [option, name] = args;
  const some = stages.filter((stage) => option === '--only' && (stage.name === name || stage.group === name));
  if (args.length === 2 && some.length > 0) return some;
  const names = new Set(stages.flatMap((stage) => [stage.group, stage.name]));
  throw new Stop(`usage: npm test [-- --only NAME], NAME one of ${[...names].join(', ')}.`);
}

/** Runs one stage and says how it went, in a line; what it printed only when it failed. @param {Stage} stage */
async function runStage({ name, work }) {
  const start = performance.now();
  const result = await work().catch((error) => {
    const output = error instanceof Stop ? error.message : String(error.stack);
    return { passed: 0, failed: 1, output };
  });
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  if (result.failed > 0) console.log(result.output.trimEnd());
  const verdict = result.failed > 0 ? 'FAILED' : 'ok';
  say(`${name.padEnd(10)} ${verdict.padEnd(6)} ${result.passed} passed, ${result.failed} failed, ${seconds} s`);
  return result;
}

await runMain(async () => {
  await setup({ tests: true });
  // Only now: what the stages import may just have been installed.
  const { isBuilt, needBuild, stages } = await import('./tools/stages.mjs');
  let passed = 0;
  let failed = 0;
  for (const stage of chosen(stages, process.argv.slice(2))) {
    if (needBuild.has(stage.name) && !isBuilt()) {
      say(`${stage.name.padEnd(10)} FAILED there is no build to look at`);
      failed += 1;
      continue;
    }
    const result = await runStage(stage);
    passed += result.passed;
    failed += result.failed;
  }
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
});
