/** Backends that record the messages to them and reply on request of the test, and a service over them. */
import { mock } from 'node:test';
import { createService } from '../rooms/maps/service/service.js';
/** @import { StartBackend } from '../rooms/maps/service/backends.js' */
/** @import { Reading } from '../rooms/maps/types.js' */

export const MODULE = new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0));
export const READING = /** @type {Reading} */ ({ kind: 'weights', layers: 1, heads: 1 });
/** @type {any} */
export const SPEC = { reading: 0, source: { of: 'head', layer: 0, head: 0 } };

/** Timers run on request of the test. */
export function fakeTimers() {
  mock.timers.reset();
  mock.timers.enable({ apis: ['setInterval', 'setTimeout'] });
}

/** Waits until no microtask is left. */
export const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A place where backends are started, which record the messages to them and reply on request of the test. */
export function place() {
  /** @type {{ commands: any[], reply: (answer: any) => void, crashed: () => void, hasEnded: boolean, last: (method: string) => any }[]} */
  const backends = [];
  /** @type {StartBackend} */
  const begin = (reply, crashed) => {
    const commands = /** @type {any[]} */ ([]);
    const backend = {
      commands,
      reply,
      crashed,
      hasEnded: false,
      last: (/** @type {string} */ method) => commands.findLast((command) => command.method === method),
    };
    backends.push(backend);
    return {
      take: (command) => void commands.push(command),
      end: () => {
        backend.hasEnded = true;
      },
    };
  };
  return { begin, backends };
}

/** A service whose first backend is ready and has opened a file and read it. */
export async function ready() {
  const here = place();
  const service = createService([here.begin], MODULE);
  const restarts = /** @type {string[]} */ ([]);
  service.onrestart = ({ kind, message }) => restarts.push(`${kind}: ${message}`);
  const blob = new Blob(['[[1]]']);
  const opening = service.open([blob]);
  await settled();
  const [backend] = here.backends;
  backend.reply({ ready: true });
  const {
    id,
    args: [[file]],
  } = backend.last('open');
  backend.reply({ id, value: { files: [{ id: file.id }], refused: [] } });
  await opening;
  const reading = service.read(0, READING);
  backend.reply({ id: backend.last('read').id, value: undefined });
  await reading;
  return { service, backend, blob, restarts, ...here };
}

/** The outcome of a promise. @param {Promise<unknown>} promise */
export const end = (promise) =>
  promise.then(
    () => 'done',
    (error) => `${error.name}: ${error.message}`,
  );
