/** The stages of `npm test`, in order: what each runs, and how many of its tests passed. */
import { existsSync } from 'node:fs';
import { build } from '../../web/tools/build.mjs';
import { buildTarget } from '../../web/tools/module.mjs';
import { filesBelow, path, run } from '../../web/tools/project.mjs';
import { format } from './format.mjs';
import { tidy } from './tidy.mjs';

/**
 * @typedef {{passed: number, failed: number, output: string}} Result
 * @typedef {{name: string, group: string, work: () => Promise<Result>}} Stage
 */

/** A check that is one test: it holds or it does not. @param {{code: number, output: string}} outcome @returns {Result} */
const oneTest = ({ code, output }) => ({ passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, output });

const tool = (/** @type {string} */ name) => path('node_modules/.bin', name);

/** GoogleTest's closing lines; a program that ended before it wrote them failed. @param {{code: number, output: string}} outcome */
function googleTestResult({ code, output }) {
  const count = (/** @type {RegExp} */ line) => Number(line.exec(output)?.[1] ?? 0);
  const failed = count(/^\[ {2}FAILED {2}\] (\d+) tests?, listed below/m);
  const passed = count(/^\[ {2}PASSED {2}\] (\d+) tests?\.$/m) || (output.match(/^\[ {7}OK \]/gm)?.length ?? 0);
  return { passed, failed: failed || (code === 0 && passed > 0 ? 0 : 1), output };
}

/** @param {string} preset @param {string} command @param {string[]} args */
async function googleTests(preset, command, args) {
  await buildTarget(preset, 'all');
  return googleTestResult(await run(command, [...args, '--gtest_print_time=0']));
}

/** @param {string} folder */
async function nodeTests(folder) {
  const files = filesBelow(folder, (file) => file.endsWith('.test.mjs'));
  if (files.length === 0) return { passed: 0, failed: 1, output: `${folder} has no tests.\n` };
  const { code, output } = await run(process.execPath, [
    '--test',
    '--test-concurrency=2',
    '--test-reporter=spec',
    ...files,
  ]);
  const count = (/** @type {string} */ what) => Number(new RegExp(`^ℹ ${what} (\\d+)`, 'm').exec(output)?.[1] ?? 0);
  const failed = count('fail') + count('cancelled');
  return { passed: count('pass'), failed: failed || (code === 0 ? 0 : 1), output };
}

async function builds() {
  await build();
  return oneTest({ code: 0, output: '' });
}

/** @param {string} preset @param {string} suffix */
const testProgram = (preset, suffix) => path('build', preset, 'tests', `worldsize_tests${suffix}`);

/** @type {Stage[]} */
export const stages = [
  { name: 'format', group: 'checks', work: async () => oneTest(await format({ write: false })) },
  { name: 'types', group: 'checks', work: async () => oneTest(await run(tool('tsc'), ['-p', 'web/tsconfig.json'])) },
  { name: 'tidy', group: 'checks', work: async () => oneTest(await tidy()) },
  { name: 'house', group: 'house', work: () => nodeTests('tests/house') },
  { name: 'native', group: 'core', work: () => googleTests('sanitize', testProgram('sanitize', ''), []) },
  { name: 'build', group: 'build', work: builds },
  {
    name: 'wasm-core',
    group: 'core',
    work: () => googleTests('wasm', process.execPath, [testProgram('wasm', '.cjs')]),
  },
  { name: 'wasm', group: 'wasm', work: () => nodeTests('tests/wasm') },
  { name: 'web', group: 'web', work: () => nodeTests('tests/web') },
];

/** Stages that look at what `build` makes. */
export const needBuild = new Set(['wasm-core', 'wasm', 'web']);

/** Without a build there is nothing to look at; with one, even a failed check leaves it usable. */
export const isBuilt = () => existsSync(path('build/wasm/worldsize.wasm')) && existsSync(path('build/site/index.html'));
