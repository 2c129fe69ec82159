/**
 * The malformed files, which must be rejected, and the unusual ones, which must be read bit for bit, with the
 * engine and with the service.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import * as engine from '../engine/maps.js';
import { fileStore } from '../rooms/maps/service/file-store.js';
import { createService } from '../rooms/maps/service/service.js';
import { createTask } from '../rooms/maps/service/task.js';
import { pageBackend } from '../rooms/maps/service/backends.js';
import { handler } from '../rooms/maps/service/worker.js';
import { contentsOf, differenceOf } from './maps-files.js';
import { headSpec, npy, part, readingOf, safetensors, tensor, weights } from './maps-service-support.js';
/** @import { Reply } from '../rooms/maps/service/worker.js' */
/** @import { StartBackend } from '../rooms/maps/service/backends.js' */

const folder = new URL('../../fixtures/files/', import.meta.url);
const { files } = JSON.parse(await readFile(new URL('index.json', folder), 'utf8'));
const service = createService([pageBackend(engine)], /** @type {any} */ (undefined));
before(() => engine.load());
after(() => service.end());

test('the result of reading a file does not depend on how many bytes come at once', async () => {
  assert.equal(files.length, 154);
  const wrong = [];
  for (const file of files) {
    const bytes = await readFile(new URL(file.file, folder));
    for (const most of [Infinity, 1000, 17]) wrong.push(differenceOf(file, contentsOf(engine, bytes, most)));
  }
  assert.deepEqual(
    wrong.filter((each) => each !== null),
    [],
  );
});

test('the service rejects with the same classes and lists the same tensors, all files at once', async () => {
  const blobs = await Promise.all(
    files.map(async (/** @type {any} */ { file }) => new File([await readFile(new URL(file, folder))], file)),
  );
  const opened = await service.open(blobs);
  assert.equal(opened.files.length + opened.refused.length, 154);
  for (const { name, class: kind, text } of opened.refused) {
    const { verdict, error_class: wanted } = files.find((/** @type {any} */ each) => each.file === name);
    assert.deepEqual([verdict, kind], ['reject', wanted], `${name}: ${text}`);
  }
  for (const { name, tensors, bytes } of opened.files) {
    const { verdict, expected, bytes: length } = files.find((/** @type {any} */ each) => each.file === name);
    assert.equal(bytes, length);
    // The checksums of an archive's members are verified when they are read.
    if (verdict === 'accept')
      assert.deepEqual(
        tensors.map(({ name: tensor, shape }) => [tensor, shape]),
        tensors.map(({ name: tensor }) => [tensor, expected[tensor].shape]),
      );
  }
});

test('a map that needs too much memory is rejected with a message, and smaller ones are made', async () => {
  const url = (/** @type {string} */ path) => JSON.stringify(new URL(path, import.meta.url).href);
  const story = `
    import * as engine from ${url('../engine/maps.js')};
    import { createService } from ${url('../rooms/maps/service/service.js')};
    import { pageBackend } from ${url('../rooms/maps/service/backends.js')};
    import { headSpec, npy, readingOf, weights } from ${url('maps-service-support.js')};
    const service = createService([pageBackend(engine)]);
    const restarts = [];
    service.onrestart = ({ message }) => restarts.push(message);
    const blobs = [2048, 8].map((side) => new Blob([npy({ shape: [side, side], data: new Float32Array(side * side) })]));
    const { files } = await service.open(blobs);
    const received = [];
    for (const { id, tensors: [{ shape: [queries, keys] }] } of [...files, ...files]) {
      await service.read(0, readingOf({ queries, keys, weights: [{ file: id, tensor: 0, axes: ['query', 'key'], at: [0, 0], layer: 0, query: 0 }] }));
      received.push(await service.map(headSpec()).then((map) => map.queries, (error) => error.message));
    }
    service.end();
    process.stdout.write(JSON.stringify({ received, restarts }));`;
  // 200 pages are 13 MB; the large map has 16.
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--wasm-max-mem-pages=200',
    '--input-type=module',
    '--eval',
    story,
  ]);
  const { received, restarts } = JSON.parse(stdout);
  const refused = 'there is no memory for 16777216 bytes';
  // An error from the engine is not a crash, so nothing is restarted.
  assert.deepEqual({ received, restarts }, { received: [refused, 8, refused, 8], restarts: [] });
});

/** The work in the page, behind which no file can be read, as in a worker in WebKit. @type {StartBackend} */
const blindBackend = (received, crashed) => {
  const { take, end } = pageBackend(engine)(received, crashed);
  const unreadable = (/** @type {any[]} */ files) =>
    files.map(({ id, blob }) => {
      const copy = new Blob([blob]);
      copy.slice = () =>
        /** @type {any} */ ({
          arrayBuffer: () => Promise.reject(new DOMException('no', 'NotReadableError')),
        });
      return { id, blob: copy };
    });
  return {
    end,
    take(command) {
      if ('begin' in command)
        return take({ begin: { ...command.begin, files: unreadable(command.begin.files) } });
      return take(
        'method' in command && command.method === 'open'
          ? { ...command, args: [unreadable(/** @type {any} */ (command.args[0]))] }
          : command,
      );
    },
  };
};

test('if a worker cannot read any file, the page opens it, and nothing is reported', async () => {
  const begun = /** @type {string[]} */ ([]);
  const counted = (/** @type {string} */ name, /** @type {StartBackend} */ begin) =>
    /** @type {StartBackend} */ (
      (...all) => {
        begun.push(name);
        return begin(...all);
      }
    );
  const blind = createService(
    [counted('worker', blindBackend), counted('page', pageBackend(engine))],
    /** @type {any} */ (undefined),
  );
  blind.onrestart = () => assert.fail('the reader has nothing to know');
  const values = weights([2, 2, 5, 5], 3);
  const opened = await blind.open([new File([/** @type {any} */ (npy(values))], 'w.npy')]);
  assert.deepEqual(
    [opened.files.map(({ name }) => name), opened.refused, begun],
    [['w.npy'], [], ['worker', 'page']],
  );
  await blind.read(
    0,
    readingOf({
      layers: 2,
      heads: 2,
      queries: 5,
      keys: 5,
      weights: [part(opened, '', ['layer', 'head', 'query', 'key'])],
    }),
  );
  const { id } = await blind.map(headSpec({ source: { of: 'head', layer: 1, head: 0 } }));
  assert.deepEqual([...(await blind.row(id, 4))], values.data.slice(70, 75));
  // The work stays in the page: the worker is not tried again.
  await blind.open([new Blob(['[[1]]'])]);
  assert.equal(begun.length, 2);
  blind.end();
});

test('a worker announces a long step before it begins, and no short one', async () => {
  const received = /** @type {Reply[]} */ ([]);
  let wait = () => {};
  const take = handler(engine, (answer) => {
    received.push(answer);
    wait();
  });
  let next = 0;
  const ask = async (/** @type {any} */ name, /** @type {unknown[]} */ ...given) => {
    const id = (next += 1);
    take({ id, method: name, args: given });
    const answer = () =>
      /** @type {any} */ (received.find((each) => 'id' in each && each.id === id && !('progress' in each)));
    while (!answer())
      await new Promise((resolve) => {
        wait = () => resolve(undefined);
      });
    assert.equal(answer().refused, undefined);
    return answer().value;
  };
  take({ begin: { module: /** @type {any} */ (undefined), files: [], readings: [] } });
  const [long, short] = [1024, 8].map((tokens) =>
    safetensors({ q: tensor([tokens, 16], 1), k: tensor([tokens, 16], 2) }),
  );
  for (const [id, bytes] of /** @type {const} */ ([
    [1, short],
    [2, long],
  ])) {
    const opened = await ask('open', [{ id, blob: new Blob([/** @type {any} */ (bytes)]) }]);
    const [queries] = opened.files[0].tensors[0].shape;
    await ask(
      'read',
      0,
      readingOf({
        kind: 'qk',
        queries,
        keys: queries,
        q: [part(opened, 'q', ['query', 'feature'])],
        k: [part(opened, 'k', ['key', 'feature'])],
      }),
    );
    await ask('map', id, headSpec());
    // 1,024 x 1,024 pairs at 2,000 a millisecond, and their 16 products each at 100,000 a millisecond; then
    // the view of the pairs.
    const steps = received.flatMap((each) => ('step' in each ? [each.step] : []));
    assert.deepEqual(steps, id === 1 ? [] : [692, 524]);
  }
  take({ end: true });
});

const TASK = createTask(
  'open',
  () => {},
  () => false,
);

test('a file that is gone when a new worker opens it again is named in the error', async () => {
  const store = fileStore(engine);
  const gone = {
    name: 'gone.npy',
    size: 200,
    slice: () => ({ arrayBuffer: () => Promise.reject(new Error()) }),
  };
  store.add([{ id: 1, blob: /** @type {any} */ (gone) }]);
  await assert.rejects(store.opened(1, TASK), {
    message: /^gone\.npy: The file cannot be read any more/,
    class: 'unreadable',
    kind: 'file',
  });
});

test('a failure of the engine names the file that it opened, and keeps its kind', async () => {
  const failing = {
    ...engine,
    openFile() {
      throw Object.assign(new Error('The engine failed and was restarted: unreachable'), { kind: 'failed' });
    },
  };
  const dropped = [{ id: 1, blob: new File(['[[1]]'], 'run.json') }];
  await assert.rejects(fileStore(failing).open(dropped, TASK), {
    message: 'run.json: The engine failed and was restarted: unreachable',
    kind: 'failed',
  });
  // So does an error that nobody expected, whose name says that the engine must not be used any more.
  const broken = { ...engine, openFile: () => /** @type {any} */ (null) };
  await assert.rejects(fileStore(broken).open(dropped, TASK), { name: 'TypeError', message: /^run\.json: / });
});
