#!/usr/bin/env node
/** `npx worldsize`: the planner for scripts. A thin face: it reads documents, asks the core, and prints. */
import { readFile } from 'node:fs/promises';
import process from 'node:process';
import { text as readAll } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { problemText, reportText } from './cli/text.js';
import { decode } from './link.js';
import { loadPlannerInNode } from './node.js';
import { toCsv } from './tables.js';

const USAGE = `Plans how a large language model is laid out on accelerators.

  npx worldsize report PLAN [--table | --csv | --json] [--explain POINTER]

PLAN        a file with a plan document, a share link (or what stands behind its #), or - for standard input
--table     the answer, the memory of the fullest rank and the sweep, as text (the default)
--csv       the rows of the sweep
--json      the whole report document
--explain   how one number came about, by its JSON pointer in the report: /batch/per_gpu, /sweep/rows/3/weights_bytes

Exit code: 0 it fits, 1 it does not fit, 2 bad input. {} is a plan: every field has a default.
`;

const FITS = 0;
const DOES_NOT_FIT = 1;
const BAD_INPUT = 2;

class BadInput extends Error {}

/** @param {string} argument @returns {Promise<string>} the text of the plan document */
async function planText(argument) {
  if (argument === '-') return linkOrText(await readAll(process.stdin));
  if (looksLikeLink(argument)) return linkOrText(argument);
  try {
    return linkOrText(await readFile(argument, 'utf8'));
  } catch (error) {
    throw new BadInput(`${argument} cannot be read: ${/** @type {NodeJS.ErrnoException} */ (error).code ?? error}`);
  }
}

/** @param {string} text */
function looksLikeLink(text) {
  return /^(https?|file):\/\//.test(text) || /^#/.test(text) || /^\d+\./.test(text) || /^\w+=/.test(text);
}

/** @param {string} text a plan document, or a link to one */
async function linkOrText(text) {
  const trimmed = text.trim();
  if (!looksLikeLink(trimmed)) return text;
  const hash = trimmed.includes('#') ? trimmed.slice(trimmed.indexOf('#')) : trimmed;
  const decoded = await decode(hash);
  if (!decoded.ok) throw new BadInput(decoded.message);
  return JSON.stringify(decoded.state.plan);
}

async function planner() {
  try {
    return await loadPlannerInNode();
  } catch (error) {
    throw new BadInput(`The planner is not built (npm run build): ${error instanceof Error ? error.message : error}`);
  }
}

/** @param {string} argument @param {{table?: boolean, csv?: boolean, json?: boolean, explain?: string}} options */
async function report(argument, options) {
  if ([options.table, options.csv, options.json].filter(Boolean).length > 1) {
    throw new BadInput('--table, --csv and --json exclude one another.');
  }
  const plan = await planText(argument);
  const core = await planner();
  const answer = core.evaluateText(plan);
  if (!answer.ok) {
    if (options.json) process.stdout.write(`${JSON.stringify(answer, null, 2)}\n`);
    process.stderr.write(answer.problems.map(problemText).join(''));
    return BAD_INPUT;
  }
  const vocabulary = core.vocabulary();
  if (!vocabulary.ok) throw new BadInput(vocabulary.problems[0].message);
  if (options.explain !== undefined) return explain(core, answer.report, options);
  process.stdout.write(render(answer.report, vocabulary.vocabulary, options));
  return answer.report.fits ? FITS : DOES_NOT_FIT;
}

/**
 * @param {import('./types.js').Report} made
 * @param {import('./types.js').Vocabulary} vocabulary
 * @param {{csv?: boolean, json?: boolean}} options
 */
function render(made, vocabulary, options) {
  if (options.json) return `${JSON.stringify(made, null, 2)}\n`;
  if (options.csv) return toCsv(vocabulary.columns[`sweep_${made.sweep.kind}`], made.sweep.rows);
  return reportText(made, vocabulary);
}

/**
 * @param {import('./planner.js').Planner} core
 * @param {import('./types.js').Report} made
 * @param {{json?: boolean, explain?: string}} options
 */
function explain(core, made, options) {
  const answer = core.explain(made.plan, options.explain ?? '');
  if (!answer.ok) {
    process.stderr.write(answer.problems.map(problemText).join(''));
    return BAD_INPUT;
  }
  const { label, formula, substituted, certainty, source, note } = answer.explanation;
  process.stdout.write(
    options.json
      ? `${JSON.stringify(answer.explanation, null, 2)}\n`
      : [
          `${label} (${certainty})`,
          `  ${formula}`,
          `  ${substituted}`,
          `  ${source}`,
          ...(note ? [`  ${note}`] : []),
          '',
        ].join('\n'),
  );
  return made.fits ? FITS : DOES_NOT_FIT;
}

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      table: { type: 'boolean' },
      csv: { type: 'boolean' },
      json: { type: 'boolean' },
      explain: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help || positionals.length === 0) {
    process.stdout.write(USAGE);
    return values.help ? FITS : BAD_INPUT;
  }
  const [command, argument, ...rest] = positionals;
  if (command !== 'report') throw new BadInput(`There is no command ${command}; there is report.`);
  if (argument === undefined || rest.length > 0) throw new BadInput('report takes one plan: a file, a link or -.');
  return report(argument, values);
}

try {
  process.exitCode = await main();
} catch (error) {
  const known = error instanceof BadInput || (error instanceof TypeError && 'code' in error);
  process.stderr.write(`worldsize: ${error instanceof Error ? (known ? error.message : error.stack) : error}\n`);
  process.exitCode = BAD_INPUT;
}
