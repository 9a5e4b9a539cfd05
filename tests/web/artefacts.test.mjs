/** The two artefacts of the build, as files, and the server that hands out one of them. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { test } from 'node:test';
import { singleFilePage, sitePage } from '../../web/tools/page.mjs';
import { filesBelow, path } from '../../web/tools/project.mjs';
import { serve } from '../../web/tools/serve.mjs';

const read = (/** @type {string} */ file) => readFileSync(path(file), 'utf8');

test('the site has nothing inline, and every file that its page names', () => {
  const page = read('build/site/index.html');
  assert.doesNotMatch(page, /<style|<script(?![^>]*\bsrc=)|\bon[a-z]+="|\bstyle="/);
  const named = [...page.matchAll(/<(?:link|script)\b[^>]*\b(?:href|src)="([^"]+)"/g)].map((match) => match[1]);
  const files = filesBelow('build/site').map((file) => file.slice('build/site/'.length));
  assert.deepEqual(
    named.filter((name) => !files.includes(name)),
    [],
  );
  assert.ok(named.some((name) => name.endsWith('.wasm')));
});

test('the service worker keeps all files of the site but itself and the single file', () => {
  const worker = read('build/site/service_worker.js');
  const files = filesBelow('build/site').map((file) => file.slice('build/site/'.length));
  const kept = files.filter((file) => worker.includes(JSON.stringify(file)));
  assert.deepEqual(files.filter((file) => !kept.includes(file)).sort(), ['service_worker.js', 'worldsize.html']);
});

test('the single file names nothing beside it, and its policy names what is inside by hash', () => {
  const page = read('build/worldsize.html');
  assert.equal(read('build/site/worldsize.html'), page);
  assert.doesNotMatch(
    page.replace(/<script[\s\S]*?<\/script>|<style[\s\S]*?<\/style>/g, ''),
    /\b(?:src|href)="(?!#|data:)/,
  );
  const policy = /http-equiv="Content-Security-Policy"\s+content="([^"]*)"/.exec(page)?.[1] ?? '';
  assert.doesNotMatch(policy, /'self'|unsafe-inline|'unsafe-eval'/);
  for (const element of ['script', 'style']) {
    const content = new RegExp(`<${element}[^>]*>([\\s\\S]*?)</${element}>`).exec(page)?.[1] ?? '';
    const hash = createHash('sha256').update(content).digest('base64');
    assert.ok(policy.includes(`${element}-src 'sha256-${hash}'`), element);
  }
});

test('neither form of a page loses a character of what is put into it', () => {
  const html = `<head><meta http-equiv="Content-Security-Policy" content="script-src 'self'; img-src 'self'">
    <link rel="stylesheet" href="styles/a.css">
    <link rel="stylesheet" href="styles/b.css">
    <script type="module" src="app/main.js"></script></head>`;
  const parts = { script: "'$&$1$$'", style: 'a{content:"$&"}', licences: '', dataUrl: () => '' };
  const single = singleFilePage(html, parts);
  assert.ok(single.includes(`<script type="module">${parts.script}</script>`));
  assert.ok(single.includes(`<style>${parts.style}</style>`));
  assert.match(single, /img-src 'none'/);
  const site = sitePage(html, { stylesheet: 's.css', script: 'm.js', early: ['c.js'], fetched: ['w.wasm'] });
  assert.deepEqual(
    [...site.matchAll(/(?:href|src)="([^"]+)"/g)].map((match) => match[1]),
    ['s.css', 'c.js', 'w.wasm', 'm.js'],
  );
});

test('a script that would end its own element is refused', () => {
  const html = '<meta http-equiv="Content-Security-Policy" content="">';
  const parts = { script: '"</script>"', style: '', licences: '', dataUrl: () => '' };
  assert.throws(() => singleFilePage(html, parts), /would end its own element/);
});

/** Asks for a path exactly as written: fetch would tidy it. @param {string} address @param {string} name @param {string} [method] */
function ask(address, name, method = 'GET') {
  return new Promise((resolve, reject) => {
    const { port } = new URL(address);
    request({ host: '127.0.0.1', port, path: name, method }, (response) => {
      response
        .resume()
        .on('end', () => resolve([response.statusCode, response.headers['content-type']?.split(';')[0]]));
    })
      .on('error', reject)
      .end();
  });
}

test('the server hands out files of its folder with their types, and nothing else', async () => {
  const { address, close } = await serve({ dir: path('build/site') });
  try {
    assert.deepEqual(await ask(address, '/'), [200, 'text/html']);
    assert.deepEqual(await ask(address, '/?query'), [200, 'text/html']);
    const wasm = filesBelow('build/site', (file) => file.endsWith('.wasm'))[0].slice('build/site'.length);
    assert.deepEqual(await ask(address, wasm), [200, 'application/wasm']);
    for (const outside of [
      '/../catalogue.json',
      '/%2e%2e/catalogue.json',
      '/..%2fcatalogue.json',
      '/%00',
      '/%',
      '/app',
      '/none',
    ]) {
      assert.equal((await ask(address, outside))[0], 404, outside);
    }
    assert.equal((await ask(address, '/', 'POST'))[0], 405);
  } finally {
    await close();
  }
});

test('a port that is taken is replaced by a free one', async () => {
  const first = await serve();
  const second = await serve({ port: Number(new URL(first.address).port) });
  assert.notEqual(first.address, second.address);
  await Promise.all([first.close(), second.close()]);
});
