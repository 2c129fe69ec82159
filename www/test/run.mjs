/**
 * Runs test files two at a time: `node www/test/run.mjs PATH...`. A path is a file, or a folder whose test
 * files are run without those of its subfolders.
 *
 * Files without a last run come first, then those that took longest in it, so that no long file runs
 * alone. A file that drives a browser (`.test.mjs`) and fails is run a second time, alone: a browser on a
 * busy machine may be late. The second run decides. What failed in the first is printed, so that the test
 * can be made stable. The names of the files that passed only in the second run are printed, and appended
 * to the file in HEEDMAP_RETRIED.
 */
import { appendFile, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { fileURLToPath } from 'node:url';

/** The repository. */
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** The milliseconds that each file took in its last run, by its path from the root. */
const TIMES = process.env.HEEDMAP_TEST_TIMES ?? join(ROOT, 'target', 'test-times.json');
/** A file that takes longer, in milliseconds, waits for something that does not happen. */
const TIMEOUT = 600_000;
const TEST = /\.test\.m?js$/;
const IN_BROWSER = /\.test\.mjs$/;

/** The test files that a path names. @param {string} path */
async function filesOf(path) {
  if (!(await stat(path)).isDirectory()) return [resolve(path)];
  return (await readdir(path)).filter((name) => TEST.test(name)).map((name) => resolve(join(path, name)));
}

/** The times of the last run. @returns {Promise<Record<string, number>>} */
async function lastTimes() {
  try {
    return JSON.parse(await readFile(TIMES, 'utf8'));
  } catch {
    return {};
  }
}

/** Adds times to those of the last run. @param {Map<string, number>} times */
async function keepTimes(times) {
  const all = await lastTimes();
  for (const [file, time] of times) all[relative(ROOT, file)] = Math.round(time);
  await mkdir(dirname(TIMES), { recursive: true });
  await writeFile(TIMES, `${JSON.stringify(all, null, 2)}\n`);
}

/**
 * Runs files and prints the results. A failure sets the exit code, unless the file will be run again.
 *
 * @param {string[]} files
 * @param {number} concurrency
 * @param {(file: string | undefined) => boolean} hasSecondRun
 * @returns {Promise<Set<string>>} the files that failed
 */
async function runFiles(files, concurrency, hasSecondRun) {
  const failed = /** @type {Set<string>} */ (new Set());
  const times = /** @type {Map<string, number>} */ (new Map());
  await pipeline(
    run({ files, concurrency, timeout: TIMEOUT }),
    /** @param {AsyncIterable<any>} events */
    async function* (events) {
      for await (const event of events) {
        const { name, nesting, details } = event.data;
        // Node 20.10 names files by their URLs.
        const file = event.data.file?.startsWith('file:') ? fileURLToPath(event.data.file) : event.data.file;
        const isOutermost = (event.type === 'test:pass' || event.type === 'test:fail') && nesting === 0;
        if (isOutermost && file) times.set(file, (times.get(file) ?? 0) + details.duration_ms);
        if (event.type === 'test:fail') failed.add(file);
        if (event.type !== 'test:fail') yield event;
        else if (!hasSecondRun(file)) {
          process.exitCode = 1;
          yield event;
        } else {
          const { error } = details;
          const message = `Failed, and will run again: ${name}\n${error.cause?.stack ?? error.stack}`;
          yield { type: 'test:diagnostic', data: { nesting, message } };
        }
      }
    },
    new spec(),
    process.stdout,
    { end: false },
  );
  await keepTimes(times);
  return failed;
}

const times = await lastTimes();
/** The time of a file in its last run. @param {string} file */
const timeOf = (file) => times[relative(ROOT, file)] ?? Number.MAX_VALUE;
const files = (await Promise.all(process.argv.slice(2).map(filesOf)))
  .flat()
  .sort((one, other) => timeOf(other) - timeOf(one));
if (files.length === 0) {
  console.error(`No test file in ${process.argv.slice(2).join(', ') || 'no path'}.`);
  process.exit(1);
}
const isInBrowser = (/** @type {string | undefined} */ file) => file !== undefined && IN_BROWSER.test(file);
const again = [...(await runFiles(files, 2, isInBrowser))].filter(isInBrowser);
if (again.length > 0) {
  console.log(`\nSecond run, alone: ${again.map((file) => basename(file)).join(', ')}`);
  const failed = await runFiles(again, 1, () => false);
  const retried = again.filter((file) => !failed.has(file)).map((file) => basename(file));
  if (retried.length > 0) console.log(`Passed only in the second run: ${retried.join(', ')}`);
  const { HEEDMAP_RETRIED } = process.env;
  if (HEEDMAP_RETRIED) await appendFile(HEEDMAP_RETRIED, retried.map((name) => `${name}\n`).join(''));
}
