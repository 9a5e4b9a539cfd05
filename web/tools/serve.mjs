/** A static server for the site: no dependencies, nothing cached, only files of its folder. */
import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, resolve, sep } from 'node:path';
import { isStarted, path, runMain } from './project.mjs';

const types = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.json', 'application/json; charset=utf-8'],
  ['.webmanifest', 'application/manifest+json; charset=utf-8'],
  ['.wasm', 'application/wasm'],
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
  ['.ico', 'image/x-icon'],
  ['.txt', 'text/plain; charset=utf-8'],
]);

/** The file that an address names, or null. @param {string} dir @param {string} address */
function fileFor(dir, address) {
  try {
    const name = decodeURIComponent(new URL(address, 'http://host').pathname);
    const file = resolve(join(dir, name.endsWith('/') ? `${name}index.html` : name));
    return file.startsWith(resolve(dir) + sep) && statSync(file).isFile() ? file : null;
  } catch {
    return null; // not an address, or no such file
  }
}

/** @param {string} dir @returns {import('node:http').RequestListener} */
const answerFrom = (dir) => (request, response) => {
  const file = fileFor(dir, request.url ?? '/');
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { Allow: 'GET, HEAD' }).end();
  } else if (file === null) {
    response.writeHead(404, { 'Content-Type': 'text/plain' }).end('There is no such file.\n');
  } else {
    const type = types.get(extname(file)) ?? 'application/octet-stream';
    response.writeHead(200, {
      'Content-Type': type,
      'Content-Length': statSync(file).size,
      'Cache-Control': 'no-cache',
      'X-Content-Type-Options': 'nosniff',
    });
    if (request.method === 'HEAD') response.end();
    else
      createReadStream(file)
        .on('error', () => response.destroy())
        .pipe(response);
  }
};

/** @param {import('node:http').Server} server @param {number} port @returns {Promise<number>} the port it got */
function listen(server, port) {
  return new Promise((resolved, rejected) => {
    server.once('error', rejected);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', rejected);
      resolved(/** @type {import('node:net').AddressInfo} */ (server.address()).port);
    });
  });
}

/**
 * Serves a folder to this machine.
 * @param {{dir?: string, port?: number}} [options] port 0: any free one. A port that is taken is replaced by a free one.
 * @returns {Promise<{address: string, close: () => Promise<void>}>}
 */
export async function serve({ dir = path('build/site'), port = 0 } = {}) {
  const server = createServer(answerFrom(dir));
  const used = await listen(server, port).catch((error) => {
    if (error.code !== 'EADDRINUSE' && error.code !== 'EACCES') throw error;
    return listen(server, 0);
  });
  return {
    address: `http://localhost:${used}/`,
    close: () =>
      new Promise((resolved) => {
        server.close(() => resolved());
        server.closeAllConnections();
      }),
  };
}

if (isStarted(import.meta.url)) {
  await runMain(async () => console.log((await serve({ port: Number(process.env.PORT ?? 8080) })).address));
}
