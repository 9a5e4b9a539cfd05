/** The core natively and as WebAssembly: the same reports, to the last character, explanations and all. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const BUILD = new URL('../../build/', import.meta.url);

/** @param {string} command @param {string[]} args */
function lines(command, args) {
  return execFileSync(command, args, { encoding: 'utf8', maxBuffer: 1 << 28 })
    .trimEnd()
    .split('\n');
}

/** @param {string} file */
function built(file) {
  return fileURLToPath(new URL(file, BUILD));
}

test('native and WebAssembly reports are the same text', () => {
  const native = lines(built('sanitize/tests/worldsize_reports'), []);
  const wasm = lines(process.execPath, [built('wasm/tests/worldsize_reports.cjs')]);
  assert.ok(native.length > 150);
  assert.equal(wasm.length, native.length);
  for (const [index, line] of native.entries()) assert.equal(wasm[index], line, `report ${index}`);
});
