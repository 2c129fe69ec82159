/** What the page's side of the service does when the other side answers, fails, is silent or does not listen. */
import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import { serviceOver } from '../maps/service/service.js';
/** @import { Begin } from '../maps/service/stations.js' */
/** @import { Reading } from '../maps/types.js' */

const MODULE = new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0));
const READING = /** @type {Reading} */ ({ kind: 'weights', layers: 1, heads: 1 });
/** @type {any} */
const SPEC = { reading: 0, source: { of: 'head', layer: 0, head: 0 } };

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ['setInterval', 'setTimeout'] });
});

/** Waits until nothing is left to do at once. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A place where stations are begun, which write down what they are told and answer when the test says so. */
function place() {
  /** @type {{ orders: any[], heard: (answer: any) => void, died: () => void, hasEnded: boolean, last: (ask: string) => any }[]} */
  const stations = [];
  /** @type {Begin} */
  const begin = (heard, died) => {
    const orders = /** @type {any[]} */ ([]);
    const station = { orders, heard, died, hasEnded: false, last: (/** @type {string} */ ask) => orders.findLast((order) => order.ask === ask) };
    stations.push(station);
    return { take: (order) => void orders.push(order), end: () => { station.hasEnded = true; } };
  };
  return { begin, stations };
}

/** A service whose first station is ready and has opened a file and read it. */
async function ready() {
  const here = place();
  const service = serviceOver([here.begin], MODULE);
  const restarts = /** @type {string[]} */ ([]);
  service.onrestart = ({ kind, message }) => restarts.push(`${kind}: ${message}`);
  const blob = new Blob(['[[1]]']);
  const opening = service.open([blob]);
  await settled();
  const [station] = here.stations;
  station.heard({ ready: true });
  const { id, with: [[file]] } = station.last('open');
  station.heard({ id, value: { files: [{ id: file.id }], refused: [] } });
  await opening;
  const reading = service.read(0, READING);
  station.heard({ id: station.last('read').id, value: undefined });
  await reading;
  return { service, station, blob, restarts, ...here };
}

/** How a promise ends. @param {Promise<unknown>} promise */
const end = (promise) => promise.then(() => 'done', (error) => `${error.name}: ${error.message}`);

test('a request is answered with its value, and told how far it is', async () => {
  const { service, station } = await ready();
  const told = /** @type {unknown[]} */ ([]);
  const map = service.map(SPEC, (progress) => told.push(progress));
  const { id } = station.last('map');
  station.heard({ id, progress: { done: 0.5, what: 'map' } });
  station.heard({ id, value: { id: 1, queries: 3 } });
  assert.deepEqual(await map, { id: 1, queries: 3 });
  assert.deepEqual(told, [{ done: 0.5, what: 'map' }]);
});

test('a refusal rejects with its sentence, its name and its kind, and nothing is started anew', async () => {
  const { service, station, stations, restarts } = await ready();
  const row = service.row(7, 0);
  station.heard({ id: station.last('row').id, refused: { message: 'The map is gone.', kind: 'gone' }, fatal: false });
  await assert.rejects(row, { message: 'The map is gone.', kind: 'gone', name: 'Error' });
  assert.deepEqual([stations.length, restarts], [1, []]);
});

test('after a failure of the engine a new station has the files and the readings, and is asked what else was asked', async () => {
  const { service, station, stations, blob, restarts } = await ready();
  const [map, tile, tokens] = [end(service.map(SPEC)), end(service.tile(1, 0, [0, 1], [0, 1])), service.tokens(['a'], null)];
  station.heard({ id: station.last('map').id, refused: { message: 'The engine failed and was started anew: unreachable' }, fatal: true });
  assert.equal(await map, 'Error: The engine failed and was started anew: unreachable');
  assert.match(await tile, /^Error: The map has to be made again/);
  assert.deepEqual(restarts, ['failed: The engine failed and was started anew: unreachable']);
  await settled();
  assert.equal(station.hasEnded, true);
  const [begin, ...asks] = stations[1].orders;
  assert.deepEqual(begin.begin, { module: MODULE, files: [{ id: 1, blob }], readings: [READING] });
  assert.deepEqual(asks.map(({ ask }) => ask), ['tokens']);
  // What the old one says is not heard any more.
  station.heard({ id: station.last('tokens').id, value: 'old' });
  stations[1].heard({ ready: true });
  stations[1].heard({ id: asks[0].id, value: 'new' });
  assert.equal(await tokens, 'new');
});

test('what a worker was asked when it died is asked of the next one, and its answer counts', async () => {
  const { service, station, stations, restarts, blob } = await ready();
  const found = /** @type {number[]} */ ([]);
  const added = new Blob(['[[2]]']);
  const opening = service.open([added]);
  const heads = service.heads(0, { side: 8, tokens: null, sink: 1, reach: 1 }, (some) => found.push(...some.map(({ head }) => head)));
  const tile = end(service.tile(1, 0, [0, 1], [0, 1]));
  station.died();
  await settled();
  assert.equal(await tile, 'Error: The map has to be made again: the engine was started anew.');
  assert.deepEqual(restarts, ['stopped: The engine stopped and was started anew.']);
  const [{ begin }, ...asks] = stations[1].orders;
  // The file that is being opened goes with its request.
  assert.deepEqual(begin.files, [{ id: 1, blob }]);
  assert.deepEqual(asks.map(({ ask }) => ask), ['open', 'heads']);
  assert.equal(asks[0].with[0][0].blob, added);
  stations[1].heard({ ready: true });
  stations[1].heard({ id: asks[1].id, progress: { done: 1, what: 'heads' }, heads: [{ head: 5 }] });
  stations[1].heard({ id: asks[1].id, value: undefined });
  stations[1].heard({ id: asks[0].id, value: { files: [{ id: 2 }], refused: [] } });
  assert.deepEqual([await heads, (await opening).files, found], [undefined, [{ id: 2 }], [5]]);
});

test('a request that three workers did not survive is given up, and others go on', async () => {
  const { service, stations, restarts } = await ready();
  const map = end(service.map(SPEC));
  for (const time of [0, 1, 2]) {
    stations[time].died();
    await settled();
    stations[time + 1]?.heard({ ready: true });
  }
  assert.equal(await map, 'Error: The engine stopped 3 times during this, so it was given up.');
  assert.equal(restarts.length, 3);
  const tokens = service.tokens(['a'], null);
  await settled();
  const last = stations[stations.length - 1];
  last.heard({ id: last.last('tokens').id, value: 'read' });
  assert.equal(await tokens, 'read');
});

test('a worker that dies while nothing is asked is replaced when something is, and nothing is reported', async () => {
  const { service, station, stations, restarts, blob } = await ready();
  station.died();
  await settled();
  assert.deepEqual([stations.length, restarts], [1, []]);
  const tokens = service.tokens(['a'], null);
  await settled();
  assert.deepEqual(stations[1].orders[0].begin.files, [{ id: 1, blob }]);
  stations[1].heard({ id: stations[1].last('tokens').id, value: 'read' });
  assert.equal(await tokens, 'read');
});

test('a cancelled request rejects at once, and a station that listens stays with its maps', async () => {
  const { service, station, stations, restarts } = await ready();
  const [similar, tile] = [end(service.similar(0, 0, 0)), service.tile(1, 0, [0, 1], [0, 1])];
  service.cancel();
  assert.equal(await similar, 'AbortError: This was cancelled.');
  assert.ok(station.orders.some((order) => order.cancel));
  station.heard({ id: station.last('similar').id, refused: { message: 'This was cancelled.', name: 'AbortError' }, fatal: false });
  station.heard({ id: station.last('tile').id, value: 'tile' });
  assert.equal(await tile, 'tile');
  mock.timers.tick(1000);
  await settled();
  assert.deepEqual([stations.length, restarts.length, station.hasEnded], [1, 0, false]);
});

test('a station that does not listen is ended within 100 ms, and the next one is asked what was asked since', async () => {
  const { service, station, stations, restarts, blob } = await ready();
  const similar = end(service.similar(0, 0, 0));
  service.cancel();
  void service.map(SPEC);
  mock.timers.tick(99);
  assert.equal(station.hasEnded, true);
  assert.equal(await similar, 'AbortError: This was cancelled.');
  await settled();
  assert.deepEqual(stations[1].orders.map(({ ask }) => ask), [undefined, 'map']);
  assert.deepEqual(stations[1].orders[0].begin.files, [{ id: 1, blob }]);
  // The reader asked for it: nothing is said of it.
  assert.deepEqual(restarts, []);
});

test('what was made although it was cancelled is let go', async () => {
  const { service, station } = await ready();
  const ends = [end(service.map(SPEC)), end(service.open([new Blob(['x'])]))];
  service.cancel();
  assert.deepEqual(await Promise.all(ends), Array(2).fill('AbortError: This was cancelled.'));
  const [map, open] = [station.last('map'), station.last('open')];
  station.heard({ id: map.id, value: { id: map.with[0] } });
  station.heard({ id: open.id, value: { files: [], refused: [] } });
  assert.deepEqual(station.last('release').with, [map.with[0]]);
  assert.deepEqual(station.last('close').with, [[open.with[0][0].id]]);
});

test('a cancel with nothing to cancel does nothing', async () => {
  const { service, station, stations } = await ready();
  const tile = service.tile(1, 0, [0, 1], [0, 1]);
  service.cancel();
  mock.timers.tick(500);
  station.heard({ id: station.last('tile').id, value: 'tile' });
  assert.equal(await tile, 'tile');
  assert.deepEqual([stations.length, station.orders.some((order) => order.cancel)], [1, false]);
});

test('a worker that does not answer a ping is replaced within a second, and the next one opens the file', async () => {
  const { service, station, stations, restarts } = await ready();
  const blob = new Blob(['x']);
  const opening = service.open([blob]);
  mock.timers.tick(200);
  assert.equal(station.orders.filter((order) => order.ping).length, 1);
  mock.timers.tick(600);
  assert.equal(station.hasEnded, false);
  mock.timers.tick(200);
  assert.equal(station.hasEnded, true);
  await settled();
  assert.deepEqual([stations.length, restarts.length, stations[1].last('open').with[0][0].blob], [2, 1, blob]);
  stations[1].heard({ ready: true });
  stations[1].heard({ id: stations[1].last('open').id, value: { files: [], refused: [] } });
  await opening;
});

test('a worker that announced a long step may be silent for so long, and for one second after it', async () => {
  const { service, station } = await ready();
  void service.map(SPEC);
  station.heard({ step: 5000 });
  for (let time = 0; time < 5800; time += 200) mock.timers.tick(200);
  assert.equal(station.hasEnded, false);
  // The step is over as soon as anything is heard.
  station.heard({ pong: true });
  for (let time = 0; time < 1000; time += 200) mock.timers.tick(200);
  assert.equal(station.hasEnded, true);
});

test('a slow machine is given twice the time after each worker that was silent for too long', async () => {
  const { service, stations } = await ready();
  const silent = async (/** @type {any} */ station) => {
    let time = 0;
    for (; !station.hasEnded && time < 60_000; time += 200) mock.timers.tick(200);
    await settled();
    stations.at(-1)?.heard({ ready: true });
    return time;
  };
  const times = [];
  for (let time = 0; time < 6; time += 1) {
    // Each is another request: one alone would be given up.
    void service.tokens([], null).catch(() => {});
    await settled();
    times.push(await silent(stations.at(-1)));
  }
  assert.deepEqual(times, [1000, 2000, 4000, 8000, 16_000, 16_000]);
});

test('a worker that answers pings is given all the time it needs, and is left alone when it is done', async () => {
  const { service, station, stations } = await ready();
  const opening = service.open([new Blob(['x'])]);
  for (let time = 0; time < 60_000; time += 600) {
    mock.timers.tick(600);
    station.heard({ pong: true });
  }
  station.heard({ id: station.last('open').id, value: { files: [], refused: [] } });
  await opening;
  const { length } = station.orders;
  mock.timers.tick(60_000);
  assert.deepEqual([stations.length, station.orders.length], [1, length]);
});

/** A service with a worker that is ready but cannot read files, and the page as the next place. */
async function blind() {
  const [worker, page] = [place(), place()];
  const service = serviceOver([worker.begin, page.begin], MODULE);
  service.onrestart = () => assert.fail('the reader has nothing to know');
  const opening = (/** @type {Blob} */ blob) => service.open([blob]);
  return { service, opening, worker, page };
}
const REFUSED = { files: [], refused: [{ name: 'a.npy', class: 'unreadable', text: 'The file cannot be read any more' }] };

test('where a worker cannot read files but the page can, the page does the work, and what was asked is answered', async () => {
  const { opening, service, worker, page } = await blind();
  const [blob, other] = [new Blob(['[[1]]']), service.tokens(['a'], null)];
  const opened = opening(blob);
  await settled();
  const [station] = worker.stations;
  station.heard({ ready: true });
  station.heard({ id: station.last('open').id, value: REFUSED, isBlind: true });
  for (let turns = 0; page.stations.length === 0 && turns < 100; turns += 1) await settled();
  assert.equal(station.hasEnded, true);
  const [here] = page.stations;
  assert.deepEqual(here.orders.map((order) => order.ask), [undefined, 'tokens', 'open']);
  assert.equal(here.last('open').with[0][0].blob, blob);
  here.heard({ ready: true });
  here.heard({ id: here.last('tokens').id, value: 'read' });
  here.heard({ id: here.last('open').id, value: { files: [{ id: 1 }], refused: [] } });
  assert.deepEqual([await other, (await opened).files], ['read', [{ id: 1 }]]);
});

test('a file that the page cannot read either is refused, and the worker stays', async () => {
  const { opening, worker, page } = await blind();
  const gone = new Blob(['[[1]]']);
  gone.slice = () => /** @type {any} */ ({ arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotReadableError')) });
  const opened = opening(gone);
  await settled();
  const [station] = worker.stations;
  station.heard({ ready: true });
  station.heard({ id: station.last('open').id, value: REFUSED, isBlind: true });
  assert.deepEqual(await opened, REFUSED);
  assert.deepEqual([station.hasEnded, page.stations.length], [false, 0]);
});

for (const [how, fail] of /** @type {[string, (station: any) => void][]} */ ([
  ['dies at once', (station) => station.died()],
  ['says that it failed', (station) => station.heard({ failed: 'WebAssembly is forbidden there.' })],
  ['says nothing', () => { for (let time = 0; time < 5000; time += 200) mock.timers.tick(200); }],
])) {
  test(`where a station ${how}, the work is done at the next place, and nothing is said`, async () => {
    const [worker, page] = [place(), place()];
    const service = serviceOver([worker.begin, page.begin], MODULE);
    service.onrestart = () => assert.fail('nothing was lost');
    const tokens = service.tokens(['a'], null);
    await settled();
    fail(worker.stations[0]);
    await settled();
    page.stations[0].heard({ ready: true });
    page.stations[0].heard({ id: page.stations[0].last('tokens').id, value: 'here' });
    assert.equal(await tokens, 'here');
    assert.equal(worker.stations[0].hasEnded, true);
  });
}

test('where a worker may not be made, the work is done at the next place', async () => {
  const page = place();
  const service = serviceOver([() => { throw new TypeError('forbidden'); }, page.begin], MODULE);
  const tokens = service.tokens(['a'], null);
  await settled();
  page.stations[0].heard({ id: page.stations[0].last('tokens').id, value: 'here' });
  assert.equal(await tokens, 'here');
});

test('where no place is left, everything rejects with the reason, and the next request tries again', async () => {
  const here = place();
  const service = serviceOver([here.begin], MODULE);
  const ends = [end(service.tokens([], null)), end(service.map(SPEC))];
  await settled();
  here.stations[0].heard({ failed: 'WebAssembly is missing or switched off in this browser.' });
  assert.deepEqual(await Promise.all(ends), Array(2).fill('Error: WebAssembly is missing or switched off in this browser.'));
  const tokens = service.tokens([], null);
  await settled();
  here.stations[1].heard({ ready: true });
  here.stations[1].heard({ id: here.stations[1].last('tokens').id, value: 'now' });
  assert.equal(await tokens, 'now');
});

test('a module that cannot be compiled is a refusal', async () => {
  const service = serviceOver([place().begin], Promise.reject(new Error('The module is broken.')));
  assert.equal(await end(service.tokens([], null)), 'Error: The module is broken.');
});

test('an ended service rejects what was asked and what is asked', async () => {
  const { service, station } = await ready();
  const map = end(service.map(SPEC));
  service.end();
  assert.deepEqual(await Promise.all([map, end(service.tokens([], null))]), Array(2).fill('AbortError: The service was ended.'));
  assert.equal(station.hasEnded, true);
});
