/** clang-tidy over the core and its tests; a file that passed is looked at again when it or a header of ours that it sees changed. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { configure } from '../../web/tools/module.mjs';
import { filesBelow, fingerprint, path, run } from '../../web/tools/project.mjs';
import { findGoogleTest } from '../../web/tools/requirements.mjs';

const stampFile = path('build/tidy.json');
const includeFolders = ['core', 'tests/core'];
const othersFolders = [
  'build/sanitize/boost_only',
  ...['googletest', 'googlemock'].map((name) => `${findGoogleTest()}/${name}/include`),
];
const flags = [
  '-std=c++20',
  ...includeFolders.map((folder) => `-I${folder}`),
  ...othersFolders.flatMap((folder) => ['-isystem', folder]),
];

/** A source and the headers of ours that it includes, directly or not. @param {string} source */
function withHeaders(source) {
  const seen = new Set([source]);
  for (const file of seen) {
    for (const [, name] of readFileSync(path(file), 'utf8').matchAll(/^#include "([^"]+)"/gm)) {
      const header = [dirname(file), ...includeFolders]
        .map((folder) => join(folder, name))
        .find((at) => existsSync(path(at)));
      if (header !== undefined) seen.add(header);
    }
  }
  return [...seen].sort();
}

export async function tidy() {
  await configure('sanitize'); // makes the folder with Boost's headers
  /** @type {Record<string, string>} */
  const passed = existsSync(stampFile) ? JSON.parse(readFileSync(stampFile, 'utf8')) : {};
  const isSource = (/** @type {string} */ file) => file.endsWith('.cpp');
  const sources = [...filesBelow('core', isSource), ...filesBelow('tests/core', isSource)];
  const wanted = new Map(
    sources.map((file) => [file, fingerprint(['.clang-tidy', ...withHeaders(file)], flags.join(' '))]),
  );
  const waiting = sources.filter((file) => passed[file] !== wanted.get(file));

  let output = '';
  async function worker() {
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
      const outcome = await run('clang-tidy', ['--quiet', file, '--', ...flags]);
      if (outcome.code === 0) passed[file] = wanted.get(file) ?? '';
      else output += outcome.output.replace(/^\d+ warnings generated\.\n/gm, ''); // in others' headers, not shown
    }
  }
  await Promise.all([worker(), worker()]);

  mkdirSync(path('build'), { recursive: true });
  const known = Object.entries(passed).filter(([file]) => wanted.has(file));
  writeFileSync(stampFile, JSON.stringify(Object.fromEntries(known.sort())));
  return { code: output === '' ? 0 : 1, output };
}
