/** What the project needs from the system: how to see that it is there, and where it comes from. */
import { existsSync, realpathSync } from 'node:fs';
import { findProgram } from './project.mjs';

/**
 * @typedef {{
 *   name: string,
 *   found: () => boolean,
 *   packages: string[],
 *   elsewhere: string,
 * }} Requirement packages: Debian's names, the first that the system knows is taken
 */

const includeFolders = ['/usr/include', '/usr/local/include', '/opt/homebrew/include'];

/** @param {string} name @param {string} [packageName] @returns {Requirement} */
function program(name, packageName = name) {
  return {
    name,
    found: () => findProgram(name) !== null,
    packages: [packageName],
    elsewhere: `the program ${name} on the PATH`,
  };
}

/** Debian's Emscripten finds its JavaScript parser in a package that it does not depend on; the SDK brings its own. */
function parserFound() {
  const compiler = findProgram('em++');
  if (compiler !== null && !realpathSync(compiler).startsWith('/usr/share/')) return true;
  return existsSync('/usr/share/nodejs/acorn');
}

/** @type {Requirement[]} */
export const buildRequirements = [
  program('cmake'),
  program('ninja', 'ninja-build'),
  {
    name: 'Emscripten, 3.1.6 or newer',
    found: () => findProgram('em++') !== null,
    packages: ['emscripten'],
    elsewhere: 'em++ on the PATH, from the Emscripten SDK (emscripten.org, "Download and install")',
  },
  { name: 'acorn', found: parserFound, packages: ['node-acorn'], elsewhere: 'part of the Emscripten SDK' },
  {
    name: 'Boost.JSON headers, 1.81 or newer',
    found: () => includeFolders.some((folder) => existsSync(`${folder}/boost/json.hpp`)),
    packages: ['libboost1.81-dev', 'libboost-dev'],
    elsewhere: `the folder boost with its headers in one of ${includeFolders.join(', ')}`,
  },
];

/** The browser that the tests drive: $CHROMIUM, $CHROME_BIN or one on the PATH; null when there is none. */
export function findChromium() {
  const named = process.env.CHROMIUM ?? process.env.CHROME_BIN;
  if (named) return named;
  for (const name of ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']) {
    const found = findProgram(name);
    if (found !== null) return found;
  }
  const application = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
  return existsSync(application) ? application : null;
}

/** The folder of GoogleTest's sources, or null when there is none. */
export function findGoogleTest() {
  const folder = process.env.GOOGLETEST ?? '/usr/src/googletest';
  return existsSync(`${folder}/CMakeLists.txt`) ? folder : null;
}

/** @type {Requirement[]} */
export const testRequirements = [
  {
    name: 'a native C++20 compiler',
    found: () => ['c++', 'g++', 'clang++'].some((name) => findProgram(name) !== null),
    packages: ['g++'],
    elsewhere: 'g++ 12 or clang++ 14 or newer on the PATH',
  },
  {
    name: "GoogleTest's sources",
    found: () => findGoogleTest() !== null,
    packages: ['googletest'],
    elsewhere: 'a copy of github.com/google/googletest in /usr/src/googletest, or its path in the variable GOOGLETEST',
  },
  program('clang-format'),
  program('clang-tidy'),
  {
    name: 'Chromium',
    found: () => findChromium() !== null,
    packages: ['chromium', 'chromium-browser'],
    elsewhere: 'Chromium or Chrome on the PATH, or its path in the variable CHROMIUM',
  },
];
