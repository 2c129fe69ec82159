/** The order in which the page loads its scripts. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { SCRIPTS } from '../build/scripts.mjs';
import { scriptQueue } from '../page/scripts.js';

/** A queue whose scripts load or fail when the test says so. @param {string[]} names */
function queueOf(names) {
  /** @type {Map<string, { resolve: () => void, reject: (error: Error) => void }>} */
  const open = new Map();
  /** @type {string[]} */
  const requested = [];
  /** Those that run as soon as they arrive. @type {string[]} */
  const alone = [];
  const queue = scriptQueue(names, (name, isAlone) => {
    requested.push(name);
    if (isAlone) alone.push(name);
    return new Promise((resolve, reject) => open.set(name, { resolve, reject }));
  });
  /** Ends the download of a script. @param {string} name @param {Error} [error] */
  const end = async (name, error) => {
    if (error) open.get(name)?.reject(error);
    else open.get(name)?.resolve();
    // Callbacks of promises run before timers.
    await new Promise((done) => setTimeout(done));
  };
  return { queue, requested, alone, end };
}

test('the scripts that somebody waits for come first, and the others follow one by one in their order', async () => {
  const { queue, requested, end } = queueOf(['es', 'learn', 'masks', 'maps']);
  const opened = queue.load(['masks', 'es']);
  const rest = queue.loadRest();
  assert.deepEqual(requested, ['masks', 'es']);
  await end('masks');
  assert.deepEqual(requested, ['masks', 'es']);
  await end('es');
  await opened;
  assert.deepEqual(requested, ['masks', 'es', 'learn']);
  await end('learn');
  assert.deepEqual(requested, ['masks', 'es', 'learn', 'maps']);
  await end('maps');
  await rest;
});

test('a script is loaded once, and at once when somebody asks for it', async () => {
  const { queue, requested, end } = queueOf(['learn', 'masks', 'maps']);
  void queue.loadRest();
  void queue.loadRest();
  await end('none');
  const opened = queue.load(['maps']);
  assert.deepEqual(requested, ['learn', 'maps']);
  await end('learn');
  await end('maps');
  await opened;
  await queue.load(['learn']);
  assert.deepEqual(requested, ['learn', 'maps', 'masks']);
});

test('a script that is asked for while others load delays the rest too', async () => {
  const { queue, requested, end } = queueOf(['learn', 'masks', 'maps']);
  const opened = queue.load(['maps']);
  void queue.loadRest();
  const later = queue.load(['model']);
  await end('maps');
  await opened;
  assert.deepEqual(requested, ['maps', 'model']);
  await end('model');
  await later;
  assert.deepEqual(requested, ['maps', 'model', 'learn']);
});

test('scripts that are wanted together run in their order, and any other one as soon as it arrives', async () => {
  const { queue, requested, alone, end } = queueOf(['es', 'learn', 'masks', 'whole']);
  const opened = [queue.load(['es', 'learn']), queue.load(['es', 'masks'])];
  for (const name of ['es', 'learn', 'masks']) await end(name);
  await Promise.all(opened);
  void queue.load(['es', 'maps']);
  void queue.loadRest();
  await end('maps');
  assert.deepEqual(requested, ['es', 'learn', 'masks', 'maps', 'whole']);
  assert.deepEqual(alone, ['maps', 'whole']);
});

test('a script is requested after one that it may need and that does not wait its turn', async () => {
  const { queue, requested, alone, end } = queueOf(['matrices']);
  void queue.loadRest();
  await end('none');
  const opened = queue.load(['matrices', 'contrast', 'es']);
  assert.deepEqual(requested, ['matrices']);
  await end('matrices');
  assert.deepEqual(requested, ['matrices', 'contrast', 'es']);
  assert.deepEqual(alone, ['matrices']);
  await end('contrast');
  await end('es');
  await opened;
});

test('a script that does not arrive delays no other one that somebody asks for', async () => {
  const { queue, end } = queueOf(['whole', 'masks']);
  void queue.loadRest();
  await end('none');
  const opened = Promise.all([queue.load(['masks']), queue.load(['maps', 'text'])]);
  for (const name of ['masks', 'maps', 'text']) await end(name);
  await opened;
});

test('a script that fails is reported to whoever waits for it, and the others are loaded nevertheless', async () => {
  const { queue, requested, end } = queueOf(['learn', 'masks']);
  const opened = queue.load(['learn']);
  void queue.loadRest();
  void opened.catch(() => {});
  await end('learn', new Error('gone'));
  await assert.rejects(opened, { message: 'gone' });
  assert.deepEqual(requested, ['learn', 'masks']);
});

test('index.html lists all scripts in the order in which they may run', async () => {
  const page = await readFile(new URL('../../index.html', import.meta.url), 'utf8');
  const listed = [...page.matchAll(/(?:src|href)="www\/(dist\/heedmap[^"]*)"/g)].map(([, file]) => file);
  const files = new Map(SCRIPTS.map((script) => [script.file, script]));
  assert.deepEqual([...listed].sort(), [...files.keys()].sort());
  for (const [place, file] of listed.entries())
    for (const required of files.get(file)?.requires ?? [])
      assert.ok(listed.indexOf(SCRIPTS.find(({ name }) => name === required)?.file ?? '') < place, file);
});
