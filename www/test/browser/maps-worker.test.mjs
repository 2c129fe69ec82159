/**
 * The service of the Models room in a real worker: all files, a failure, a cancel, and hosts that forbid
 * workers.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { differenceOf } from '../maps-files.js';
import { headSpec, readingOf } from '../maps-service-support.js';
import { start } from './harness.mjs';
import { mapsPage } from './maps-page.mjs';

/** @typedef {import('../../rooms/maps/types.js').MapsService} MapsService */
/** Which script the worker runs. @typedef {'plain' | 'tested' | 'blind'} Kind */
/**
 * @typedef {{ begin: (kind: Kind) => MapsService, workers: Worker[], service: MapsService, received: string[] }} Globals -
 *   what the page has
 */

const FILES = new URL('../../../fixtures/files/', import.meta.url);

/** @type {Awaited<ReturnType<typeof start>>} */
let harness;
/** @type {Awaited<ReturnType<typeof mapsPage>>} */
let place;
before(async () => {
  harness = await start();
  place = await mapsPage(harness);
});
after(async () => {
  await place?.close();
  await harness?.close();
});

/** The first head, for functions that run in the page. */
const FIRST = { spec: headSpec() };

/**
 * Reads the weights of a small file, and one map of it.
 *
 * @param {import('playwright-core').Page} page @param {Kind} kind
 */
function begun(page, kind) {
  const given = { script: kind, ...FIRST, sizes: readingOf({ queries: 2, keys: 2 }) };
  return page.evaluate(async ({ script, spec, sizes }) => {
    const room = /** @type {Globals} */ (/** @type {unknown} */ (globalThis));
    room.service = room.begin(script);
    room.received = [];
    room.service.onrestart = ({ message }) => room.received.push(message);
    const { files } = await room.service.open([
      new File(['{"tokens":["a","b"],"attention":[[[[1,0],[0.25,0.75]]]]}'], 'small.json'),
    ]);
    const weights = [
      {
        file: files[0].id,
        tensor: 0,
        axes: /** @type {const} */ (['layer', 'head', 'query', 'key']).slice(),
        at: [0, 0, 0, 0],
        layer: 0,
        query: 0,
      },
    ];
    await room.service.read(0, { ...sizes, weights });
    const map = await room.service.map(spec);
    return {
      tokens: files[0].tokens,
      map: map.id,
      row: [...(await room.service.row(map.id, 1))],
      workers: room.workers.length,
    };
  }, given);
}

for (const [where, address] of /** @type {[string, () => string][]} */ ([
  ['over HTTP', () => place.path],
  ['from a file', () => place.file],
])) {
  test(`${where} the service works in a worker under the policy of the page, and sends no request`, async () => {
    const visit = await harness.open(address());
    assert.deepEqual(await begun(visit.page, 'plain'), {
      tokens: ['a', 'b'],
      map: 1,
      row: [0.25, 0.75],
      workers: 1,
    });
    assert.deepEqual([visit.errors, visit.warnings], [[], []]);
    // The worker's own script is not a network request.
    assert.deepEqual(
      visit.requests.filter(({ url, afterLoad }) => afterLoad && !url.startsWith('blob:')),
      [],
    );
    await visit.close();
  });
}

test('all 154 files are rejected with their class, or read bit for bit, in the worker', async () => {
  const visit = await harness.open(place.path);
  await begun(visit.page, 'tested');
  const { files } = JSON.parse(await readFile(new URL('index.json', FILES), 'utf8'));
  assert.equal(files.length, 154);
  const bodies = await Promise.all(
    files.map(async (/** @type {any} */ { file }) => ({
      name: file,
      base64: (await readFile(new URL(file, FILES))).toString('base64'),
    })),
  );
  const { refused, contents } = await visit.page.evaluate(async (given) => {
    const { service, workers } = /** @type {Globals} */ (/** @type {unknown} */ (globalThis));
    const blobs = given.map(
      ({ name, base64 }) => new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], name),
    );
    const opened = await service.open(blobs);
    const contents = [];
    for (const blob of blobs) {
      const bytes = new Uint8Array(await blob.arrayBuffer());
      contents.push(
        await new Promise((resolve) => {
          const hear = (/** @type {MessageEvent} */ { data }) => {
            if (!('contents' in data)) return;
            workers[0].removeEventListener('message', hear);
            // NaN and -0 would be lost as numbers on their way to the test.
            for (const tensor of data.contents.tensors ?? [])
              tensor.data = [...tensor.data].map((value) => (Object.is(value, -0) ? '-0' : String(value)));
            resolve(data.contents);
          };
          workers[0].addEventListener('message', hear);
          workers[0].postMessage({ contents: bytes });
        }),
      );
    }
    return { refused: opened.refused, contents };
  }, bodies);
  for (const each of contents)
    for (const tensor of each.tensors ?? []) tensor.data = Float64Array.from(tensor.data, Number);
  assert.deepEqual(
    files
      .map((/** @type {any} */ file, /** @type {number} */ index) => differenceOf(file, contents[index]))
      .filter((/** @type {unknown} */ each) => each !== null),
    [],
  );
  for (const { name, class: kind } of refused)
    assert.equal(kind, files.find((/** @type {any} */ each) => each.file === name).error_class, name);
  assert.deepEqual(visit.errors, []);
  await visit.close();
});

test('when the wasm fails, a new worker continues at once with the files and the reading, and one message is shown', async () => {
  const visit = await harness.open(place.path);
  const { map } = await begun(visit.page, 'tested');
  const story = await visit.page.evaluate(
    async ({ id, spec }) => {
      const { service, workers, received } = /** @type {Globals} */ (/** @type {unknown} */ (globalThis));
      workers[0].postMessage({ trap: true });
      // Requested together: the first fails, and the others are sent again to the next worker.
      const failed = service.row(id, 0).then(
        () => 'read',
        (error) => `${error.name}: ${error.message}`,
      );
      const found = /** @type {number[]} */ ([]);
      const heads = service.heads(0, { side: 2, tokens: null, sink: 1, reach: 1 }, (some) =>
        found.push(...some.map(({ layer }) => layer)),
      );
      const sentence = await failed;
      await heads;
      const again = await service.map(spec);
      const row = [...(await service.row(again.id, 1))];
      return {
        sentence,
        received,
        row,
        found: new Set(found).size,
        workers: workers.length,
      };
    },
    { id: map, ...FIRST },
  );
  // A worker that does not reply is replaced after a while, with another sentence.
  assert.match(story.sentence, /^Error: The engine failed and was restarted: /);
  assert.deepEqual(story.received, [story.sentence.slice('Error: '.length)]);
  assert.deepEqual([story.row, story.found, story.workers], [[0.25, 0.75], 1, 2]);
  assert.deepEqual(visit.errors, []);
  await visit.close();
});

test('a worker that is terminated during a request is replaced, and the request is answered', async () => {
  for (const address of [place.path, place.file]) {
    const visit = await harness.open(address);
    await begun(visit.page, 'tested');
    const story = await visit.page.evaluate(async () => {
      const { service, workers, received } = /** @type {Globals} */ (/** @type {unknown} */ (globalThis));
      const found = /** @type {number[]} */ ([]);
      const heads = service.heads(0, { side: 2, tokens: null, sink: 1, reach: 1 }, (some) =>
        found.push(...some.map(({ layer }) => layer)),
      );
      const opening = service.open([new File(['[[[[1, 0], [0, 1]]]]'], 'second.json')]);
      workers[0].terminate();
      await heads;
      const { files, refused } = await opening;
      return {
        found: new Set(found).size,
        files: files.map(({ name }) => name),
        refused,
        received,
        workers: workers.length,
      };
    });
    assert.deepEqual(story, {
      found: 1,
      files: ['second.json'],
      refused: [],
      received: ['The engine stopped and was restarted.'],
      workers: 2,
    });
    assert.deepEqual(visit.errors, []);
    await visit.close();
  }
});

test('the end of a worker is noticed at once, even during an announced long step', async () => {
  for (const address of [place.path, place.file]) {
    const visit = await harness.open(address);
    await begun(visit.page, 'tested');
    const story = await visit.page.evaluate(async () => {
      const { service, workers, received } = /** @type {Globals} */ (/** @type {unknown} */ (globalThis));
      // The page waits for the lock of the worker.
      while (
        !(await navigator.locks.query()).pending?.some(({ name }) => name?.startsWith('heedmap-worker-'))
      )
        await new Promise(requestAnimationFrame);
      // From here on the worker is silent, as during a step of ten minutes.
      const tokens = service.tokens(['a'], null);
      workers[0].dispatchEvent(new MessageEvent('message', { data: { step: 600_000 } }));
      workers[0].terminate();
      return { tokens: (await tokens).tokens.length, received, workers: workers.length };
    });
    assert.deepEqual(story, { tokens: 1, received: ['The engine stopped and was restarted.'], workers: 2 });
    assert.deepEqual(visit.errors, []);
    await visit.close();
  }
});

for (const [where, address] of /** @type {[string, () => string][]} */ ([
  ['over HTTP', () => place.path],
  ['from a file', () => place.file],
])) {
  test(`${where}, a file that the worker cannot read is read in the page`, async () => {
    const visit = await harness.open(address());
    assert.deepEqual(await begun(visit.page, 'blind'), {
      tokens: ['a', 'b'],
      map: 1,
      row: [0.25, 0.75],
      workers: 1,
    });
    assert.deepEqual(
      await visit.page.evaluate(() => /** @type {Globals} */ (/** @type {unknown} */ (globalThis)).received),
      [],
    );
    assert.deepEqual(visit.errors, []);
    await visit.close();
  });
}

test('a cancel rejects a long step at once and ends its worker, and the service continues', async () => {
  const visit = await harness.open(place.path);
  await begun(visit.page, 'tested');
  const tokens = 4096;
  const long = { tokens, ...FIRST, sizes: readingOf({ kind: 'qk', queries: tokens, keys: tokens }) };
  const story = await visit.page.evaluate(async ({ tokens, spec, sizes }) => {
    const { service, workers, received } = /** @type {Globals} */ (/** @type {unknown} */ (globalThis));
    // q and k of 4,096 tokens: computing their weights is one long step.
    const size = 64;
    const floats = Float32Array.from({ length: tokens * size }, (_, index) => Math.sin(index));
    const header = (() => {
      const end = floats.byteLength;
      const entry = (/** @type {number} */ start) => ({
        dtype: 'F32',
        shape: [tokens, size],
        data_offsets: [start, start + end],
      });
      return new TextEncoder().encode(JSON.stringify({ q: entry(0), k: entry(end) }));
    })();
    const { files } = await service.open([
      new Blob([BigUint64Array.of(BigInt(header.length)), header, floats, floats]),
    ]);
    const part = (/** @type {'query' | 'key'} */ axis, /** @type {string} */ name) => ({
      file: files[0].id,
      tensor: files[0].tensors.findIndex((each) => each.name === name),
      axes: [axis, /** @type {const} */ ('feature')],
      at: [0, 0],
      layer: 0,
      query: 0,
    });
    await service.read(0, { ...sizes, q: [part('query', 'q')], k: [part('key', 'k')] });
    // The worker announces a long step right before it begins. Only the step of the weights is this long.
    const begun = new Promise((resolve) => {
      workers[0].addEventListener('message', ({ data }) => {
        if (data.step > 15_000) resolve(data);
      });
    });
    const map = service.map(spec).then(
      () => 'made',
      (error) => error.name,
    );
    await begun;
    service.cancel();
    // It is rejected before the next task.
    const end = await Promise.race([map, new Promise((resolve) => setTimeout(resolve, 0, 'late'))]);
    // The next worker replies while the first would still be busy.
    await service.tokens(['a'], null);
    const { queries } = await service.map(spec);
    return { end, queries, received, workers: workers.length };
  }, long);
  assert.deepEqual(story, { end: 'AbortError', queries: 4096, received: [], workers: 2 });
  assert.deepEqual(visit.errors, []);
  await visit.close();
});

/** What keeps a page from having a worker. @type {[string, (policy: string) => string, string][]} */
const WITHOUT = [
  ['forbids workers by its policy', (policy) => policy.replace(/worker-src [^;]*/, "worker-src 'none'"), ''],
  [
    'forbids the policy that names the address of the worker',
    (policy) => policy.replace(/trusted-types [^;]*/, "trusted-types 'none'"),
    '',
  ],
  ['has no workers', (policy) => policy, 'delete globalThis.Worker;'],
  [
    'has workers that die at once',
    (policy) => policy,
    'globalThis.Worker = class extends Worker { constructor() { super("data:text/javascript,throw 1"); } };',
  ],
];
for (const [what, change, script] of WITHOUT) {
  test(`if a host ${what}, the service works in the page`, async () => {
    const other = await mapsPage(harness, change);
    const visit = await harness.open('index.html');
    // The service stays in the page, which is closed after the test.
    await visit.page.addInitScript(script);
    await visit.page.goto(`${harness.origin}/${other.path}`);
    const { tokens, row, map } = await begun(visit.page, 'plain');
    assert.deepEqual(
      [tokens, row],
      [
        ['a', 'b'],
        [0.25, 0.75],
      ],
    );
    const again = await visit.page.evaluate(async (id) => {
      const { service, workers } = /** @type {Globals} */ (/** @type {unknown} */ (globalThis));
      for (const worker of workers) worker.terminate();
      return [...(await service.row(id, 0))];
    }, map);
    assert.deepEqual(again, [1, 0]);
    await other.close();
    await visit.page.close();
  });
}
