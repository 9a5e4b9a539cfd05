/**
 * Builds the planner's module and both forms of the page: build/site/ and build/worldsize.html.
 * What did not change since the last build is left as it is.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname } from 'node:path';
import { buildTarget, packCatalogue } from './module.mjs';
import { filesBelow, fingerprint, isStarted, path, runMain, say } from './project.mjs';

const siteFolder = 'build/site';
const singleFile = 'build/worldsize.html';
const stampFile = 'build/page.stamp';
const mimeTypes = new Map([
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
  ['.ico', 'image/x-icon'],
]);

/** Files that go to the site as they are: the page or its manifest names them. @param {string} html */
function staticFiles(html) {
  const beside = filesBelow('web', (file) => /^web\/[^/]+\.(svg|png|ico|webmanifest)$/.test(file));
  const isManifest = (/** @type {string} */ file) => file.endsWith('.webmanifest');
  const named = [html, ...beside.filter(isManifest).map((file) => readFileSync(path(file), 'utf8'))].join('\n');
  return beside.filter((file) => named.includes(`"${basename(file)}"`));
}

/** @param {string} file below the site @param {string | Uint8Array} content */
function writeToSite(file, content) {
  const target = path(siteFolder, file);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, content);
}

/** @typedef {import('esbuild').Metafile['outputs']} Outputs */

/** An output and what it imports at once, and all that come later. @param {Outputs} outputs @param {string} entry */
function chunksByTime(outputs, entry) {
  const early = new Set([entry]);
  for (const name of early) {
    for (const { path: imported, kind } of outputs[name].imports) if (kind === 'import-statement') early.add(imported);
  }
  return { early: [...early], late: Object.keys(outputs).filter((name) => !early.has(name)) };
}

/** @param {string} name an output's path from the project's folder */
const inSite = (name) => name.slice(siteFolder.length + 1);

/** @param {string} buildName */
async function buildPage(buildName) {
  // Here, not above: on a fresh machine set-up brings esbuild after this file was loaded.
  const { bundleServiceWorker, bundleSingleFile, bundleSite, bundleStyles, hashedName } = await import('./bundle.mjs');
  const { licences } = await import('./licences.mjs');
  const { references, singleFilePage, sitePage } = await import('./page.mjs');
  const { measureSizes } = await import('./sizes.mjs');

  const html = readFileSync(path('web/index.html'), 'utf8');
  const { sheets, script } = references(html);
  const [site, single, style] = await Promise.all([
    bundleSite(`web/${script}`, buildName),
    bundleSingleFile(`web/${script}`, buildName),
    bundleStyles(sheets),
  ]);
  const licenceText = licences(single.inputs);

  rmSync(path(siteFolder), { recursive: true, force: true });
  for (const { path: file, contents } of site.outputFiles) writeToSite(inSite(file.slice(path().length)), contents);
  for (const { name, content } of site.assets) writeToSite(name, content);
  for (const file of staticFiles(html)) writeToSite(basename(file), readFileSync(path(file)));
  writeToSite('licences.txt', licenceText);
  const stylesheet = `styles/${hashedName('main.css', Buffer.from(style))}`;
  writeToSite(stylesheet, style);

  const entry = Object.keys(site.outputs).find((name) => site.outputs[name].entryPoint === `web/${script}`) ?? '';
  const { early, late } = chunksByTime(site.outputs, entry);
  writeToSite(
    'index.html',
    sitePage(html, {
      stylesheet,
      script: inSite(entry),
      early: early.filter((name) => name !== entry).map(inSite),
      fetched: site.assets.map(({ name }) => name),
    }),
  );
  if (existsSync(path('web/service_worker.js'))) {
    const kept = filesBelow(siteFolder).map(inSite);
    writeToSite('service_worker.js', await bundleServiceWorker('web/service_worker.js', buildName, kept));
  }

  /** @param {string} href */
  const dataUrl = (href) =>
    `data:${mimeTypes.get(extname(href))};base64,${readFileSync(path('web', href)).toString('base64')}`;
  const wholePage = singleFilePage(html, { script: single.code, style, licences: licenceText, dataUrl });
  writeFileSync(path(singleFile), wholePage);
  writeToSite(basename(singleFile), wholePage); // to be taken along; not among the files kept for offline use

  const [wasm, catalogue] = site.assets.map(({ name }) => `${siteFolder}/${name}`);
  const first = [`${siteFolder}/index.html`, `${siteFolder}/${stylesheet}`, wasm, catalogue, ...early];
  return measureSizes({ first, charts: late, wasm });
}

/** @returns {string} changes when anything changes that the page is made of or by */
function pageFingerprint() {
  const made = ['build/wasm/worldsize.js', 'build/wasm/worldsize.wasm', 'build/catalogue.json'];
  const settings = ['package.json', 'package-lock.json', 'LICENSE'];
  return fingerprint([
    ...filesBelow('web'),
    ...filesBelow('wasm', (file) => file.endsWith('.js')),
    ...made,
    ...settings,
  ]);
}

/** @returns {Promise<void>} */
export async function build() {
  say('building the planner (C++ to WebAssembly)');
  await buildTarget('wasm', 'worldsize');
  packCatalogue();

  const wanted = pageFingerprint();
  const last = existsSync(path(stampFile)) ? JSON.parse(readFileSync(path(stampFile), 'utf8')) : null;
  const isBuilt = last?.fingerprint === wanted && existsSync(path(siteFolder)) && existsSync(path(singleFile));
  say(isBuilt ? 'the page is up to date' : 'building the page');
  if (!isBuilt) rmSync(path(stampFile), { force: true });
  const { version } = JSON.parse(readFileSync(path('package.json'), 'utf8'));
  const sizes = isBuilt ? last.sizes : await buildPage(`${version}+${wanted.slice(0, 8)}`);
  writeFileSync(path(stampFile), JSON.stringify({ fingerprint: wanted, sizes }));

  const { checkSizes } = await import('./sizes.mjs');
  checkSizes(sizes);
}

if (isStarted(import.meta.url)) await runMain(build);
