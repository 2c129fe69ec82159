/**
 * Prints the sizes of the parts of `www` and of the scripts beside those on `main`, where this branch left
 * it: `node www/build/size-table.mjs`, after a build. The summary of `cargo xtask test` contains the table.
 *
 * Parts are counted from their sources, on `main` as git has them. A part is a folder of `www`, or of
 * `www/rooms`. Tests and what is built are left out. The scripts of `main` are not built: their sizes are
 * those that `npm run docs` recorded in `www/build/sizes.json` there.
 */
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { RECORDED } from '../package/sizes-doc.mjs';
import { scriptSizes } from './downloads.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** What `main` may be called in a clone. */
const MAIN = ['main', 'origin/main'];

/** @typedef {{ lines?: number, bytes: number, gzipped: number }} Size */

/**
 * The part that a source belongs to, or null if it does not count.
 *
 * @param {string} path - from the root
 */
export function partOf(path) {
  const [www, folder, room, ...rest] = path.split('/');
  if (www !== 'www' || folder === 'test' || folder === 'dist' || folder === 'pkg') return null;
  if (/\.(?:css|json)$/.test(path)) return 'styles, texts and data';
  if (!/\.m?js$|\.d\.ts$/.test(path)) return null;
  if (room === undefined) return '(top)';
  return folder === 'rooms' && rest.length > 0 ? `rooms/${room}` : folder;
}

/**
 * The sizes of the parts.
 *
 * @param {Iterable<[string, Buffer]>} files - by path from the root
 * @returns {Map<string, Size>} sorted by name
 */
export function partSizes(files) {
  /** @type {Map<string, Buffer[]>} */
  const parts = new Map();
  for (const [path, content] of files) {
    const part = partOf(path);
    if (part !== null) parts.set(part, [...(parts.get(part) ?? []), content]);
  }
  return new Map(
    [...parts]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([part, contents]) => {
        const all = Buffer.concat(contents);
        return [part, { lines: newlines(all), bytes: all.length, gzipped: gzipSync(all).length }];
      }),
  );
}

/** @param {Buffer} text */
function newlines(text) {
  let count = 0;
  for (const byte of text) if (byte === 10) count++;
  return count;
}

/**
 * The lines of a table. A number without another to compare it with stands alone.
 *
 * @param {string} title
 * @param {Map<string, Size>} now
 * @param {Map<string, Size>} before
 */
export function tableOf(title, now, before) {
  const kinds = /** @type {const} */ (['lines', 'bytes', 'gzipped']);
  const sum = (/** @type {Map<string, Size>} */ sizes) =>
    Object.fromEntries(
      kinds.map((kind) => [kind, [...sizes.values()].reduce((all, size) => all + (size[kind] ?? 0), 0)]),
    );
  const names = [...new Set([...now.keys(), ...before.keys()])];
  /** @type {[string, Partial<Size>, Partial<Size>][]} */
  const rows = names.map((name) => [name, now.get(name) ?? {}, before.get(name) ?? {}]);
  rows.push(['in all', sum(now), sum(before)]);
  const cells = (/** @type {Partial<Size>} */ size) =>
    kinds.map((kind) => String(size[kind] || '').padStart(9)).join('');
  const widths = Math.max(...rows.map(([name]) => name.length), title.length);
  const heads = kinds.map((kind) => kind.padStart(9)).join('');
  return [
    `${title.padEnd(widths)}${heads}  on main: ${heads.trimStart()}`,
    ...rows.map(([name, one, other]) =>
      `${name.padEnd(widths)}${cells(one)}       ${cells(other)}`.trimEnd(),
    ),
  ];
}

/** Runs git in the repository. @param {string[]} args @param {string} [input] @returns {Buffer} */
const git = (args, input) =>
  execFileSync('git', args, {
    cwd: ROOT,
    input,
    maxBuffer: 2 ** 30,
    stdio: ['pipe', 'pipe', 'ignore'],
  });

/** The commit of `main` that this branch started from, or null, as without git. */
function baseOfMain() {
  for (const main of MAIN) {
    try {
      return String(git(['merge-base', 'HEAD', main])).trim();
    } catch {
      // The next name.
    }
  }
  return null;
}

/**
 * The files of `www` in a commit, by path from the root.
 *
 * @param {string} commit @returns {[string, Buffer][]}
 */
function filesOf(commit) {
  const listed = String(git(['ls-tree', '-r', '-z', '--format=%(objectname) %(path)', commit, 'www']));
  const files = listed
    .split('\0')
    .filter(Boolean)
    .map((line) => ({ id: line.slice(0, line.indexOf(' ')), path: line.slice(line.indexOf(' ') + 1) }))
    .filter(({ path }) => partOf(path) !== null);
  const contents = git(['cat-file', '--batch'], files.map(({ id }) => `${id}\n`).join(''));
  let at = 0;
  return files.map(({ path }) => {
    // Each content follows a line with its name, type and size, and is followed by a line feed.
    const start = contents.indexOf('\n', at) + 1;
    const size = Number(String(contents.subarray(at, start)).trim().split(' ')[2]);
    at = start + size + 1;
    return [path, contents.subarray(start, start + size)];
  });
}

/** The files of `www` in the checkout that git does not ignore. @returns {Promise<[string, Buffer][]>} */
async function currentFiles() {
  const listed = String(git(['ls-files', '-z', '--cached', '--others', '--exclude-standard', 'www']));
  const paths = [...new Set(listed.split('\0'))].filter((path) => path !== '' && partOf(path) !== null);
  const files = await Promise.all(
    paths.map(async (path) => {
      const content = await readFile(`${ROOT}${path}`).catch(() => null);
      return /** @type {[string, Buffer | null]} */ ([path, content]);
    }),
  );
  // A file that was deleted is still in git's index.
  return /** @type {[string, Buffer][]} */ (files.filter(([, content]) => content !== null));
}

/** The sizes that were recorded in a commit. @param {string} commit @returns {Map<string, Size>} */
function recordedIn(commit) {
  try {
    return new Map(Object.entries(JSON.parse(String(git(['show', `${commit}:${RECORDED}`])))));
  } catch {
    return new Map();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const base = baseOfMain();
  if (base === null) console.log('There is no branch main to compare sizes with.');
  if (base !== null) {
    const now = partSizes(await currentFiles());
    console.log(`${tableOf('part of www', now, partSizes(filesOf(base))).join('\n')}\n`);
  }
  const scripts = new Map(Object.entries(await scriptSizes()));
  console.log(`${tableOf('script', scripts, base === null ? new Map() : recordedIn(base)).join('\n')}`);
}
