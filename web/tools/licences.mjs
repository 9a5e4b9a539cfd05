/** The licence texts of the packages that went into a bundle: they ask to go along with every copy. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { path } from './project.mjs';

/** The folder of the package that a bundled file belongs to, or null when it is ours. @param {string} input */
function packageFolder(input) {
  return /^node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+/.exec(input)?.[0] ?? null;
}

/** @param {string[]} inputs the bundled files, relative to the project's folder */
export function licences(inputs) {
  const folders = new Set(inputs.map(packageFolder));
  const texts = [...folders].sort().flatMap((folder) => {
    if (folder === null) return [];
    const { name, version, license } = JSON.parse(readFileSync(path(folder, 'package.json'), 'utf8'));
    const file = readdirSync(path(folder)).find((entry) => /^licen[cs]e/i.test(entry));
    const text = file !== undefined ? readFileSync(path(folder, file), 'utf8').trim() : `Licence: ${license}`;
    return [`${name} ${version}\n\n${text}\n`];
  });
  const own = existsSync(path('LICENSE')) ? readFileSync(path('LICENSE'), 'utf8').trim() : '';
  return [`worldsize\n\n${own}\n`, ...texts].join(`\n${'-'.repeat(60)}\n`);
}
