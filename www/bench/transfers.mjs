/**
 * Prints which files of the page each step in the Models room requests, and their bytes gzipped, as a table
 * in Markdown: `node www/bench/transfers.mjs [--write]`, after one build. It needs Chromium, as the browser
 * tests do. `--write` replaces the table in docs/models.md.
 *
 * The page is served without its list of scripts for later, so that a script is requested only when a step
 * needs it. The page loads those that save it by itself; they are counted where it is saved.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { SMALL_MODEL } from '../rooms/maps/live/pack.mjs';
import { ROOT, choose, start } from '../test/browser/harness.mjs';
import { settled } from '../test/browser/lesson.mjs';
/** @import { Page } from 'playwright-core' */

const DOCUMENT = new URL('docs/models.md', ROOT);
/** What is replaced in the document. */
const TABLE = /(?<=<!-- bench\/transfers\.mjs -->\n)[^]*?(?=\n\n)/;
const PAGE = 'without-later-scripts.html';
/** Its scripts for later, but those that save pages: without them the menu has no such item. */
const LATER = /<link rel="heedmap-script" (?![^>]*-(?:frame|save)\.js)[^>]*>\n?/g;
const SAVES = /-(?:frame|save)\.js$/;
const FOLDER = ['config.json', 'model.safetensors', 'tokenizer.json'].map(
  (name) => new URL(`fixtures/model/tiny-gpt/${name}`, ROOT).pathname,
);

/** @param {Page} page @param {string} name */
async function ask(page, name) {
  await page.locator('.live-reading').getByRole('button', { name, exact: true }).click();
  await settled(page);
}

/**
 * Opens files, and waits until their heads are there.
 *
 * @param {Page} page @param {string[]} files @param {string} model
 */
async function drop(page, files, model) {
  await page.locator('input[type=file]').first().setInputFiles(files);
  await page.waitForFunction(
    (name) => /** @type {any} */ (document.querySelector('heed-heads')).state.model === name,
    model,
  );
  await settled(page);
}

const SAVE = 'save as HTML';

/** The steps of a reader, one after the other. @type {[string, (page: Page) => Promise<unknown>][]} */
const STEPS = [
  [
    'type a word',
    (page) =>
      page
        .locator('.caret')
        .pressSequentially(' Jane')
        .then(() => settled(page)),
  ],
  ['open another head', (page) => page.locator('.heads-box').click({ position: { x: 40, y: 40 } })],
  ['*Why does it look there?*', (page) => ask(page, 'Why does it look there?')],
  ['switch the head off', (page) => ask(page, 'Switch off')],
  ['*Which heads matter?*', (page) => ask(page, 'Which heads matter?')],
  ['*Find heads*', (page) => ask(page, 'Find heads')],
  ['*As tokens*: QK and OV', (page) => ask(page, 'As tokens')],
  ['open a GGUF file', (page) => drop(page, [SMALL_MODEL.pathname], 'small-model.gguf')],
  ['open a folder', (page) => drop(page, FOLDER, 'model.safetensors')],
  [
    SAVE,
    async (page) => {
      await choose(page, /HTML/);
      const download = page.waitForEvent('download');
      await page.getByRole('dialog').locator('.primary:enabled').click();
      await download;
    },
  ],
];

const harness = await start();
/** The requests that no step has counted yet. @type {string[]} */
let requested = [];
/** @type {{ step: string, files: string[] }[]} */
const rows = [];
const take = (/** @type {string} */ step) => {
  const isCounted = (/** @type {string} */ file) => step === SAVE || !SAVES.test(file);
  rows.push({ step, files: [...new Set(requested.filter(isCounted))].sort() });
  requested = requested.filter((file) => !isCounted(file));
};
try {
  const page = await harness.context.newPage();
  page.on('request', (request) => {
    const { pathname, protocol } = new URL(request.url());
    if (protocol === 'http:') requested.push(pathname.slice(1).replace(PAGE, 'index.html'));
  });
  const html = await readFile(new URL('index.html', ROOT), 'utf8');
  harness.give(PAGE, html.replaceAll(LATER, ''), 'text/html');
  // The program of the room is held until the first maps are shown without it.
  let release = () => {};
  const held = new Promise((resolve) => {
    release = () => resolve(undefined);
  });
  await page.route(/heedmap-program\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${harness.origin}/${PAGE}#v=1&room=maps`, { waitUntil: 'commit' });
  await page.locator('heed-heads[data-heads="16"]').waitFor();
  requested = requested.filter((file) => !file.endsWith('heedmap-program.js'));
  take('open the room: the first maps');
  requested.push('www/dist/heedmap-program.js');
  release();
  await page.locator('.next-list button').first().waitFor();
  await settled(page);
  take('then: the model answers');
  for (const [step, act] of STEPS) {
    await act(page);
    await settled(page);
    take(step);
  }
} finally {
  await harness.close();
}

/** The kilobytes of a file as a server would send it. @param {string} file */
const kilobytes = async (file) => gzipSync(await readFile(new URL(file, ROOT))).length / 1000;
let total = 0;
const lines = ['| step | requests | KB, gzipped | all so far |', '|---|---|---|---|'];
for (const [at, { step, files }] of rows.entries()) {
  // Steps that request nothing share a line.
  if (files.length === 0 && rows[at + 1]?.files.length === 0) {
    rows[at + 1].step = `${step}; ${rows[at + 1].step}`;
    continue;
  }
  const sizes = await Promise.all(files.map(kilobytes));
  const sum = sizes.reduce((all, each) => all + each, 0);
  total += sum;
  const names = files.map((file, at) => `\`${file.replace('www/dist/', '')}\` ${Math.round(sizes[at])}`);
  lines.push(`| ${step} | ${names.join(', ') || 'nothing'} | ${Math.round(sum)} | ${Math.round(total)} |`);
}
const table = lines.join('\n');
console.log(table);
if (process.argv.includes('--write')) {
  const text = await readFile(DOCUMENT, 'utf8');
  if (!TABLE.test(text)) throw new Error('docs/models.md has no place for the table');
  await writeFile(DOCUMENT, text.replace(TABLE, table));
}
