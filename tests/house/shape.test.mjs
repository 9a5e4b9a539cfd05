/** Where things stand, how large they are, and who may include whom. */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { filesBelow, path } from '../../web/tools/project.mjs';

/** The rooms of the core. A room includes itself and the rooms before it. */
const rooms = [
  ...['units', 'problem', 'document', 'model', 'precision', 'device', 'layout'],
  ...['memory', 'engine', 'moe', 'timing', 'search', 'catalogue', 'plan'],
];

const topLevel = [
  ...['CMakeLists.txt', 'CMakePresets.json', 'core', 'wasm', 'web', 'tests'],
  ...['package.json', 'package-lock.json', 'README.md', 'LICENSE'],
  ...['build', 'node_modules'], // made here, not kept
];

const lines = (/** @type {string} */ file) => readFileSync(path(file), 'utf8').split('\n').length - 1;
const isCode = (/** @type {string} */ file) => /\.(cpp|hpp|js|mjs|css|cmake)$/.test(file);

test('the top level holds what a newcomer expects, and nothing else', () => {
  const extra = readdirSync(path()).filter((name) => !name.startsWith('.') && !topLevel.includes(name));
  assert.deepEqual(extra, []);
});

test('every folder of the core is a room with a place in the order', () => {
  const folders = readdirSync(path('core'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  assert.deepEqual(
    folders.map(({ name }) => name).filter((name) => !rooms.includes(name)),
    [],
  );
});

test('rooms include only upwards', () => {
  const wrong = filesBelow('core', (file) => /\.(cpp|hpp)$/.test(file)).flatMap((file) => {
    const own = rooms.indexOf(file.split('/')[1]);
    const included = [...readFileSync(path(file), 'utf8').matchAll(/^#include "([^"/]+)\//gm)].map((match) => match[1]);
    return included
      .filter((room) => rooms.indexOf(room) > own || !rooms.includes(room))
      .map((room) => `${file} -> ${room}`);
  });
  assert.deepEqual(wrong, []);
});

test('a file is one idea: at most 600 lines', () => {
  const long = ['core', 'wasm', 'web', 'tests']
    .flatMap((folder) => filesBelow(folder, isCode))
    .filter((file) => lines(file) > 600);
  assert.deepEqual(long, []);
});

test('the bridge is at most 150 lines', () => {
  assert.ok(lines('wasm/bridge.cpp') <= 150);
});
