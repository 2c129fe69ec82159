/** The client of the service when a worker fails, crashes, hangs or cannot read files. */
import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import { createService } from '../rooms/maps/service/service.js';
import { end, fakeTimers, MODULE, place, READING, ready, settled, SPEC } from './maps-service-backends.js';

beforeEach(fakeTimers);

test('after a failure of the engine a new backend gets the files, the readings and the pending requests', async () => {
  const { service, backend, backends, blob, restarts } = await ready();
  const [map, tile, tokens] = [
    end(service.map(SPEC)),
    end(service.tile(1, 0, [0, 1], [0, 1])),
    service.tokens(['a'], null),
  ];
  backend.reply({
    id: backend.last('map').id,
    refused: { message: 'The engine failed and was restarted: unreachable' },
    fatal: true,
  });
  assert.equal(await map, 'Error: The engine failed and was restarted: unreachable');
  assert.match(await tile, /^Error: The map has to be made again/);
  assert.deepEqual(restarts, ['failed: The engine failed and was restarted: unreachable']);
  await settled();
  assert.equal(backend.hasEnded, true);
  const [begin, ...calls] = backends[1].commands;
  assert.deepEqual(begin.begin, { module: MODULE, files: [{ id: 1, blob }], readings: [READING] });
  assert.deepEqual(
    calls.map(({ method }) => method),
    ['tokens'],
  );
  // Messages of the old worker are ignored.
  backend.reply({ id: backend.last('tokens').id, value: 'old' });
  backends[1].reply({ ready: true });
  backends[1].reply({ id: calls[0].id, value: 'new' });
  assert.equal(await tokens, 'new');
});

test('the pending requests of a crashed worker are sent to the next one, whose reply counts', async () => {
  const { service, backend, backends, restarts, blob } = await ready();
  const found = /** @type {number[]} */ ([]);
  const added = new Blob(['[[2]]']);
  const opening = service.open([added]);
  const heads = service.heads(0, { side: 8, tokens: null, sink: 1, reach: 1 }, (some) =>
    found.push(...some.map(({ head }) => head)),
  );
  const tile = end(service.tile(1, 0, [0, 1], [0, 1]));
  backend.crashed();
  await settled();
  assert.equal(await tile, 'Error: The map has to be made again: the engine was restarted.');
  assert.deepEqual(restarts, ['stopped: The engine stopped and was restarted.']);
  const [{ begin }, ...calls] = backends[1].commands;
  // The file that is being opened is sent with its request.
  assert.deepEqual(begin.files, [{ id: 1, blob }]);
  assert.deepEqual(
    calls.map(({ method }) => method),
    ['open', 'heads'],
  );
  assert.equal(calls[0].args[0][0].blob, added);
  backends[1].reply({ ready: true });
  backends[1].reply({ id: calls[1].id, progress: { done: 1, what: 'heads' }, heads: [{ head: 5 }] });
  backends[1].reply({ id: calls[1].id, value: undefined });
  backends[1].reply({ id: calls[0].id, value: { files: [{ id: 2 }], refused: [] } });
  assert.deepEqual([await heads, (await opening).files, found], [undefined, [{ id: 2 }], [5]]);
});

test('a request during which three workers crashed is rejected, and others continue', async () => {
  const { service, backends, restarts } = await ready();
  const map = end(service.map(SPEC));
  for (const time of [0, 1, 2]) {
    backends[time].crashed();
    await settled();
    backends[time + 1]?.reply({ ready: true });
  }
  assert.equal(await map, 'Error: The engine stopped 3 times during this, so it was given up.');
  assert.equal(restarts.length, 3);
  const tokens = service.tokens(['a'], null);
  await settled();
  const last = backends[backends.length - 1];
  last.reply({ id: last.last('tokens').id, value: 'read' });
  assert.equal(await tokens, 'read');
});

test('a worker that crashes while idle is replaced at the next request, and nothing is reported', async () => {
  const { service, backend, backends, restarts, blob } = await ready();
  backend.crashed();
  await settled();
  assert.deepEqual([backends.length, restarts], [1, []]);
  const tokens = service.tokens(['a'], null);
  await settled();
  assert.deepEqual(backends[1].commands[0].begin.files, [{ id: 1, blob }]);
  backends[1].reply({ id: backends[1].last('tokens').id, value: 'read' });
  assert.equal(await tokens, 'read');
});

test('a worker that does not answer a ping is replaced within a second, and the next one opens the file', async () => {
  const { service, backend, backends, restarts } = await ready();
  const blob = new Blob(['x']);
  const opening = service.open([blob]);
  mock.timers.tick(200);
  assert.equal(backend.commands.filter((command) => command.ping).length, 1);
  mock.timers.tick(600);
  assert.equal(backend.hasEnded, false);
  mock.timers.tick(200);
  assert.equal(backend.hasEnded, true);
  await settled();
  assert.deepEqual(
    [backends.length, restarts.length, backends[1].last('open').args[0][0].blob],
    [2, 1, blob],
  );
  backends[1].reply({ ready: true });
  backends[1].reply({ id: backends[1].last('open').id, value: { files: [], refused: [] } });
  await opening;
});

test('a worker that announced a long step may be silent for its duration and one second more', async () => {
  const { service, backend } = await ready();
  void service.map(SPEC);
  backend.reply({ step: 5000 });
  for (let time = 0; time < 5800; time += 200) mock.timers.tick(200);
  assert.equal(backend.hasEnded, false);
  // The step ends with the next message.
  backend.reply({ pong: true });
  for (let time = 0; time < 1000; time += 200) mock.timers.tick(200);
  assert.equal(backend.hasEnded, true);
});

test('the time limit doubles after each worker that was silent for too long', async () => {
  const { service, backends } = await ready();
  const silent = async (/** @type {any} */ backend) => {
    let time = 0;
    for (; !backend.hasEnded && time < 60_000; time += 200) mock.timers.tick(200);
    await settled();
    backends.at(-1)?.reply({ ready: true });
    return time;
  };
  const times = [];
  for (let time = 0; time < 6; time += 1) {
    // Each is another request, because a single one would be rejected.
    void service.tokens([], null).catch(() => {});
    await settled();
    times.push(await silent(backends.at(-1)));
  }
  assert.deepEqual(times, [1000, 2000, 4000, 8000, 16_000, 16_000]);
});

test('the time for which the program is on its way is no silence of a worker', async () => {
  /** @type {(module: WebAssembly.Module) => void} */
  let arrive = () => {};
  const [worker, page] = [place(), place()];
  const service = createService(
    [worker.begin, page.begin],
    () => new Promise((resolve) => (arrive = resolve)),
  );
  void service.tokens([], null).catch(() => {});
  await settled();
  mock.timers.tick(60_000);
  arrive(MODULE);
  await settled();
  mock.timers.tick(4800);
  assert.deepEqual([worker.backends.length, page.backends.length], [1, 0]);
  // A Worker that does not start is silent as early as ever.
  mock.timers.tick(400);
  await settled();
  arrive(MODULE);
  await settled();
  assert.deepEqual([worker.backends.length, page.backends.length], [1, 1]);
  service.end();
});

test('a worker that answers pings has no time limit, and is not pinged when it is idle', async () => {
  const { service, backend, backends } = await ready();
  const opening = service.open([new Blob(['x'])]);
  for (let time = 0; time < 60_000; time += 600) {
    mock.timers.tick(600);
    backend.reply({ pong: true });
  }
  backend.reply({ id: backend.last('open').id, value: { files: [], refused: [] } });
  await opening;
  const { length } = backend.commands;
  mock.timers.tick(60_000);
  assert.deepEqual([backends.length, backend.commands.length], [1, length]);
});

/** A service with a worker that is ready but cannot read files, and the page as the next backend. */
async function blind() {
  const [worker, page] = [place(), place()];
  const service = createService([worker.begin, page.begin], MODULE);
  service.onrestart = () => assert.fail('the reader has nothing to know');
  const opening = (/** @type {Blob} */ blob) => service.open([blob]);
  return { service, opening, worker, page };
}
const REFUSED = {
  files: [],
  refused: [{ name: 'a.npy', class: 'unreadable', text: 'The file cannot be read any more' }],
};

test('if a worker cannot read files but the page can, the page does the work and answers the pending requests', async () => {
  const { opening, service, worker, page } = await blind();
  const [blob, other] = [new Blob(['[[1]]']), service.tokens(['a'], null)];
  const opened = opening(blob);
  await settled();
  const [backend] = worker.backends;
  backend.reply({ ready: true });
  backend.reply({ id: backend.last('open').id, value: REFUSED, isBlind: true });
  for (let turns = 0; page.backends.length === 0 && turns < 100; turns += 1) await settled();
  assert.equal(backend.hasEnded, true);
  const [here] = page.backends;
  assert.deepEqual(
    here.commands.map((command) => command.method),
    [undefined, 'tokens', 'open'],
  );
  assert.equal(here.last('open').args[0][0].blob, blob);
  here.reply({ ready: true });
  here.reply({ id: here.last('tokens').id, value: 'read' });
  here.reply({ id: here.last('open').id, value: { files: [{ id: 1 }], refused: [] } });
  assert.deepEqual([await other, (await opened).files], ['read', [{ id: 1 }]]);
});

test('a file that the page cannot read either is rejected, and the worker stays', async () => {
  const { opening, worker, page } = await blind();
  const gone = new Blob(['[[1]]']);
  gone.slice = () =>
    /** @type {any} */ ({ arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotReadableError')) });
  const opened = opening(gone);
  await settled();
  const [backend] = worker.backends;
  backend.reply({ ready: true });
  backend.reply({ id: backend.last('open').id, value: REFUSED, isBlind: true });
  assert.deepEqual(await opened, REFUSED);
  assert.deepEqual([backend.hasEnded, page.backends.length], [false, 0]);
});
