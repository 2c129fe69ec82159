import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

/** @type {Record<string, string>} */
const MEDIA_TYPES = { '.html': 'text/html; charset=utf-8', '.css': 'text/css', '.js': 'text/javascript', '.wasm': 'application/wasm' };

/**
 * Serves one folder under a path, on loopback, without a header of its own: what any static host does.
 *
 * @param {string} folder
 * @param {string} path - with a slash at both ends
 * @returns {Promise<{ address: string, missed: string[], close: () => Promise<void> }>} `missed` is what was asked for and is not there
 */
export async function served(folder, path) {
  /** @type {string[]} */
  const missed = [];
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const file = pathname.startsWith(path) ? normalize(pathname.slice(path.length) || 'index.html') : '..';
    const bytes = file.startsWith('..') ? null : await readFile(join(folder, file)).catch(() => null);
    if (!bytes) missed.push(pathname);
    response.writeHead(bytes ? 200 : 404, { 'Content-Type': MEDIA_TYPES[extname(file)] ?? 'application/octet-stream' }).end(bytes);
  });
  await new Promise((resolve) => { server.listen(0, '127.0.0.1', () => resolve(undefined)); });
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    address: `http://127.0.0.1:${port}${path}`,
    missed,
    close: () => new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    }),
  };
}
