/** The page's code and styles, bundled by esbuild: once for the site, once for the single file. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, extname } from 'node:path';
import * as esbuild from 'esbuild';
import { Stop, path } from './project.mjs';

const wasmFile = path('build/wasm/worldsize.wasm');
const catalogueFile = path('build/catalogue.json');
const moduleImport = `export { default as moduleFactory } from ${JSON.stringify(path('build/wasm/worldsize.js'))};`;

/** A file's name with a part of its hash: a new content has a new address. @param {string} file @param {Uint8Array} content */
export function hashedName(file, content) {
  const extension = extname(file);
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 8).toUpperCase();
  return `${basename(file, extension)}-${hash}${extension}`;
}

/** The site fetches the module and the catalogue, beside the page. */
function fetchedAssets() {
  const files = [wasmFile, catalogueFile].map((file) => {
    const content = readFileSync(file);
    return { name: hashedName(file, content), content };
  });
  const [wasm, catalogue] = files.map(({ name }) => `fetch(new URL(${JSON.stringify(name)}, document.baseURI))`);
  const code = `${moduleImport}
    async function body(response) {
      if (!response.ok) throw new Error(response.url + ' answered ' + response.status);
      return response;
    }
    export const wasmBinary = async () => (await body(await ${wasm})).arrayBuffer();
    export const catalogue = async () => (await body(await ${catalogue})).text();`;
  return { code, files };
}

/** The single file carries both in its code. */
function inlineAssets() {
  const wasm = readFileSync(wasmFile).toString('base64');
  return `${moduleImport}
    export const wasmBinary = async () => Uint8Array.from(atob("${wasm}"), (c) => c.charCodeAt(0));
    export const catalogue = async () => ${JSON.stringify(readFileSync(catalogueFile, 'utf8'))};`;
}

/** @param {string} code what `import … from 'worldsize:assets'` gets @returns {import('esbuild').Plugin} */
const assetsPlugin = (code) => ({
  name: 'worldsize:assets',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^worldsize:assets$/ }, () => ({ path: 'assets', namespace: 'worldsize' }));
    onLoad({ filter: /.*/, namespace: 'worldsize' }, () => ({ contents: code, loader: 'js', resolveDir: path('web') }));
  },
});

/** @type {import('esbuild').BuildOptions} */
const common = {
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  charset: 'utf8',
  legalComments: 'none', // the licences stand in a file of their own, see licences.mjs
  logLevel: 'warning',
  absWorkingDir: path(),
  write: false,
  metafile: true,
};

/** esbuild has already said what is wrong, and where. @param {import('esbuild').BuildOptions} options */
async function build(options) {
  const { outputFiles, metafile } = await esbuild.build({ ...common, ...options }).catch(() => {
    throw new Stop('the page was not built: see above.');
  });
  return { outputFiles: outputFiles ?? [], inputs: metafile?.inputs ?? {}, outputs: metafile?.outputs ?? {} };
}

/** @param {string} buildName @param {boolean} singleFile */
const define = (buildName, singleFile) => ({
  __BUILD__: JSON.stringify(buildName),
  __SINGLE_FILE__: String(singleFile),
});

/**
 * The site's code: an entry, and chunks that it loads when they are needed.
 * @param {string} entry @param {string} buildName
 */
export async function bundleSite(entry, buildName) {
  const assets = fetchedAssets();
  const { outputFiles, outputs } = await build({
    entryPoints: [path(entry)],
    outdir: path('build/site'),
    entryNames: 'app/[name]-[hash]',
    chunkNames: 'app/[name]-[hash]',
    splitting: true,
    define: define(buildName, false),
    plugins: [assetsPlugin(assets.code)],
  });
  return { outputFiles, outputs, assets: assets.files };
}

/** The whole page's code as one text. @param {string} entry @param {string} buildName */
export async function bundleSingleFile(entry, buildName) {
  const { outputFiles, inputs } = await build({
    entryPoints: [path(entry)],
    define: define(buildName, true),
    plugins: [assetsPlugin(inlineAssets())],
  });
  return { code: outputFiles[0].text, inputs: Object.keys(inputs) };
}

/** The style sheets of the page, in their order, as one text. @param {{href: string, media: string}[]} sheets */
export async function bundleStyles(sheets) {
  const contents = sheets.map(({ href, media }) => `@import ${JSON.stringify(`./${href}`)} ${media};`).join('\n');
  const { outputFiles } = await build({ stdin: { contents, loader: 'css', resolveDir: path('web') } });
  return outputFiles[0].text;
}

/** @param {string} entry @param {string} buildName @param {string[]} files the addresses it keeps for when there is no network */
export async function bundleServiceWorker(entry, buildName, files) {
  const { outputFiles } = await build({
    entryPoints: [path(entry)],
    format: 'iife',
    define: { ...define(buildName, false), __FILES__: JSON.stringify(files) },
  });
  return outputFiles[0].text;
}
