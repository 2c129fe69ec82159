/**
 * The page's client of the worker. Pending requests are kept, and sent again when the worker is replaced:
 * after it crashed, hung or failed, or if it cannot read files and the page has to do the work itself. While
 * a worker takes long to start, the page does the work, and the worker takes over once it has started.
 */
import { messageOf } from '../../../engine/instance.js';
import { cancelled, errorOf, errorOfKind } from './errors.js';
import { track } from '../../../ui/idle.js';
import { LONG } from './task.js';
import { watchdog } from './watchdog.js';
/** @import { Progress, HeadFound, Reading, Restart } from '../types.js' */
/** @import { Handlers, Reply } from './worker.js' */
/** @import { Dropped } from './file-store.js' */
/** @import { StartBackend, Backend } from './backends.js' */

/** A cancelled request must end within this time, in milliseconds, or its worker is terminated. */
const GRACE = 80;
/**
 * The milliseconds for which a worker may be silent: while it starts, until the next backend stands in for
 * it, and later, until it is replaced. The time that it announces for a long step is added.
 */
const SILENT = { starting: 5000, ready: 1000 };
/**
 * Each time a silent worker is replaced, the next one may be silent for twice as long, up to this factor,
 * because the machine may just be slow.
 */
const MAX_PATIENCE = 16;
/** A request is sent again until this many workers have ended during it; then it is rejected. */
const MAX_TRIES = 2;

/** @typedef {(progress: Progress, heads: HeadFound[]) => void} OnProgress */
/**
 * @typedef {object} Request
 * @property {number} id
 * @property {keyof Handlers} method
 * @property {unknown[]} args
 * @property {OnProgress} onProgress
 * @property {(value: any) => void} resolve
 * @property {(error: Error) => void} reject
 * @property {number} tries - the number of workers that ended during it
 */
/**
 * The state that a new worker needs.
 *
 * @typedef {{ files: Map<number, Dropped['blob']>, readings: (Reading | undefined)[] }} Memory
 */
/**
 * The compiled program of maps, and a function that provides the program of the kernels for large heads.
 * Without that function, the worker loads the kernels from the folder of the modules.
 *
 * @typedef {{ module: WebAssembly.Module | (() => Promise<WebAssembly.Module>), kernels?: () => Promise<WebAssembly.Module> }} Programs
 */

/** @typedef {ReturnType<typeof rpcClient>} Rpc */

/**
 * @param {StartBackend[]} backends - the possible backends; if one cannot start, the next is tried
 * @param {Programs} programs
 * @param {Memory} memory
 * @param {(why: Restart) => void} restarted - called when a worker failed and is replaced
 */
export function rpcClient(backends, { module, kernels }, memory, restarted) {
  /** Requests without a reply yet. @type {Map<number, Request>} */
  const pending = new Map();
  /** Cancelled requests that the worker has not ended yet. @type {Map<number, Request>} */
  const cancelling = new Map();
  /** @type {Backend | null} */
  let worker = null;
  /** The index of the current backend. */
  let index = 0;
  /** The number of workers so far. */
  let started = 0;
  /** The number of the current worker. Messages of other workers are ignored. */
  let generation = 0;
  /**
   * A worker that takes long to start, while the next backend does the work.
   *
   * @type {{ worker: Backend, index: number, generation: number } | null}
   */
  let late = null;
  let nextId = 1;
  let [hasStarted, isReady, hasEnded] = [false, false, false];
  /** Whether a late worker starts anew. Before it is ready, its replies belong to its first start. */
  let isTakingOver = false;
  /** The duration that the last message announced, in milliseconds. */
  let step = 0;
  let patience = 1;
  const watch = watchdog({
    isBusy: () => !hasEnded && (pending.size > 0 || (worker !== null && !isReady)),
    limit: () => (isReady ? SILENT.ready + step : SILENT.starting) * patience,
    ping: () => worker?.take({ ping: true }),
    expired() {
      // The program has not arrived yet.
      if (worker === null) return;
      patience = Math.min(MAX_PATIENCE, 2 * patience);
      if (isReady) crashed();
      else standIn(worker);
    },
  });

  function nextGeneration() {
    started += 1;
    generation = started;
    return generation;
  }

  async function start() {
    const mine = nextGeneration();
    [hasStarted, isReady, isTakingOver, step] = [true, false, false, 0];
    watch.reset();
    cancelling.clear();
    watch.update();
    try {
      const program = typeof module === 'function' ? await module() : module;
      if (mine !== generation) return;
      const isLate = () => mine === late?.generation;
      worker = backends[index](
        (reply) => {
          if (mine === generation) received(reply);
          else if (isLate()) lateReplied(reply, program);
        },
        () => {
          if (mine === generation) crashed();
          else if (isLate()) endLate();
        },
      );
      watch.reset();
      begin(worker, program);
    } catch (error) {
      if (mine === generation) startFailed(messageOf(error));
    }
  }

  /**
   * Sends a worker what it needs, and all pending requests.
   *
   * @param {Backend} to @param {WebAssembly.Module} program
   */
  function begin(to, program) {
    const files = [...memory.files].map(([id, blob]) => ({ id, blob }));
    to.take({
      begin: { module: program, ...(kernels && { hasKernels: true }), files, readings: memory.readings },
    });
    for (const request of pending.values()) send(request);
  }

  /**
   * Lets the next backend do the work until the worker has started. Without one, the worker is waited for.
   *
   * @param {Backend} slow
   */
  function standIn(slow) {
    if (index + 1 >= backends.length) return;
    late = { worker: slow, index, generation };
    index += 1;
    void start();
  }

  /**
   * If a late worker has started, it takes over, with the files and requests of now. Maps of the page are
   * lost.
   *
   * @param {Reply} reply @param {WebAssembly.Module} program
   */
  function lateReplied(reply, program) {
    if ('failed' in reply) return endLate();
    if (!('ready' in reply) || !late) return undefined;
    worker?.end();
    cancelling.clear();
    rejectParts();
    ({ worker, index, generation } = late);
    late = null;
    [hasStarted, isReady, isTakingOver, step] = [true, false, true, 0];
    watch.reset();
    begin(worker, program);
    return watch.update();
  }

  function endLate() {
    late?.worker.end();
    late = null;
  }

  /** Rejects the requests for parts of maps, which are lost with their worker. */
  function rejectParts() {
    for (const request of [...pending.values()])
      if (['tile', 'row', 'path'].includes(request.method))
        reject(request, errorOfKind('gone', 'The map has to be made again: the engine was restarted.'));
  }

  /** @param {Request} request */
  function send({ id, method, args }) {
    worker?.take({ id, method, args });
  }

  /** Sends the program of the kernels, or why it is missing. */
  async function sendKernels() {
    const receiver = worker;
    const answer = await kernels?.().then(
      (program) => ({ kernels: program }),
      (error) => ({ without: messageOf(error) }),
    );
    if (answer) receiver?.take(answer);
  }

  function endWorker() {
    nextGeneration();
    worker?.end();
    worker = null;
  }

  /** Starts another worker and sends it all pending requests. Maps are lost. */
  function replace() {
    endWorker();
    rejectParts();
    void start();
  }

  /** @param {string} sentence */
  function startFailed(sentence) {
    endWorker();
    index += 1;
    if (index < backends.length) return void start();
    // The next request tries again from the first backend.
    [index, hasStarted] = [0, false];
    endLate();
    for (const request of [...pending.values()]) reject(request, errorOfKind('unstarted', sentence));
    watch.update();
  }

  /** The worker crashed, or does not reply. */
  function crashed() {
    if (!isReady) return startFailed('The engine could not start.');
    if (pending.size === 0) {
      // Only maps were lost, and they are computed again when they are needed. The next request starts
      // another worker.
      endWorker();
      hasStarted = false;
      return undefined;
    }
    for (const request of [...pending.values()]) {
      request.tries += 1;
      const message = `The engine stopped ${request.tries} times during this, so it was given up.`;
      if (request.tries > MAX_TRIES) reject(request, new Error(message));
    }
    replace();
    return restarted({ kind: 'stopped', message: 'The engine stopped and was restarted.' });
  }

  /** @param {Request} request @param {Error} error */
  function reject(request, error) {
    pending.delete(request.id);
    request.reject(error);
  }

  /** @param {Reply} reply */
  function received(reply) {
    watch.reset();
    step = 'step' in reply ? reply.step : 0;
    if ('ready' in reply) [isReady, isTakingOver] = [true, false];
    else if ('failed' in reply) startFailed(reply.failed);
    else if ('needs' in reply) void sendKernels();
    else if ('id' in reply && !isTakingOver) handleReply(reply);
    watch.update();
  }

  /** @param {Extract<Reply, { id: number }>} reply */
  function handleReply(reply) {
    const request = pending.get(reply.id);
    if ('progress' in reply) return request?.onProgress(reply.progress, reply.heads ?? []);
    if (reply.isBlind && request && index + 1 < backends.length) return void tryNextBackend(request, reply);
    const left = cancelling.get(reply.id);
    if ('value' in reply) {
      pending.delete(reply.id);
      request?.resolve(reply.value);
      return releaseResult(reply.id);
    }
    cancelling.delete(reply.id);
    if (reply.fatal) return engineFailed(reply.refused.message, request);
    if (request && !left) reject(request, errorOf(reply.refused));
    return undefined;
  }

  /**
   * The engine crashed during a request and cannot be used for the next one.
   *
   * @param {string} message @param {Request} [request]
   */
  function engineFailed(message, request) {
    // `restarted` reports the message, so the caller need not report it again.
    if (request) reject(request, errorOfKind('restarted', message));
    replace();
    restarted({ kind: 'failed', message });
  }

  /**
   * No read of the worker has succeeded. In WebKit, a worker of a `file://` page cannot read any file; if the
   * page can, it takes over the work. Otherwise the file does not exist any more, and the reply is final.
   *
   * @param {Request} request
   * @param {Extract<Reply, { id: number }>} reply
   */
  async function tryNextBackend(request, reply) {
    const mine = generation;
    const files =
      request.method === 'open'
        ? /** @type {Dropped[]} */ (request.args[0]).map(({ blob }) => blob)
        : [...memory.files.values()];
    const reads = files.flatMap((blob) => ('held' in blob ? [] : blob.slice(0, 1).arrayBuffer()));
    const isReadable = await Promise.any(reads).then(
      () => true,
      () => false,
    );
    // Another worker has started since, and was sent the request.
    if (mine !== generation) return;
    if (!isReadable) {
      handleReply({ ...reply, isBlind: false });
      return watch.update();
    }
    index += 1;
    replace();
  }

  /** Frees the result of a request that was cancelled too late. @param {number} id */
  function releaseResult(id) {
    const left = cancelling.get(id);
    cancelling.delete(id);
    const made = left?.args[0];
    if (left?.method === 'open')
      call('close', [/** @type {Dropped[]} */ (made).map((file) => file.id)]).catch(() => {});
    const map = { map: 0, open: 2, look: 2 }[String(left?.method)];
    if (left && map !== undefined) call('release', [left.args[map]]).catch(() => {});
  }

  /**
   * @param {keyof Handlers} method
   * @param {unknown[]} args
   * @param {OnProgress} [onProgress]
   * @returns {Promise<any>}
   */
  function call(method, args, onProgress = () => {}) {
    const reply = new Promise((resolve, rejected) => {
      if (hasEnded) return void rejected(cancelled('The service was ended.'));
      /** @type {Request} */
      const request = { id: nextId, method, args, onProgress, resolve, reject: rejected, tries: 0 };
      nextId += 1;
      pending.set(request.id, request);
      if (hasStarted) send(request);
      else void start();
      watch.update();
    });
    return track(reply);
  }

  function cancel() {
    const long = [...pending.values()].filter((each) => LONG[each.method] !== undefined);
    if (long.length === 0) return;
    for (const each of long) {
      cancelling.set(each.id, each);
      reject(each, cancelled());
    }
    worker?.take({ cancel: true });
    const mine = generation;
    setTimeout(() => {
      // A request that has not ended is in the middle of a long step: its worker is terminated, and newer
      // requests are sent to the next one.
      if (mine !== generation || !long.some(({ id }) => cancelling.has(id))) return;
      replace();
    }, GRACE);
  }

  function end() {
    endWorker();
    endLate();
    hasEnded = true;
    for (const each of [...pending.values()]) reject(each, cancelled('The service was ended.'));
    watch.update();
  }

  return {
    call,
    cancel,
    end,
    /** Whether a worker was started, or waits for its program. */
    hasStarted: () => hasStarted,
    /** Whether the page does the work itself. */
    isInPage: () => backends[index].isPage === true,
  };
}
