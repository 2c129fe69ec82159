/**
 * The page's client of the worker. Pending requests are kept, and sent again when the worker is replaced: after it died, hung or failed, or because it cannot
 * read files and the page has to do the work itself.
 */
import { cancelled, errorOf, errorOfKind } from './refusals.js';
import { LONG } from './requests.js';
import { watchdog } from './watchdog.js';
/** @import { Progress, HeadFound, Reading, Restart } from '../types.js' */
/** @import { Reply } from './worker.js' */
/** @import { Asks } from './requests.js' */
/** @import { Dropped } from './shelf.js' */
/** @import { StartBackend, Backend } from './backends.js' */

/** A request that was cancelled must end within this time, in milliseconds, or its worker is terminated. */
const GRACE = 80;
/** The milliseconds for which a worker may be silent: while it starts, and later. What it announces for a long step comes on top. */
const SILENT = { starting: 5000, ready: 1000 };
/** Each time a silent worker is replaced, the next one may be silent for twice as long, up to this factor: the machine may just be slow. */
const MOST_PATIENCE = 16;
/** A request is sent again after this many workers ended during it; then it is given up. */
const MOST_TRIES = 2;

/** @typedef {(progress: Progress, heads: HeadFound[]) => void} Hear */
/**
 * @typedef {object} Request
 * @property {number} id
 * @property {keyof Asks} ask
 * @property {unknown[]} with - the arguments
 * @property {Hear} hear
 * @property {(value: any) => void} resolve
 * @property {(error: Error) => void} reject
 * @property {number} tries - how many workers ended during it
 */
/** What a new worker has to know. @typedef {{ files: Map<number, Blob>, readings: (Reading | undefined)[] }} Memory */

/**
 * @param {StartBackend[]} begins - where the work may be done; where one cannot start, the next is tried
 * @param {WebAssembly.Module | Promise<WebAssembly.Module>} module
 * @param {Memory} memory
 * @param {(why: Restart) => void} restarted - called when a worker failed and another takes its place
 */
export function rpcClient(begins, module, memory, restarted) {
  /** Requests that are not answered yet. @type {Map<number, Request>} */
  const pending = new Map();
  /** Cancelled requests that the worker has not ended yet. @type {Map<number, Request>} */
  const leaving = new Map();
  /** @type {Backend | null} */
  let worker = null;
  /** The place that is used, and the number of the current worker: messages of earlier ones are ignored. */
  let [place, life, next] = [0, 0, 1];
  let [hasBegun, isReady, hasEnded] = [false, false, false];
  /** What the last message announced, in milliseconds. */
  let step = 0;
  let patience = 1;
  const watch = watchdog({
    isBusy: () => !hasEnded && (pending.size > 0 || (worker !== null && !isReady)),
    limit: () => (isReady ? SILENT.ready + step : SILENT.starting) * patience,
    ping: () => worker?.take({ ping: true }),
    expired() {
      patience = Math.min(MOST_PATIENCE, 2 * patience);
      died();
    },
  });

  async function begin() {
    const mine = (life += 1);
    [hasBegun, isReady, step] = [true, false, 0];
    watch.reset();
    leaving.clear();
    watch.update();
    try {
      const program = await module;
      if (mine !== life) return;
      const isMine = () => mine === life;
      const made = begins[place](
        (answer) => isMine() && heard(answer),
        () => isMine() && died(),
      );
      worker = made;
      const files = [...memory.files].map(([id, blob]) => ({ id, blob }));
      made.take({ begin: { module: program, files, readings: memory.readings } });
      for (const request of pending.values()) send(request);
    } catch (error) {
      if (mine === life) notBegun(error instanceof Error ? error.message : String(error));
    }
  }

  /** @param {Request} request */
  function send({ id, ask, with: given }) {
    worker?.take({ id, ask, with: given });
  }

  function endWorker() {
    life += 1;
    worker?.end();
    worker = null;
  }

  /** Starts another worker, which is sent all pending requests. Maps are not there any more. */
  function replace() {
    endWorker();
    for (const request of [...pending.values()].filter(({ ask }) => ask === 'tile' || ask === 'row')) {
      reject(request, errorOfKind('gone', 'The map has to be made again: the engine was started anew.'));
    }
    void begin();
  }

  /** @param {string} sentence */
  function notBegun(sentence) {
    endWorker();
    place += 1;
    if (place < begins.length) return void begin();
    // The next request tries again from the first place on.
    [place, hasBegun] = [0, false];
    for (const request of [...pending.values()]) reject(request, new Error(sentence));
    watch.update();
  }

  /** The worker died, or does not answer. */
  function died() {
    if (!isReady) return notBegun('The engine could not start.');
    if (pending.size === 0) {
      // Nothing was lost but maps, which are made again when they are asked for. The next request starts another worker.
      endWorker();
      hasBegun = false;
      return undefined;
    }
    for (const request of [...pending.values()]) {
      request.tries += 1;
      if (request.tries > MOST_TRIES) {
        reject(
          request,
          new Error(`The engine stopped ${request.tries} times during this, so it was given up.`),
        );
      }
    }
    replace();
    return restarted({ kind: 'stopped', message: 'The engine stopped and was started anew.' });
  }

  /** @param {Request} request @param {Error} error */
  function reject(request, error) {
    pending.delete(request.id);
    request.reject(error);
  }

  /** @param {Reply} answer */
  function heard(answer) {
    watch.reset();
    step = 'step' in answer ? answer.step : 0;
    if ('ready' in answer) isReady = true;
    else if ('failed' in answer) notBegun(answer.failed);
    else if ('id' in answer) answered(answer);
    watch.update();
  }

  /** @param {Extract<Reply, { id: number }>} answer */
  function answered(answer) {
    const request = pending.get(answer.id);
    if ('progress' in answer) return request?.hear(answer.progress, answer.heads ?? []);
    if (answer.isBlind && request && place + 1 < begins.length) return void whereReadable(request, answer);
    const left = leaving.get(answer.id);
    if ('value' in answer) {
      pending.delete(answer.id);
      request?.resolve(answer.value);
      return discard(answer.id);
    }
    leaving.delete(answer.id);
    if (answer.fatal) return failed(answer.refused.message, request);
    if (request && !left) reject(request, errorOf(answer.refused));
    return undefined;
  }

  /** The engine broke during a request, which would break the next one as well. @param {string} message @param {Request} [request] */
  function failed(message, request) {
    // `restarted` reports the sentence: whoever asked need not report it again.
    if (request) reject(request, errorOfKind('restarted', message));
    replace();
    restarted({ kind: 'failed', message });
  }

  /**
   * No read of the worker has succeeded. In WebKit, from `file://`, a worker cannot read any file: if the page can, it takes the work over. Otherwise the file
   * is not there any more, and the answer stands.
   *
   * @param {Request} request
   * @param {Extract<Reply, { id: number }>} answer
   */
  async function whereReadable(request, answer) {
    const mine = life;
    const files =
      request.ask === 'open'
        ? /** @type {Dropped[]} */ (request.with[0]).map(({ blob }) => blob)
        : [...memory.files.values()];
    const reads = files.map((blob) => blob.slice(0, 1).arrayBuffer());
    const isReadable = await Promise.any(reads).then(
      () => true,
      () => false,
    );
    // Since then another worker began, and was sent the request.
    if (mine !== life) return;
    if (!isReadable) {
      answered({ ...answer, isBlind: false });
      return watch.update();
    }
    place += 1;
    replace();
  }

  /** Lets go of what was made although it was cancelled. @param {number} id */
  function discard(id) {
    const left = leaving.get(id);
    leaving.delete(id);
    const made = left?.with[0];
    if (left?.ask === 'open')
      ask('close', [/** @type {Dropped[]} */ (made).map((file) => file.id)]).catch(() => {});
    if (left?.ask === 'map') ask('release', [made]).catch(() => {});
  }

  /**
   * @param {keyof Asks} name
   * @param {unknown[]} given
   * @param {Hear} [hear]
   * @returns {Promise<any>}
   */
  function ask(name, given, hear = () => {}) {
    return new Promise((resolve, rejected) => {
      if (hasEnded) return void rejected(cancelled('The service was ended.'));
      /** @type {Request} */
      const request = { id: next, ask: name, with: given, hear, resolve, reject: rejected, tries: 0 };
      next += 1;
      pending.set(request.id, request);
      if (hasBegun) send(request);
      else void begin();
      watch.update();
    });
  }

  function cancel() {
    const long = [...pending.values()].filter((each) => LONG[each.ask] !== undefined);
    if (long.length === 0) return;
    for (const each of long) {
      leaving.set(each.id, each);
      reject(each, cancelled());
    }
    worker?.take({ cancel: true });
    const mine = life;
    setTimeout(() => {
      // A request that goes on is in the middle of a long step: its worker is terminated, and what was asked since is sent to the next.
      if (mine !== life || !long.some(({ id }) => leaving.has(id))) return;
      replace();
    }, GRACE);
  }

  function end() {
    endWorker();
    hasEnded = true;
    for (const each of [...pending.values()]) reject(each, cancelled('The service was ended.'));
    watch.update();
  }

  return { ask, cancel, end };
}
