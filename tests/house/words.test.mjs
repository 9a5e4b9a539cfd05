/** What must not be said where. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { filesBelow, path } from '../../web/tools/project.mjs';

const read = (/** @type {string} */ file) => readFileSync(path(file), 'utf8');

/** Files with a match, as "file: match". @param {string[]} files @param {RegExp} pattern */
function matches(files, pattern) {
  return files.flatMap((file) => {
    const match = pattern.exec(read(file));
    return match === null ? [] : [`${file}: ${match[0]}`];
  });
}

const isText = (/** @type {string} */ file) => /\.(cpp|hpp|js|mjs|ts|css|html|cmake|md|txt)$/.test(file);
const ours = ['core', 'wasm', 'web', 'tests'].flatMap((folder) => filesBelow(folder, isText));
const isThisFile = (/** @type {string} */ file) => file === 'tests/house/words.test.mjs';

test('the core does not know the platform it runs on', () => {
  assert.deepEqual(matches(filesBelow('core'), /emscripten|embind|__wasm/i), []);
});

test('nothing is left unfinished', () => {
  const unfinished = /\b(TODO|FIXME|XXX|HACK)\b|\bfor now\b/;
  assert.deepEqual(
    matches(
      ours.filter((file) => !isThisFile(file)),
      unfinished,
    ),
    [],
  );
});

test('every test tests', () => {
  const asleep = /\.skip\(|\bDISABLED_|GTEST_SKIP|EXPECT_TRUE\(true\)|assert\.ok\(true\)|\.only\(/;
  assert.deepEqual(
    matches(
      filesBelow('tests').filter((file) => !isThisFile(file)),
      asleep,
    ),
    [],
  );
});

test('the core throws nothing', () => {
  assert.deepEqual(
    matches(
      filesBelow('core', (file) => /\.(cpp|hpp)$/.test(file)),
      /\bthrow\b(?=[^\n]*;)/,
    ),
    [],
  );
});

test('the lock file names packages, not where they were fetched from', () => {
  assert.deepEqual(
    matches(['package-lock.json', '.npmrc'], /"resolved"|https?:\/\/(?!(opencollective|github)\.com)/),
    [],
  );
});

test('versions of packages are exact', () => {
  const { dependencies = {}, devDependencies = {} } = JSON.parse(read('package.json'));
  const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(([, version]) => !/^\d/.test(version));
  assert.deepEqual(loose, []);
});
