/**
 * Runs test files two at a time: `node www/test/run.mjs PATH...`. A path is a file, or a folder whose test
 * files are run without those of its subfolders.
 *
 * The files that take longest come first, so that no long file runs alone at the end.
 */
import { readdir, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';

/** The files that take longest, sorted by measured time. All others take less. */
const LONGEST = [
  'elements-life',
  'fonts',
  'learn',
  'masks',
  'maps',
  'contrast',
  'npm',
  'bad-input',
  'embed-room',
  'elements-lesson',
  'page',
  'built',
  'maps-head',
  'links',
];
/** A file that takes longer, in milliseconds, waits for something that does not happen. */
const TIMEOUT = 600_000;
const TEST = /\.test\.m?js$/;

/** The index of a file in the list. @param {string} file */
function rank(file) {
  const place = LONGEST.indexOf(basename(file).replace(TEST, ''));
  return place < 0 ? LONGEST.length : place;
}

/** The test files that a path names. @param {string} path */
async function filesOf(path) {
  if (!(await stat(path)).isDirectory()) return [resolve(path)];
  return (await readdir(path)).filter((name) => TEST.test(name)).map((name) => resolve(join(path, name)));
}

const files = (await Promise.all(process.argv.slice(2).map(filesOf)))
  .flat()
  .sort((one, other) => rank(one) - rank(other));
if (files.length === 0) {
  console.error(`No test file in ${process.argv.slice(2).join(', ') || 'no path'}.`);
  process.exit(1);
}
run({ files, concurrency: 2, timeout: TIMEOUT })
  .on('test:fail', () => {
    process.exitCode = 1;
  })
  .compose(new spec())
  .pipe(process.stdout);
