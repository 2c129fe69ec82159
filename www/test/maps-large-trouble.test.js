/**
 * Large heads when something goes wrong: the message is one sentence, what is known stays, and computing goes
 * on from there.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { before, test } from 'node:test';
import { promisify } from 'node:util';
import * as engine from '../engine/maps.js';
import { syntheticName, syntheticPieces } from '../rooms/maps/large/synthetic.js';
import { pageBackend } from '../rooms/maps/service/backends.js';
import { createService } from '../rooms/maps/service/service.js';
import { readingOf, understand } from './maps-interpretation.js';
import { npy } from './maps-large-support.js';
import { headSpec } from './maps-service-support.js';
/** @import { LargeView } from '../rooms/maps/large/view.js' */
/** @import { StartBackend } from '../rooms/maps/service/backends.js' */

before(() => engine.load());

const TOKENS = 4200;
const HOW = /** @type {const} */ ({ tokens: TOKENS, structures: ['sink'], causal: true });
const made = () => new File([...syntheticPieces(HOW)], syntheticName(HOW));

/** @param {any[]} files @param {StartBackend} [backend] */
async function opened(files, backend = pageBackend(engine)) {
  const service = createService([backend], /** @type {any} */ (undefined));
  const all = await service.open(files);
  const answer = readingOf(all, understand(all)[0]);
  if ('refused' in answer) throw new Error('it was rejected');
  await service.read(0, answer.reading);
  const info = await service.map(headSpec({ pooling: 'max' }));
  const { view } = /** @type {NonNullable<typeof info.large>} */ (info.large);
  return { service, info, view };
}

/**
 * Waits for a state of the view.
 *
 * @param {LargeView} view @param {(reach: ReturnType<LargeView['reach']>) => boolean} is
 */
const until = (view, is) =>
  new Promise((done) => {
    const look = () => is(view.reach()) && done(undefined);
    view.listeners.add(look);
    look();
  });
const isComplete = (/** @type {{ known: number, all: number }} */ { known, all }) => known === all;

test('a file that cannot be read any more stops the rows and nothing else, and they go on when it is back', async () => {
  const blob = npy([TOKENS, TOKENS], new Float32Array(TOKENS * TOKENS).fill(1 / TOKENS));
  let [reads, isGone] = [0, false];
  const file = {
    name: 'large.npy',
    size: blob.size,
    slice(/** @type {number} */ from, /** @type {number} */ to) {
      reads += 1;
      const part = blob.slice(from, to);
      return { arrayBuffer: () => (isGone ? Promise.reject(new Error('gone')) : part.arrayBuffer()) };
    },
  };
  const { service, info, view } = await opened([file]);
  view.listeners.add(() => (isGone ||= view.reach().known === 5));
  view.look([0, TOKENS]);
  await until(view, ({ problem, running }) => problem !== '' && !running);
  const { problem, known, all } = view.reach();
  assert.match(problem, /^large\.npy: The file cannot be read any more: it was moved, changed or taken away/);
  assert.ok(known >= 5 && known < all && reads > 0, `${known} of ${all}`);
  const { data } = await service.tile(info.id, view.base, [0, 512], [0, 1]);
  assert.ok(data.some((cell) => cell > 0) && data.some(Number.isNaN), 'rows that are known are shown');
  const entropy = view.margins.queryEntropy.filter((value) => value === value).length;
  assert.ok(entropy >= 5 * 64);
  isGone = false;
  view.listeners.clear();
  view.go();
  await until(view, isComplete);
  assert.ok((await service.tile(info.id, view.base, [0, 1], [0, 1])).data[0] > 0);
  service.end();
});

test('a Worker that dies while it computes rows is replaced, and no row is lost', async () => {
  let [asked, deaths] = [0, 0];
  /** Dies at the tenth request for rows, and again at the twentieth. @type {StartBackend} */
  const mortal = (onReply, onCrash) => {
    const backend = pageBackend(engine)(onReply, onCrash);
    return {
      ...backend,
      take(command) {
        asked += 'method' in command && command.method === 'large' && command.args[1] === 'rows' ? 1 : 0;
        if (asked === 10 || asked === 20) {
          [asked, deaths] = [asked + 1, deaths + 1];
          return void queueMicrotask(onCrash);
        }
        return backend.take(command);
      },
    };
  };
  const { service, view } = await opened([made()], mortal);
  view.look([0, TOKENS]);
  await until(view, isComplete);
  assert.equal(deaths, 2);
  assert.equal(view.reach().problem, '');
  const sums = view.margins.querySum;
  assert.ok(sums.every((sum) => Math.abs(sum - 1) < 1e-4));
  service.end();
});

test('a Worker that dies each time stops the rows with one sentence, and what is known stays', async () => {
  let isDeadly = false;
  /** @type {StartBackend} */
  const mortal = (onReply, onCrash) => {
    const backend = pageBackend(engine)(onReply, onCrash);
    return {
      ...backend,
      take(command) {
        const isRows = 'method' in command && command.method === 'large' && command.args[1] === 'rows';
        return isDeadly && isRows ? void queueMicrotask(onCrash) : backend.take(command);
      },
    };
  };
  const { service, view } = await opened([made()], mortal);
  view.listeners.add(() => (isDeadly ||= view.reach().known === 8));
  view.look([0, TOKENS]);
  await until(view, ({ problem, running }) => problem !== '' && !running);
  const { known, problem } = view.reach();
  assert.match(problem, /^The engine (could not start|stopped 3 times during this, so it was given up)\.$/);
  assert.ok(known >= 8, String(known));
  isDeadly = false;
  view.listeners.clear();
  view.go();
  await until(view, isComplete);
  service.end();
});

test('nothing is computed while the tab is in the background, and nothing is lost', async () => {
  const { service, view } = await opened([made()]);
  const document = Object.assign(new EventTarget(), { hidden: false });
  Object.defineProperty(globalThis, 'document', { value: document, configurable: true });
  try {
    view.listeners.add(() => (document.hidden ||= view.reach().known === 6));
    view.look([0, TOKENS]);
    await until(view, ({ known }) => known >= 6);
    // Rows that were asked for before come; no others are asked for.
    for (let turn = 0; turn < 50; turn += 1) await new Promise((done) => setImmediate(done));
    const { known } = view.reach();
    for (let turn = 0; turn < 50; turn += 1) await new Promise((done) => setImmediate(done));
    assert.equal(view.reach().known, known);
    assert.ok(!isComplete(view.reach()));
    view.listeners.clear();
    document.hidden = false;
    document.dispatchEvent(new Event('visibilitychange'));
    await until(view, isComplete);
  } finally {
    Reflect.deleteProperty(globalThis, 'document');
    service.end();
  }
});

test('another head ends the work on the last one, and its rows do not come back', async () => {
  const file = new File([...syntheticPieces({ ...HOW, structures: ['sink', 'local'] })], 'two.safetensors');
  const { service, view } = await opened([file]);
  view.look([0, TOKENS]);
  await until(view, ({ known }) => known > 2);
  const source = /** @type {const} */ ({ of: 'head', layer: 0, head: 1 });
  const other = await service.map(headSpec({ source, pooling: 'mean' }));
  const { known } = view.reach();
  const next = /** @type {NonNullable<typeof other.large>} */ (other.large).view;
  next.look([0, TOKENS]);
  await until(next, isComplete);
  assert.equal(view.reach().known, known);
  assert.ok((next.measures().measures.diagonal_share ?? 0) > 0.5);
  service.end();
});

test('a head for which there is no memory is rejected before it replaces another, with the size that fits', async () => {
  const url = (/** @type {string} */ path) => JSON.stringify(new URL(path, import.meta.url).href);
  // 180 pages are 11.8 MB, enough for 8 MB of q and k, but not for a prepared head of 14 MB.
  const script = `
    import * as engine from ${url('../engine/maps.js')};
    import { createService } from ${url('../rooms/maps/service/service.js')};
    import { pageBackend } from ${url('../rooms/maps/service/backends.js')};
    import { readingOf, understand } from ${url('maps-interpretation.js')};
    import { tensorsFile } from ${url('../page/frame/heads-file.js')};
    import { freshState } from ${url('../rooms/maps/state.js')};
    import { headSpec } from ${url('maps-service-support.js')};
    const service = createService([pageBackend(engine)]);
    let restarts = 0;
    service.onrestart = () => (restarts += 1);
    const read = async (tokens) => {
      const part = (name) => ({ name, shape: [1, 1, tokens, 128], bits: 16, data: new Uint8Array(256 * tokens) });
      const opened = await service.open([tensorsFile('qk.safetensors', { causal: 'true' }, [part('q'), part('k')])]);
      return readingOf(opened, understand(opened)[0]).reading;
    };
    await service.read(0, await read(64));
    const says = await service.look(await read(8192), freshState()).then(() => 'it fits', (error) => error.message);
    const { queries } = await service.map(headSpec({}));
    process.stdout.write(JSON.stringify({ says, queries, restarts }));`;
  const flags = ['--wasm-max-mem-pages=180', '--input-type=module', '--eval', script];
  const { stdout } = await promisify(execFile)(process.execPath, flags);
  assert.deepEqual(JSON.parse(stdout), {
    says: 'a head of 8192 queries and 8192 keys needs 14 MB of memory, which cannot be allocated: about 4096 tokens fit',
    queries: 64,
    restarts: 0,
  });
});
