/** Dropped folders: which of their files are read, and the message if there are none. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { bindFiles, filesIn } from '../rooms/maps/drop.js';

/**
 * @typedef {{ [name: string]: Tree | string | null }} Tree - a text is a file, and null what cannot be read
 */

/** @param {string} name @param {Tree | string | null} content @param {string} [parent] @returns {any} */
function entryOf(name, content, parent = '') {
  const fullPath = `${parent}/${name}`;
  if (typeof content === 'string')
    return {
      name,
      fullPath,
      isFile: true,
      isDirectory: false,
      file: (/** @type {(file: File) => void} */ done) => done(new File([content], name)),
    };
  const fail = (/** @type {unknown} */ _, /** @type {(error: Error) => void} */ no) =>
    no(new DOMException('gone', 'NotFoundError'));
  return {
    name,
    fullPath,
    isFile: false,
    isDirectory: true,
    getFile(
      /** @type {string} */ file,
      /** @type {object} */ _,
      /** @type {(entry: any) => void} */ found,
      /** @type {(error: Error) => void} */ no,
    ) {
      const there = content?.[file];
      if (typeof there === 'string') found(entryOf(file, there, fullPath));
      else no(new DOMException('gone', 'NotFoundError'));
    },
    createReader() {
      const left = Object.entries(content ?? {}).map(([key, each]) => entryOf(key, each, fullPath));
      // Browsers list a hundred entries at a time.
      return {
        readEntries:
          content === null ? fail : (/** @type {(some: any[]) => void} */ done) => done(left.splice(0, 100)),
      };
    },
  };
}

const page = new EventTarget();
before(() => {
  Object.assign(globalThis, { addEventListener: page.addEventListener.bind(page), HTMLElement: class {} });
});
after(() => {
  for (const name of ['addEventListener', 'HTMLElement']) Reflect.deleteProperty(globalThis, name);
});

/**
 * The result of a drop, or of a paste: the names of the files, or the message.
 *
 * @param {Tree} tree
 * @param {'drop' | 'paste'} [how]
 * @returns {Promise<any>}
 */
function dropped(tree, how = 'drop') {
  return new Promise((resolve) => {
    const room = /** @type {any} */ ({ isConnected: true, checkVisibility: () => true });
    const found = (/** @type {unknown} */ outcome) => {
      unbind();
      resolve(outcome);
    };
    const unbind = bindFiles(room, {
      take: (files) => found(files.map(({ name }) => name)),
      dragging: () => {},
      without: (folder, isRead) => found({ folder, isRead }),
    });
    const entries = Object.entries(tree).map(([name, content]) => entryOf(name, content));
    // A folder is among the files of a drop, as one that cannot be read.
    const dataTransfer = {
      types: ['Files'],
      files: entries.map(({ name }) => new File([], name)),
      items: entries.map((entry) => ({ webkitGetAsEntry: () => entry })),
    };
    page.dispatchEvent(Object.assign(new Event(how), { dataTransfer, clipboardData: dataTransfer }));
  });
}

test('an empty folder is reported to have no files', async () => {
  assert.deepEqual(await dropped({ run: {} }), { folder: 'run', isRead: true });
  assert.deepEqual(await dropped({ run: { '.hidden': 'x', deeper: {} } }), { folder: 'run', isRead: true });
});

test('a folder that cannot be read is reported', async () => {
  assert.deepEqual(await dropped({ empty: {}, run: null }), { folder: 'run', isRead: false });
});

test('files of nested folders are read, without the folders themselves', async () => {
  assert.deepEqual(
    await dropped({
      run: { layers: { 'b.npy': 'x', '.DS_Store': 'x' }, 'a.npy': 'x' },
      'tokens.json': '[]',
      empty: {},
    }),
    ['tokens.json', 'a.npy', 'b.npy'],
  );
});

test('the first 256 of many files are read, those in higher folders first', async () => {
  const many = (/** @type {string} */ letter) =>
    Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`${letter}${at}`, 'x']));
  const found = await filesIn(entryOf('run', { deeper: many('b'), ...many('a') }));
  assert.deepEqual([found.length, found[199].name, found[200].name], [256, 'a199', 'b0']);
});

test('the files of a folder have their paths, by which the folders of a model are told apart', async () => {
  const found = await filesIn(entryOf('run', { deeper: { b: 'x' }, a: 'x' }));
  assert.deepEqual(
    found.map(({ webkitRelativePath }) => webkitRelativePath),
    ['run/a', 'run/deeper/b'],
  );
});

test('the files of a pasted folder are read, and an empty one is named', async () => {
  assert.deepEqual(await dropped({ run: { 'a.npy': 'x' }, 'b.npy': 'x' }, 'paste'), ['b.npy', 'a.npy']);
  assert.deepEqual(await dropped({ run: {} }, 'paste'), { folder: 'run', isRead: true });
});
