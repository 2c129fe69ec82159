/** The client of the service: replies, errors and cancels, and backends that do not start. */
import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import { createService } from '../rooms/maps/service/service.js';
import { end, fakeTimers, MODULE, place, ready, settled, SPEC } from './maps-service-backends.js';

beforeEach(fakeTimers);

test('a request gets its value, and progress before', async () => {
  const { service, backend } = await ready();
  const received = /** @type {unknown[]} */ ([]);
  const map = service.map(SPEC, (progress) => received.push(progress));
  const { id } = backend.last('map');
  backend.reply({ id, progress: { done: 0.5, what: 'map' } });
  backend.reply({ id, value: { id: 1, queries: 3 } });
  assert.deepEqual(await map, { id: 1, queries: 3 });
  assert.deepEqual(received, [{ done: 0.5, what: 'map' }]);
});

test('an error rejects with its message, name and kind, and no worker is restarted', async () => {
  const { service, backend, backends, restarts } = await ready();
  const row = service.row(7, 0);
  backend.reply({
    id: backend.last('row').id,
    refused: { message: 'The map is gone.', kind: 'gone' },
    fatal: false,
  });
  await assert.rejects(row, { message: 'The map is gone.', kind: 'gone', name: 'Error' });
  assert.deepEqual([backends.length, restarts], [1, []]);
});

test('a cancelled request rejects at once, and a backend that ends it in time keeps its maps', async () => {
  const { service, backend, backends, restarts } = await ready();
  const [similar, tile] = [end(service.similar(0, 0, 0)), service.tile(1, 0, [0, 1], [0, 1])];
  service.cancel();
  assert.equal(await similar, 'AbortError: This was cancelled.');
  assert.ok(backend.commands.some((command) => command.cancel));
  backend.reply({
    id: backend.last('similar').id,
    refused: { message: 'This was cancelled.', name: 'AbortError' },
    fatal: false,
  });
  backend.reply({ id: backend.last('tile').id, value: 'tile' });
  assert.equal(await tile, 'tile');
  mock.timers.tick(1000);
  await settled();
  assert.deepEqual([backends.length, restarts.length, backend.hasEnded], [1, 0, false]);
});

test('a backend that does not end a cancelled request is terminated within 100 ms, and the next one gets the newer requests', async () => {
  const { service, backend, backends, restarts, blob } = await ready();
  const similar = end(service.similar(0, 0, 0));
  service.cancel();
  void service.map(SPEC);
  mock.timers.tick(99);
  assert.equal(backend.hasEnded, true);
  assert.equal(await similar, 'AbortError: This was cancelled.');
  await settled();
  assert.deepEqual(
    backends[1].commands.map(({ method }) => method),
    [undefined, 'map'],
  );
  assert.deepEqual(backends[1].commands[0].begin.files, [{ id: 1, blob }]);
  // The reader requested it, so nothing is reported.
  assert.deepEqual(restarts, []);
});

test('the result of a request that was cancelled too late is freed', async () => {
  const { service, backend } = await ready();
  const ends = [end(service.map(SPEC)), end(service.open([new Blob(['x'])]))];
  service.cancel();
  assert.deepEqual(await Promise.all(ends), Array(2).fill('AbortError: This was cancelled.'));
  const [map, open] = [backend.last('map'), backend.last('open')];
  backend.reply({ id: map.id, value: { id: map.args[0] } });
  backend.reply({ id: open.id, value: { files: [], refused: [] } });
  assert.deepEqual(backend.last('release').args, [map.args[0]]);
  assert.deepEqual(backend.last('close').args, [[open.args[0][0].id]]);
});

test('a cancel with nothing to cancel does nothing', async () => {
  const { service, backend, backends } = await ready();
  const tile = service.tile(1, 0, [0, 1], [0, 1]);
  service.cancel();
  mock.timers.tick(500);
  backend.reply({ id: backend.last('tile').id, value: 'tile' });
  assert.equal(await tile, 'tile');
  assert.deepEqual([backends.length, backend.commands.some((command) => command.cancel)], [1, false]);
});

for (const [how, fail] of /** @type {[string, (backend: any) => void][]} */ ([
  ['crashes at once', (backend) => backend.crashed()],
  ['reports a failure', (backend) => backend.reply({ failed: 'WebAssembly is forbidden there.' })],
])) {
  test(`if a backend ${how}, the next backend does the work, and nothing is reported`, async () => {
    const [worker, page] = [place(), place()];
    const service = createService([worker.begin, page.begin], MODULE);
    service.onrestart = () => assert.fail('nothing was lost');
    const tokens = service.tokens(['a'], null);
    await settled();
    fail(worker.backends[0]);
    await settled();
    page.backends[0].reply({ ready: true });
    page.backends[0].reply({ id: page.backends[0].last('tokens').id, value: 'here' });
    assert.equal(await tokens, 'here');
    assert.equal(worker.backends[0].hasEnded, true);
  });
}

/** The service with a worker that has not started after five seconds, and the page beside it. */
async function late() {
  const [worker, page] = [place(), place()];
  const service = createService([worker.begin, page.begin], MODULE);
  service.onrestart = () => assert.fail('nothing was lost');
  const blob = new Blob(['[[1]]']);
  const opening = service.open([blob]);
  await settled();
  for (let time = 0; time < 5000; time += 200) mock.timers.tick(200);
  await settled();
  return {
    service,
    opening,
    blob,
    worker: worker.backends[0],
    page: page.backends[0],
    workers: worker.backends,
  };
}

test('while a worker takes long to start the page does the work, and the worker takes over when it has started', async () => {
  const { service, opening, blob, worker, page, workers } = await late();
  const { id, args } = page.last('open');
  page.reply({ ready: true });
  page.reply({ id, value: { files: [{ id: args[0][0].id }], refused: [] } });
  await opening;
  const [map, tile] = [end(service.map(SPEC)), end(service.tile(1, 0, [0, 1], [0, 1]))];
  assert.deepEqual([worker.hasEnded, page.hasEnded], [false, false]);
  worker.reply({ ready: true });
  assert.equal(page.hasEnded, true);
  // It is sent the files and the requests of now. The map of the page is lost.
  assert.deepEqual(worker.commands.at(-2).begin.files, [{ id: args[0][0].id, blob }]);
  assert.equal(worker.commands.at(-1), worker.last('map'));
  assert.match(await tile, /has to be made again/);
  // A reply to the request that it was sent at first does not count.
  worker.reply({ id: worker.last('map').id, value: 'of the first start' });
  page.reply({ id: worker.last('map').id, value: 'of the page' });
  worker.reply({ ready: true });
  worker.reply({ id: worker.last('map').id, refused: { message: 'of the worker' }, fatal: false });
  assert.equal(await map, 'Error: of the worker');
  const tokens = service.tokens(['a'], null);
  worker.reply({ id: worker.last('tokens').id, value: 'of the worker' });
  assert.equal(await tokens, 'of the worker');
  assert.equal(workers.length, 1);
  service.end();
  assert.equal(worker.hasEnded, true);
});

for (const [how, fail] of /** @type {[string, (backend: any) => void][]} */ ([
  ['crashes', (backend) => backend.crashed()],
  ['reports a failure', (backend) => backend.reply({ failed: 'WebAssembly is forbidden there.' })],
])) {
  test(`if a worker that takes long to start ${how}, the page continues`, async () => {
    const { service, opening, worker, page } = await late();
    fail(worker);
    assert.deepEqual([worker.hasEnded, page.hasEnded], [true, false]);
    page.reply({ ready: true });
    page.reply({ id: page.last('open').id, value: { files: [], refused: [] } });
    assert.deepEqual(await opening, { files: [], refused: [] });
    service.end();
  });
}

test('a worker that takes long to start and has no other backend is waited for', async () => {
  const here = place();
  const service = createService([here.begin], MODULE);
  const tokens = service.tokens(['a'], null);
  await settled();
  for (let time = 0; time < 100_000; time += 200) mock.timers.tick(200);
  here.backends[0].reply({ ready: true });
  here.backends[0].reply({ id: here.backends[0].last('tokens').id, value: 'late' });
  assert.equal(await tokens, 'late');
  assert.equal(here.backends.length, 1);
});

test('if a worker cannot be created, the next backend does the work', async () => {
  const page = place();
  const service = createService(
    [
      () => {
        throw new TypeError('forbidden');
      },
      page.begin,
    ],
    MODULE,
  );
  const tokens = service.tokens(['a'], null);
  await settled();
  page.backends[0].reply({ id: page.backends[0].last('tokens').id, value: 'here' });
  assert.equal(await tokens, 'here');
});

test('if no backend can start, every request rejects with the reason, and the next request tries again', async () => {
  const here = place();
  const service = createService([here.begin], MODULE);
  const ends = [end(service.tokens([], null)), end(service.map(SPEC))];
  await settled();
  here.backends[0].reply({ failed: 'WebAssembly is missing or switched off in this browser.' });
  assert.deepEqual(
    await Promise.all(ends),
    Array(2).fill('Error: WebAssembly is missing or switched off in this browser.'),
  );
  const tokens = service.tokens([], null);
  await settled();
  here.backends[1].reply({ ready: true });
  here.backends[1].reply({ id: here.backends[1].last('tokens').id, value: 'now' });
  assert.equal(await tokens, 'now');
});

test('a module that cannot be compiled is an error', async () => {
  const service = createService([place().begin], () => Promise.reject(new Error('The module is broken.')));
  assert.equal(await end(service.tokens([], null)), 'Error: The module is broken.');
});

test('an ended service rejects pending and new requests', async () => {
  const { service, backend } = await ready();
  const map = end(service.map(SPEC));
  service.end();
  assert.deepEqual(
    await Promise.all([map, end(service.tokens([], null))]),
    Array(2).fill('AbortError: The service was ended.'),
  );
  assert.equal(backend.hasEnded, true);
});
