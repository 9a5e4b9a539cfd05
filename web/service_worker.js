/**
 * Keeps the site for when there is no network. Each build has a cache of its own, filled whole or not at all; a page
 * never mixes files of two builds. A new build waits until the reader asks for it.
 */

const worker = /** @type {any} */ (globalThis);

const CACHE_PREFIX = 'worldsize ';
const cacheName = CACHE_PREFIX + __BUILD__;

/** @param {string} file @returns {string} */
const addressOf = (file) => new URL(file === 'index.html' ? './' : file, worker.location.href).href;

const kept = new Set(__FILES__.map(addressOf));

/** `addAll` keeps nothing when one file fails; 'reload' passes by the browser's own cache, which may hold another build. */
async function fill() {
  const cache = await caches.open(cacheName);
  try {
    await cache.addAll([...kept].map((address) => new Request(address, { cache: 'reload' })));
  } catch (error) {
    await caches.delete(cacheName);
    throw error;
  }
}

async function dropOtherBuilds() {
  const names = await caches.keys();
  const others = names.filter((name) => name.startsWith(CACHE_PREFIX) && name !== cacheName);
  await Promise.all(others.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** @param {Request} request */
async function answer(request) {
  const address = request.mode === 'navigate' ? addressOf('index.html') : request.url;
  const cache = await caches.open(cacheName);
  return (await cache.match(address)) ?? fetch(request);
}

/** @param {Request} request its own page and files; anything else is the browser's business */
function isKept({ method, mode, url }) {
  if (method !== 'GET') return false;
  const page = addressOf('index.html');
  const [address] = url.split(/[?#]/);
  return kept.has(address) && (mode !== 'navigate' || address === page || address === `${page}index.html`);
}

worker.addEventListener('install', (/** @type {any} */ event) => event.waitUntil(fill()));
worker.addEventListener('activate', (/** @type {any} */ event) => event.waitUntil(dropOtherBuilds()));
worker.addEventListener('fetch', (/** @type {any} */ event) => {
  if (isKept(event.request)) event.respondWith(answer(event.request));
});
worker.addEventListener('message', (/** @type {any} */ event) => {
  if (event.data === 'use the new version') worker.skipWaiting();
});
