/**
 * The HTTP server of this repository: `cargo xtask serve` runs it, and the tests start it.
 *
 *     const server = await serve({ headers: { 'Content-Security-Policy': "default-src 'self'" } });
 *     await fetch(`${server.address}index.html`);
 *     await server.close();
 */
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import sirv from 'sirv';
/** @import { IncomingMessage } from 'node:http' */

/** The root of the repository. */
export const ROOT = new URL('../', import.meta.url);
const REPOSITORY = fileURLToPath(ROOT);

/** The ports that `cargo xtask serve` tries, in this order. */
const PORTS = Array.from({ length: 100 }, (_, number) => 8080 + number);
/** The names of this machine in a `Host` header, which may be followed by a port. */
const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::(\d+))?$/i;
/** Hidden files such as `.git`, and second paths of a file: with empty parts or backslashes. */
const REFUSED = /\/[./]|\\/;
/** One range that begins and ends at bytes that are named. */
const RANGE = /^bytes=(\d{1,15})-(\d{1,15})?$/;
/** Folders that `cargo xtask serve` does not serve. */
const GENERATED = /^\/(?:target|node_modules)(?:\/|$)/;

/**
 * The scripts for other pages. `cargo xtask dist` puts them next to index.html, so they are served there
 * too.
 */
const OTHER_PAGES = /^\/(?=(?:embed|classic)\/)/;

/**
 * @typedef {object} Server
 * @property {string} origin - such as `http://127.0.0.1:8080`
 * @property {string} address - the origin and the path, with a slash at the end
 * @property {string[]} missing - the paths that were requested and are not served
 * @property {() => Promise<void>} close
 */

/**
 * Serves a folder on the loopback interface, and answers GET and HEAD. Hidden files are never served. The
 * repository is served with the scripts for other pages at the paths of `cargo xtask dist`.
 *
 * Requests must name this machine in their `Host` header. Otherwise a page of another site whose name
 * resolves to 127.0.0.1 could read the files (DNS rebinding).
 *
 * @param {object} [options]
 * @param {string} [options.folder] - the repository by default
 * @param {string} [options.path] - the path of the folder in URLs, with a slash at both ends
 * @param {Record<string, string>} [options.headers] - sent with every response
 * @param {number[]} [options.ports] - the first free one is taken; by default the system chooses
 * @param {RegExp} [options.excluded] - paths that are not served
 * @param {Map<string, [body: string, headers: Record<string, string>]>} [options.given] - what is served at some
 *   paths in place of files, without the headers of all others
 * @returns {Promise<Server>}
 */
export async function serve({
  folder = REPOSITORY,
  path = '/',
  headers = {},
  ports = [0],
  excluded,
  given = new Map(),
} = {}) {
  const files = sirv(folder, { dev: true, etag: true, extensions: ['html'] });
  /** @type {string[]} */
  const missing = [];
  const server = createServer((request, response) => {
    const [pathname] = (request.url ?? '/').split('?');
    const [body, own = headers] = given.get(pathname) ?? [];
    response.setHeaders(new Map(Object.entries({ 'X-Content-Type-Options': 'nosniff', ...own })));
    if (!isOwnHost(request)) {
      response.writeHead(403).end('The Host header must be localhost, 127.0.0.1 or [::1], with the port.');
      return;
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { Allow: 'GET, HEAD' }).end();
      return;
    }
    // A server may ignore a range. sirv throws for numbers that no file has, and misreads other forms.
    if (!isPlainRange(request.headers.range)) delete request.headers.range;
    const within = pathname.startsWith(path) ? `/${pathname.slice(path.length)}` : null;
    const refuse = () => {
      missing.push(pathname);
      response.writeHead(404).end();
    };
    // Browsers request an icon if a page has none.
    if (body !== undefined) response.end(body);
    else if (pathname === '/favicon.ico') response.writeHead(204).end();
    else if (within === null || REFUSED.test(decoded(within)) || excluded?.test(decoded(within))) refuse();
    else {
      const url = folder === REPOSITORY ? within.replace(OTHER_PAGES, '/www/dist/') : within;
      files(Object.assign(request, { url }), response, refuse);
    }
  });
  const port = await listen(server, ports);
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    address: `${origin}${path}`,
    missing,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Whether a request names this machine and the port of the server. @param {IncomingMessage} request */
function isOwnHost({ headers, socket }) {
  const [name, port = '80'] = LOOPBACK.exec(headers.host ?? '') ?? [];
  return name !== undefined && Number(port) === socket.localPort;
}

/** Whether sirv reads a `Range` header correctly. @param {string} [range] */
function isPlainRange(range = '') {
  const [, first, last = 'Infinity'] = RANGE.exec(range) ?? [];
  // sirv takes 0 as the last byte for the end of the file.
  return first !== undefined && Number(last) > 0 && Number(first) <= Number(last);
}

/** Decodes the escapes of a path. A malformed path is unchanged. @param {string} path */
function decoded(path) {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/**
 * Listens on the first free port of a list.
 *
 * @param {import('node:http').Server} server @param {number[]} ports
 * @returns {Promise<number>} the port
 */
async function listen(server, ports) {
  for (const port of ports) {
    /** @type {NodeJS.ErrnoException | null} */
    const error = await new Promise((resolve) => {
      server.once('error', resolve);
      server.listen(port, '127.0.0.1', () => {
        server.off('error', resolve);
        resolve(null);
      });
    });
    if (error === null) return /** @type {import('node:net').AddressInfo} */ (server.address()).port;
    if (error.code !== 'EADDRINUSE') throw error;
  }
  throw new Error(`Every port from ${ports[0]} to ${ports.at(-1)} of 127.0.0.1 is in use.`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    // Without a cache, a reload shows a new build.
    const headers = { 'Cache-Control': 'no-store' };
    const { address } = await serve({ ports: PORTS, headers, excluded: GENERATED });
    console.log(`Serving on ${address} (Ctrl-C stops it)`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
