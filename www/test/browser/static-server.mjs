import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the repository. */
export const ROOT = new URL('../../../', import.meta.url);

/** @type {Record<string, string>} */
const MEDIA_TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};

/** The policy that the page ships under, in the form of a header: frame-ancestors stands in no meta element. */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  'worker-src blob:',
  "base-uri 'none'",
  "form-action 'none'",
  "object-src 'none'",
  'frame-ancestors *',
  "require-trusted-types-for 'script'",
  'trusted-types heedmap-worker',
].join('; ');

/**
 * Serves the repository on loopback, on a port of the system's choice.
 * @param {{policy?: string}} [options] - `policy` is sent as Content-Security-Policy
 * @returns {Promise<{origin: string, close: () => Promise<void>}>}
 */
export async function serve({ policy } = {}) {
  const server = createServer(async (request, response) => {
    const body = await contents(request.url ?? '/');
    const headers = {
      'X-Content-Type-Options': 'nosniff',
      ...(policy === undefined ? {} : { 'Content-Security-Policy': policy }),
    };
    // Browsers ask for it where a page names no icon.
    if (request.url === '/favicon.ico') {
      response.writeHead(204, headers).end();
      return;
    }
    if (!body) {
      response.writeHead(404, headers).end();
      return;
    }
    response.writeHead(200, { ...headers, 'Content-Type': body.type }).end(body.bytes);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    close: () => new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    }),
  };
}

/**
 * The bytes and the type of the file that a request names; nothing if there is none inside the repository.
 * @param {string} target
 */
async function contents(target) {
  try {
    const { pathname } = new URL(target, 'http://localhost');
    const path = fileURLToPath(new URL(`.${pathname.endsWith('/') ? `${pathname}index.html` : pathname}`, ROOT));
    if (!path.startsWith(fileURLToPath(ROOT)) || path.includes(`${sep}.`)) return null;
    return { bytes: await readFile(path), type: MEDIA_TYPES[extname(path)] ?? 'application/octet-stream' };
  } catch {
    return null;
  }
}
