/** What a person waits for, in bytes, against what we allow ourselves. */
import { readFileSync, statSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { Stop, path } from './project.mjs';

const KB = 1024;

/** @param {string} file */
const gzipped = (file) => gzipSync(readFileSync(path(file)), { level: 9 }).length;
/** @param {string[]} files */
const gzippedTogether = (files) => files.map(gzipped).reduce((sum, bytes) => sum + bytes, 0);

/**
 * @typedef {{what: string, bytes: number, largest: number}} Size
 * @param {{first: string[], charts: string[], wasm: string}} site files of the first answer, of the charts after it, of the module
 * @returns {Size[]}
 */
export function measureSizes({ first, charts, wasm }) {
  const firstBytes = gzippedTogether(first);
  return [
    { what: 'first load, gzipped', bytes: firstBytes, largest: 200 * KB },
    { what: 'with charts, gzipped', bytes: firstBytes + gzippedTogether(charts), largest: 330 * KB },
    { what: 'WebAssembly, gzipped', bytes: gzipped(wasm), largest: 150 * KB },
    { what: 'single file', bytes: statSync(path('build/worldsize.html')).size, largest: 1024 * KB },
  ];
}

/** Prints the sizes as a table; too large a one is a Stop. @param {Size[]} sizes */
export function checkSizes(sizes) {
  for (const { what, bytes, largest } of sizes) {
    const verdict = bytes > largest ? '  too large' : '';
    console.log(`  ${what.padEnd(22)}${(bytes / KB).toFixed(1).padStart(7)} KB of ${largest / KB}${verdict}`);
  }
  const over = sizes.filter(({ bytes, largest }) => bytes > largest);
  if (over.length > 0) throw new Stop(`over the size budget: ${over.map(({ what }) => what).join('; ')}.`);
}
