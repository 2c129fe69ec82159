import { LONG, requests } from './requests.js';
import { isFatal, errorData } from './errors.js';
import { createTask } from './task.js';
/** @import { HeadFound, Progress, Reading } from '../types.js' */
/** @import { Handlers } from './requests.js' */
/** @import { Dropped, Engine } from './file-store.js' */
/** @import { ErrorData } from './errors.js' */

/**
 * A message from the page: start, also anew; a request with its arguments; the program of the kernels
 * (`without`: why it is missing); cancel long requests; ping; or free everything.
 *
 * @typedef {{ begin: { module: WebAssembly.Module, hasKernels?: boolean, files: Dropped[], readings: (Reading | undefined)[] } } | { id: number, method: keyof Handlers, args: unknown[] } | { kernels: WebAssembly.Module } | { without: string } | { cancel: true } | { ping: true } | { end: true }} Command
 */

/**
 * A message to the page. After `fatal` no request may follow. `step` announces a call of the engine with its
 * expected milliseconds, during which pings are not answered. `needs` requests the program of the kernels.
 * `isBlind`: files were read, and no read has succeeded.
 *
 * @typedef {{ ready: true } | { failed: string } | { pong: true } | { step: number } | { needs: 'kernels' } | { id: number, progress: Progress, heads?: HeadFound[] } | ({ id: number, isBlind?: boolean } & ({ value: unknown } | { refused: ErrorData, fatal: boolean }))} Reply
 */

/**
 * Handles the messages of the page, in a worker or in the page itself.
 *
 * @param {Engine} engine
 * @param {(answer: Reply, transfer: Transferable[]) => void} send
 * @returns {(command: Command) => void}
 */
export function handler(engine, send) {
  /** @type {Promise<Handlers> | null} */
  let started = null;
  /** Each cancel ends a round: long requests of earlier rounds are cancelled. */
  let round = 0;
  /** Each start begins an epoch: requests of earlier epochs are cancelled, and their replies are not sent. */
  let epoch = 0;
  /**
   * Settles the promise of the kernels.
   *
   * @type {{ resolve: (program: WebAssembly.Module) => void, reject: (error: Error) => void } | null}
   */
  let awaited = null;

  /** Requests the program of the kernels from the page. @returns {Promise<WebAssembly.Module>} */
  const requestKernels = () =>
    new Promise((resolve, reject) => {
      awaited = { resolve, reject };
      send({ needs: 'kernels' }, []);
    });

  /** @param {Extract<Command, { begin: unknown }>['begin']} command */
  async function start({ module, hasKernels, files, readings }) {
    await engine.load(module);
    return requests(engine, files, readings, hasKernels ? requestKernels : undefined);
  }

  /** @param {Extract<Command, { method: unknown }>} command */
  async function answer({ id, method, args }) {
    const [roundOfRequest, epochOfRequest] = [round, epoch];
    const what = LONG[method];
    /** @type {typeof send} */
    const reply = (message, transfer) => {
      if (epoch === epochOfRequest) send(message, transfer);
    };
    const task = createTask(
      what ?? 'map',
      (progress) => reply({ id, progress }, []),
      () => epoch !== epochOfRequest || (what !== undefined && round !== roundOfRequest),
      (step) => reply({ step }, []),
    );
    /** @type {Handlers | null} */
    let handlers = null;
    const blind = () => (handlers?.isBlind() ? { isBlind: true } : {});
    /** @param {HeadFound[]} heads @param {Progress} progress */
    const found = (heads, progress) =>
      reply(
        { id, progress, heads },
        heads.map(({ thumb }) => thumb.data.buffer),
      );
    try {
      handlers = await /** @type {Promise<Handlers>} */ (started);
      const value = await /** @type {(...all: unknown[]) => unknown} */ (handlers[method])(
        task,
        ...args,
        ...(method === 'heads' ? [found] : []),
      );
      reply({ id, value, ...blind() }, buffersOf(value));
    } catch (error) {
      reply({ id, refused: errorData(error), fatal: isFatal(error), ...blind() }, []);
    }
  }

  /** Ends all requests, and frees what they use. */
  function endEpoch() {
    epoch += 1;
    started?.then(
      (handlers) => handlers.end(),
      () => {},
    );
  }

  return (command) => {
    if ('begin' in command) {
      endEpoch();
      started = start(command.begin);
      started.then(
        () => send({ ready: true }, []),
        (error) => send({ failed: errorData(error).message }, []),
      );
    } else if ('ping' in command) send({ pong: true }, []);
    else if ('kernels' in command) awaited?.resolve(command.kernels);
    else if ('without' in command) awaited?.reject(new Error(command.without));
    else if ('cancel' in command) round += 1;
    else if ('end' in command) endEpoch();
    else void answer(command);
  };
}

/**
 * The buffers that are transferred to the page rather than copied.
 *
 * @param {unknown} value @returns {Transferable[]}
 */
function buffersOf(value) {
  if (typeof value !== 'object' || value === null) return [];
  const arrays = [value, ...Object.values(value)].filter((each) => ArrayBuffer.isView(each));
  return [...new Set(arrays.map(({ buffer }) => /** @type {ArrayBuffer} */ (buffer)))];
}
