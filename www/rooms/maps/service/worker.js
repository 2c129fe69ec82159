/** The worker: it handles the messages and the requests of the page. */
import { similarHeads, measureHeads } from './overview.js';
import { firstOf, look } from './opening.js';
import { viewCache, viewOf } from './maps.js';
import { fileStore } from './file-store.js';
import { isLarge } from '../large/shape.js';
import { largeHeads } from '../large/source.js';
import { entriesHeads } from '../picked/compressed.js';
import { massLostAt, pickedHeads } from '../picked/figures.js';
import { signedHeadAt } from '../signed/figures.js';
import { isFatal, errorData } from './errors.js';
import { readTokens } from './read-tokens.js';
import { createTask, LONG } from './task.js';
import { vectorNumbers, weightError } from './vectors.js';
/** @import { HeadFound, Progress, Reading, Requests } from '../types.js' */
/** @import { MapView } from '../../../engine/maps.js' */
/** @import { Task } from './task.js' */
/** @import { ErrorData } from './errors.js' */
/** @import { Dropped, Engine } from './file-store.js' */

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

/**
 * @template {unknown[]} A
 * @template R
 * @typedef {(task: Task, ...args: A) => R | Promise<R>} Handles
 */
/**
 * The handlers of all requests. `heads` calls a function with heads that were measured. `isBlind`: files were
 * read, and no read succeeded. `end` frees everything.
 *
 * @typedef {{ [M in Exclude<keyof Requests, 'heads'>]: Handles<Parameters<Requests[M]>, ReturnType<Requests[M]>> } & { heads: Handles<[...Parameters<Requests['heads']>, found: Found], void>, isBlind: () => boolean, end: () => void }} Handlers
 * @typedef {(heads: HeadFound[], progress: Progress) => void} Found
 */

/**
 * @param {Engine} engine
 * @param {Dropped[]} files - the open files
 * @param {(Reading | undefined)[]} readings - the current readings, by slot
 * @param {() => Promise<WebAssembly.Module>} [kernels] - provides the program of the kernels, if it is not in
 *   the folder of the modules
 * @returns {Handlers}
 */
function requests(engine, files, readings, kernels) {
  const [store, maps] = [fileStore(engine), viewCache()];
  const [large, picked, entries] = [largeHeads(), pickedHeads(), entriesHeads()];
  store.add(files);
  readings.forEach((reading, slot) => reading && store.read(slot, reading));
  /** @param {Task} task */
  const contextOf = (task) => ({ engine, store, task, kernels });
  /** @param {Task} task @param {number} slot @param {{ layer: number, head: number }} place */
  const headOf = (task, slot, { layer, head }) => ({
    ...contextOf(task),
    ...{ reading: store.reading(slot), layer, head },
  });
  /** @param {number} id @returns {(view: MapView) => number} */
  const keepAs = (id) => (view) => {
    maps.add(id, view);
    return id;
  };
  return {
    async open(task, dropped, wanted, id) {
      const opened = await store.open(dropped, task);
      if (!wanted || opened.files.length === 0) return opened;
      try {
        return { ...opened, first: await firstOf(contextOf(task), opened, wanted, keepAs(id)) };
      } catch (error) {
        store.close(opened.files.map((file) => file.id));
        throw error;
      }
    },
    close: (_, ids) => store.close(ids),
    read: (_, slot, reading) => store.read(slot, reading),
    look: (task, reading, state, id) => look(contextOf(task), reading, state, keepAs(id)),
    heads: (task, slot, options, part, found) => measureHeads(contextOf(task), slot, options, part, found),
    async map(task, id, spec) {
      const { view, info } = await viewOf(contextOf(task), spec);
      maps.add(id, view);
      return { ...info, id };
    },
    tile: (_, id, level, rows, cols) => maps.tile(id, level, rows, cols),
    row: (_, id, query) => maps.row(id, query),
    path: (_, id) => maps.path(id),
    release: (_, id) => maps.release(id),
    similar: (task, slot, layer, head) => similarHeads(contextOf(task), slot, layer, head),
    tokens: (_, tokens, scheme) => readTokens(engine, tokens, scheme),
    signed: (task, slot, layer, head) => signedHeadAt(headOf(task, slot, { layer, head })),
    picked(task, slot, request) {
      const of = headOf(task, slot, request);
      const isOfRows = request.query === undefined;
      if (isLarge(of.reading))
        return /** @type {Promise<any>} */ (large.call(of, isOfRows ? 'keptRows' : 'keptQuery', [request]));
      return picked[isOfRows ? 'rows' : 'query'](of, request);
    },
    massLost: (task, slot, request) => massLostAt(headOf(task, slot, request), request),
    entries: (task, slot, request) => entries.at(headOf(task, slot, request), request),
    vectors: (task, slot, place) => vectorNumbers(headOf(task, slot, place)),
    weightError: (task, slot, place, rounded) => weightError(headOf(task, slot, place), rounded),
    large: (task, where, method, ...args) => large.call(headOf(task, where.slot, where), method, args),
    isBlind: () => store.isBlind(),
    end: () => [large, picked, entries, store, maps].forEach((each) => each.end()),
  };
}
