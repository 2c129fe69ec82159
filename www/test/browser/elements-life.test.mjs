/** What elements leave behind: a hundred of each are added and removed, and the page must not grow. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { classic } from '../../package/classic.mjs';
import { elementsPage, held, mount, startEach, TAGS, unmount } from './elements-page.mjs';
import { start, until } from './harness.mjs';

/** The number of elements at a time, and of repetitions. */
const [GROUP, ROUNDS] = [10, 10];
/**
 * The allowed growth of the page. One leaked heap object for each element would show in the nodes, and one
 * leaked buffer of 8 KB in the heap. Without a leak the heap grows by up to 600 KB, however many there are.
 */
const BOUNDS = { nodes: 40, listeners: 20, heap: 800_000, wasm: 600_000 };

/** @type {Awaited<ReturnType<typeof start>>} */
let harness;
before(async () => {
  harness = await start();
});
after(() => harness?.close());

for (const tag of TAGS) {
  test(`a hundred ${tag} are added and removed, and leave no node, no listener and no memory`, async () => {
    const { page, errors, close } = await elementsPage(harness, {
      tags: [tag],
      viewport: { width: 800, height: 600 },
    });
    const session = await page.context().newCDPSession(page);
    await session.send('HeapProfiler.enable');
    const comeAndGo = async (/** @type {number} */ rounds) => {
      for (let round = 0; round < rounds; round += 1) {
        await mount(page, tag, GROUP);
        await unmount(page, tag);
      }
    };
    // Objects that are made once for all elements: the engine, style sheets, color tables, and the code that
    // the browser compiles.
    await comeAndGo(5);
    // A head is drawn after its file was read; the memory for that is allocated once, too.
    if (tag === 'heed-heads') {
      await mount(page, tag, GROUP);
      await until(page, () =>
        page.evaluate(() =>
          [...document.querySelectorAll('heed-heads')].every(
            (room) => room.getAttribute('data-heads') === '72',
          ),
        ),
      );
      await unmount(page, tag);
    }
    const first = await held(session, page);
    await comeAndGo(ROUNDS);
    const last = await held(session, page);
    for (const [name, most] of Object.entries(BOUNDS)) {
      const key = /** @type {keyof typeof BOUNDS} */ (name);
      assert.ok(last[key] - first[key] <= most, `${name}: ${first[key]} before, ${last[key]} after`);
    }
    assert.deepEqual(errors, []);
    await close();
  });
}

test('the workers of heed-heads end with it, whenever it is removed', async () => {
  const { page, errors, close } = await elementsPage(harness, { script: await classic('heed-heads') });
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.enable');
  await mount(page, 'heed-heads', 3);
  // The sample is inflated before it is sent to the worker.
  await until(page, async () => (await workers(page)).begun === 3);
  await unmount(page, 'heed-heads');
  // Removed at once, and while it starts: after some frames, when it has its worker, and when that has
  // replied.
  for (const moment of [0, 1, 2, 4, 8, 'worker', 'answer']) {
    await page.evaluate(async (when) => {
      const { workers: all } = /** @type {any} */ (globalThis).received;
      const count = all.length;
      const heads = document.createElement('heed-heads');
      document.body.append(heads);
      if (typeof when === 'number')
        for (let frame = 0; frame < when; frame += 1)
          await new Promise((resolve) => {
            requestAnimationFrame(resolve);
          });
      else
        while (all.length === count)
          await new Promise((resolve) => {
            requestAnimationFrame(resolve);
          });
      if (when === 'answer')
        await new Promise((resolve) => {
          all.at(-1).addEventListener('message', resolve);
        });
      heads.remove();
    }, moment);
  }
  // An element that is added after all others has started after them.
  await mount(page, 'heed-heads', 1);
  await unmount(page, 'heed-heads');
  await until(page, async () => page.workers().length === 0);
  const { begun, ended } = await workers(page);
  assert.equal(ended, begun);
  assert.deepEqual(errors, []);
  await close();
});

test('an element that is removed while its engine starts does nothing, and starts when it is added again', async () => {
  const { page, errors, close } = await elementsPage(harness, { tags: [] });
  const received = await page.evaluate(async () => {
    const compile = WebAssembly.compile;
    /** @type {() => void} */
    let release = () => {};
    const gate = new Promise((resolve) => {
      release = () => resolve(undefined);
    });
    WebAssembly.compile = async (bytes) => {
      await gate;
      return compile(bytes);
    };
    await import(/** @type {string} */ ('/www/define/heed-lesson-define.js'));
    const lesson = document.createElement('heed-lesson');
    lesson.setAttribute('language', 'es');
    document.body.append(lesson);
    const frames = async (/** @type {number} */ count) => {
      for (let frame = 0; frame < count; frame += 1)
        await new Promise((resolve) => requestAnimationFrame(resolve));
    };
    await frames(5);
    lesson.remove();
    release();
    // Another element is ready after this one would be.
    const other = document.createElement('heed-lesson');
    document.body.append(other);
    await new Promise((resolve) => {
      other.addEventListener('heed-ready', resolve);
    });
    const away = lesson.shadowRoot?.childElementCount;
    document.body.append(lesson);
    await new Promise((resolve) => lesson.addEventListener('heed-ready', resolve));
    return { away, language: lesson.lang };
  });
  assert.deepEqual(received, { away: 1, language: 'es' });
  assert.deepEqual(errors, []);
  await close();
});

test('a heatmap that is removed while its engine starts reads no file, and reads it when it is added again', async () => {
  const { page, errors, requests, close } = await elementsPage(harness, { tags: [] });
  await page.route('**/numbers.json', (route) =>
    route.fulfill({
      json: [
        [1, 0],
        [0.25, 0.75],
      ],
    }),
  );
  const read = () => requests.filter(({ url }) => url.endsWith('numbers.json')).length;
  await page.evaluate(async () => {
    const compile = WebAssembly.compile;
    const gate = new Promise((resolve) => {
      Object.assign(globalThis, { release: resolve });
    });
    WebAssembly.compile = (bytes) => gate.then(() => compile(bytes));
    await import(/** @type {string} */ ('/www/define/heed-map-define.js'));
    const map = document.createElement('heed-map');
    map.setAttribute('src', '/numbers.json');
    map.setAttribute('digits', 'many');
    Object.assign(globalThis, { map });
    document.body.append(map);
    for (let frame = 0; frame < 5; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
    map.remove();
    /** @type {any} */ (globalThis).release();
    // Another element is ready after this one would have started to read.
    const other = document.createElement('heed-map');
    other.setAttribute('values', '1 0; 0 1');
    document.body.append(other);
    await new Promise((resolve) => {
      other.addEventListener('heed-ready', resolve);
    });
    other.remove();
  });
  assert.equal(read(), 0);
  const received = await page.evaluate(async () => {
    document.body.append(/** @type {any} */ (globalThis).map);
    await new Promise((resolve) => addEventListener('heed-ready', resolve));
    return /** @type {any} */ (globalThis).received.events.map(
      (/** @type {any} */ { type, message }) => message ?? type,
    );
  });
  assert.deepEqual(
    [read(), received],
    [1, ['heed-ready', 'digits: "many" is not a whole number from 0 to 10', 'heed-ready']],
  );
  assert.deepEqual(errors, []);
  await close();
});

test('twenty elements on a page share one instance of each program', async () => {
  const ids = TAGS.flatMap((tag) => [1, 2, 3, 4].map((number) => `${tag}-${number}`));
  const markup = (/** @type {string} */ id) => {
    const tag = id.slice(0, -2);
    return `<${tag} id="${id}"${tag === 'heed-map' ? ' values="1 0"' : ''}></${tag}>`;
  };
  const { page, errors, close } = await elementsPage(harness, { body: ids.map(markup).join('') });
  await startEach(
    page,
    ids.map((id) => `#${id}`),
  );
  assert.equal(await page.evaluate(() => /** @type {any} */ (globalThis).received.instances.length), 4);
  assert.deepEqual(errors, []);
  await close();
});

/** The numbers of started and of terminated workers. @param {import('playwright-core').Page} page */
function workers(page) {
  return page.evaluate(() => {
    const {
      workers: { length: begun },
      ended,
    } = /** @type {any} */ (globalThis).received;
    return { begun, ended };
  });
}
