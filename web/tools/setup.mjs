/**
 * Installs what is missing and nothing else: system packages by apt, npm packages from the lock file.
 * `node web/tools/setup.mjs [--tests]`
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { Stop, findProgram, fingerprint, isStarted, mustRun, path, run, runMain, say } from './project.mjs';
import { buildRequirements, testRequirements } from './requirements.mjs';

/** @typedef {import('./requirements.mjs').Requirement} Requirement */

/** The first of the names that this system's package lists know. @param {string[]} names */
async function knownPackage(names) {
  for (const name of names) {
    const { output } = await run('apt-cache', ['policy', name]);
    if (/Candidate: (?!\(none\))/.test(output)) return name;
  }
  return names[0];
}

/** @param {Requirement[]} missing @param {string} why */
function askForHelp(missing, why) {
  const list = missing.map(
    ({ name, packages, elsewhere }) => `  ${name}: ${elsewhere} (Debian: ${packages.join(' or ')})`,
  );
  return new Stop(`these are missing, and ${why}:\n${list.join('\n')}\nInstall them and start again.`);
}

/** @param {Requirement[]} missing */
async function installSystemPackages(missing) {
  if (findProgram('apt-get') === null) throw askForHelp(missing, 'this system has no apt to get them from');
  const isRoot = process.getuid?.() === 0;
  if (!isRoot && findProgram('sudo') === null) throw askForHelp(missing, 'installing them needs root or sudo');

  /** @param {string[]} args */
  const apt = (args) => {
    const words = ['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-qq', ...args];
    if (!isRoot) words.unshift('sudo');
    return mustRun(words[0], words.slice(1));
  };
  say(`installing ${missing.map(({ name }) => name).join(', ')} by apt`);
  await apt(['update']);
  const packages = [];
  for (const requirement of missing) packages.push(await knownPackage(requirement.packages));
  await apt(['install', '--yes', '--no-install-recommends', ...packages]);

  const still = missing.filter(({ found }) => !found());
  if (still.length > 0) throw askForHelp(still, 'apt did not bring them');
}

/** npm packages, when there are none or the lock file is another one than they were installed from. */
async function installNpmPackages() {
  const installed = path('node_modules', '.worldsize-lock');
  const wanted = fingerprint(['package-lock.json']);
  if (existsSync(installed) && readFileSync(installed, 'utf8') === wanted) return;
  say('installing the npm packages of the lock file');
  // No package needs its install script; a script is what would download a browser.
  await mustRun('npm', ['ci', '--ignore-scripts', '--no-progress', '--loglevel=error']);
  writeFileSync(installed, wanted);
}

/** @param {{tests?: boolean}} [options] tests: also what only the tests need */
export async function setup({ tests = false } = {}) {
  if (Number(process.versions.node.split('.')[0]) < 20) throw new Stop('node 20 or newer is needed.');
  const requirements = tests ? [...buildRequirements, ...testRequirements] : buildRequirements;
  const missing = requirements.filter(({ found }) => !found());
  if (missing.length > 0) await installSystemPackages(missing);
  await installNpmPackages();
}

if (isStarted(import.meta.url)) await runMain(() => setup({ tests: process.argv.includes('--tests') }));
