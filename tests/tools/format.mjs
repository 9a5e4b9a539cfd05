/** The formatters over all code of ours: `npm run format` writes, `npm test` only looks. */
import { filesBelow, isStarted, path, run, runMain, Stop } from '../../web/tools/project.mjs';

const isCpp = (/** @type {string} */ file) => /\.(cpp|hpp)$/.test(file);

/** @param {{write: boolean}} options write: put right what is wrong, instead of naming it */
export async function format({ write }) {
  const sources = ['core', 'wasm', 'tests'].flatMap((folder) => filesBelow(folder, isCpp));
  const javaScript = [write ? '--write' : '--check', '--log-level=warn', '.'];
  const cpp = [...(write ? ['-i'] : ['--dry-run', '-Werror']), ...sources];
  const [prettier, clang] = await Promise.all([
    run(path('node_modules/.bin/prettier'), javaScript),
    run('clang-format', cpp),
  ]);
  return { code: prettier.code || clang.code, output: prettier.output + clang.output };
}

if (isStarted(import.meta.url)) {
  await runMain(async () => {
    const { code, output } = await format({ write: true });
    if (code !== 0) throw new Stop(output);
  });
}
