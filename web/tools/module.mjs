/** Builds the planner's WebAssembly module, and packs the catalogue that it is given at run time. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { filesBelow, fingerprint, mustRun, path } from './project.mjs';
import { findGoogleTest } from './requirements.mjs';

/**
 * Configures a CMake preset when its settings changed, or the tests' library came since; to changes of its own lists
 * CMake itself sees.
 * @param {string} preset
 */
export async function configure(preset) {
  const stamp = path('build', preset, 'settings.stamp');
  const wanted = fingerprint(['CMakePresets.json', 'wasm/toolchain.cmake'], findGoogleTest() ?? 'no tests');
  const isConfigured = existsSync(path('build', preset, 'build.ninja')) && existsSync(stamp);
  if (isConfigured && readFileSync(stamp, 'utf8') === wanted) return;
  await mustRun('cmake', ['--preset', preset, '-Wno-dev']);
  writeFileSync(stamp, wanted);
}

/** @param {string} preset @param {string} target */
export async function buildTarget(preset, target) {
  await configure(preset);
  await mustRun('cmake', ['--build', '--preset', preset, '--target', target]);
}

/** Packs core/catalogue into build/catalogue.json: {"models": […], "devices": […]}. */
export function packCatalogue() {
  /** @param {string} file */
  const read = (file) => JSON.parse(readFileSync(path(file), 'utf8'));
  const models = filesBelow('core/catalogue/models', (file) => file.endsWith('.json')).map(read);
  const text = JSON.stringify({ models, devices: read('core/catalogue/devices.json') });
  const packed = path('build/catalogue.json');
  mkdirSync(path('build'), { recursive: true });
  if (!existsSync(packed) || readFileSync(packed, 'utf8') !== text) writeFileSync(packed, text);
}
