/** Where things are, and how the tools run programs and speak. Only node's own modules: set-up runs before any other is there. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, readFileSync, readdirSync, realpathSync } from 'node:fs';
import { delimiter, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** @param {...string} parts a path below the project's folder */
export const path = (...parts) => join(root, ...parts);

/** A reason to end that needs no stack: the person can do something about it. */
export class Stop extends Error {}

/** @param {string} line */
export const say = (line) => console.log(`worldsize: ${line}`);

/** Runs a tool's main function; a Stop ends the program with its message. @param {() => Promise<void>} main */
export async function runMain(main) {
  try {
    await main();
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    console.error(`worldsize: ${error.message}`);
    process.exit(1);
  }
}

/** @param {string} moduleAddress `import.meta.url`. Was this file started, rather than imported? */
export const isStarted = (moduleAddress) => realpathSync(process.argv[1]) === fileURLToPath(moduleAddress);

/** The path of a program on the PATH, or null. @param {string} name */
export function findProgram(name) {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const candidate = join(folder, name);
    try {
      accessSync(candidate, constants.X_OK);
      return candidate;
    } catch {
      // not in this folder
    }
  }
  return null;
}

/**
 * @typedef {{code: number, output: string}} Outcome
 * @param {string} command
 * @param {string[]} args
 * @param {{env?: NodeJS.ProcessEnv, show?: boolean, cwd?: string}} [options] show: pass the output on as it comes
 * @returns {Promise<Outcome>} the exit code, and standard output with standard error as they came
 */
export function run(command, args, { env = process.env, show = false, cwd = root } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
        if (show) process.stdout.write(text);
      });
    }
    child.on('error', (error) => resolve({ code: 127, output: `${command}: ${error.message}\n` }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/** Runs a program that must succeed; what it printed is shown when it does not. @param {Parameters<typeof run>} call */
export async function mustRun(...call) {
  const { code, output } = await run(...call);
  if (code !== 0) {
    throw new Stop(`\`${[call[0], ...call[1]].join(' ')}\` failed (${code}).${call[2]?.show ? '' : `\n${output}`}`);
  }
  return output;
}

/**
 * The files below a folder of the project, as sorted paths from the project's folder with "/".
 * @param {string} folder @param {(path: string) => boolean} [wanted]
 */
export function filesBelow(folder, wanted = () => true) {
  if (!existsSync(path(folder))) return [];
  return readdirSync(path(folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      relative(root, join(entry.parentPath ?? entry.path, entry.name))
        .split(sep)
        .join('/'),
    )
    .filter(wanted)
    .sort();
}

/** One short text for the names and contents of files: another text, another build. @param {string[]} files @param {string} [salt] */
export function fingerprint(files, salt = '') {
  const hash = createHash('sha256').update(salt);
  for (const file of files) hash.update(`\0${file}\0`).update(existsSync(path(file)) ? readFileSync(path(file)) : '-');
  return hash.digest('hex').slice(0, 16);
}
