/**
 * Attention over several Workers. Each has its own instance of the kernels, so no memory is shared and any
 * static host works.
 */
import { attend } from './attend.js';
import { run } from './attend-job.js';
import { jobsOf } from './attend-jobs.js';
import { engineError, messageOf, plain } from './instance.js';
import * as kernels from './kernels-instance.js';
import { whenReleased } from './worker-lock.js';
/** @import { AttendInputs, AttendOptions, TensorData } from './attend.js' */
/** @import { Job } from './attend-job.js' */

/** Unless more are asked for: Workers share the bandwidth of the memory. */
const MOST_BY_DEFAULT = 4;
/**
 * Jobs for each Worker: with a causal mask some take longer than others. More jobs would pack the keys and
 * values of a head more often.
 */
const JOBS_PER_WORKER = 2;
/**
 * The milliseconds within which a Worker has to be ready: one that is killed before it holds its lock would
 * never be missed.
 */
const START = 30_000;

/**
 * @typedef {object} WorkersOptions
 * @property {number} [workers] - by default as many as there are cores, at most four
 * @property {AbortSignal} [signal] - ends the Workers at once
 * @property {(sentence: string) => void} [onNotice] - what happened to a Worker that ended; nothing is lost
 *   by it
 * @property {(done: number, all: number) => void} [onProgress] - how many jobs are done
 * @property {() => Worker} [start] - starts a Worker with `kernels-worker-entry.js`, where a bundler does not
 *   find it
 */

/**
 * Starts Workers that compute attention. The caller closes them.
 *
 * `attend` computes `output` or `weights` as `attend` of the engine does, heads and blocks of rows at a time.
 * Where Workers cannot start, and for what only the exact core computes, it does so on this thread. `load` of
 * `attend.js` comes first.
 *
 * @param {WorkersOptions} [settings]
 */
export function attendWorkers(settings = {}) {
  const { workers = Math.min(cores(), MOST_BY_DEFAULT), signal, onNotice, onProgress } = settings;
  if (!Number.isSafeInteger(workers) || workers < 1)
    throw engineError('input', `workers must be a whole number from 1 up, not ${workers}`);
  const start = settings.start ?? startBeside;
  /** @type {Set<Promise<Member | null>>} */
  const crew = new Set();
  let isClosed = false;

  function close() {
    isClosed = true;
    for (const member of crew) member.then((each) => each?.end('the Workers were closed'));
    crew.clear();
  }
  signal?.addEventListener('abort', close, { once: true });

  /** Starts what is missing of the Workers. */
  function filled() {
    const program = kernels.program();
    while (program && crew.size < workers) {
      const member = memberOf(start, program).catch((/** @type {Error} */ error) => {
        onNotice?.(`A Worker could not start (${error.message}); the rest of the work goes on without it.`);
        return null;
      });
      crew.add(member);
    }
    return [...crew];
  }

  /**
   * @param {AttendOptions & { compute: 'output' | 'weights' }} options
   * @param {AttendInputs<Float32Array>} inputs
   * @returns {Promise<{ output?: TensorData<Float32Array>, weights?: TensorData<Float32Array> }>}
   */
  async function attendInWorkers(options, inputs) {
    check();
    const plainOptions = plain(options, 'attend options');
    const vectors = plain(inputs, 'attend inputs');
    const plan = kernels.isReady() ? jobsOf(plainOptions, vectors, workers * JOBS_PER_WORKER) : null;
    if (!plan) return /** @type {any} */ (attend(plainOptions, vectors));
    const { jobs, shape } = plan;
    const data = new Float32Array(shape.reduce((cells, side) => cells * side, 1));
    // With a causal mask the last rows take longest: they come first, so that no Worker is left with one at
    // the end.
    const left = [...jobs];
    let done = 0;
    let isExact = false;
    /** @param {Job} job @param {Float32Array | null} cells */
    const finish = (job, cells) => {
      if (cells) data.set(cells, job.at);
      else isExact = true;
      done += 1;
      onProgress?.(done, jobs.length);
    };
    await Promise.all(
      filled().map(async (starting) => {
        const member = await starting;
        if (!member) {
          crew.delete(starting);
          return;
        }
        for (let job = left.pop(); job && !isExact && !isClosed; job = left.pop()) {
          try {
            finish(job, await member.run(job));
          } catch (error) {
            left.push(job);
            crew.delete(starting);
            if (!isClosed)
              onNotice?.(`A Worker ended (${messageOf(error)}); its part is computed again elsewhere.`);
            return;
          }
        }
      }),
    );
    check();
    // What is left when no Worker is.
    for (let job = left.pop(); job && !isExact; job = left.pop()) finish(job, run(job));
    if (isExact) return /** @type {any} */ (attend(plainOptions, vectors));
    return { [plainOptions.compute]: { shape, data } };
  }

  function check() {
    signal?.throwIfAborted();
    if (isClosed) throw engineError('stale', 'The Workers were closed.');
  }

  return { attend: attendInWorkers, close };
}

/** @typedef {{ run: (job: Job) => Promise<Float32Array | null>, end: (why: string) => void }} Member */

/**
 * A Worker that is ready.
 *
 * @param {() => Worker} start
 * @param {WebAssembly.Module} program
 * @returns {Promise<Member>}
 */
async function memberOf(start, program) {
  const worker = start();
  /** @type {{ resolve: (found: any) => void, reject: (error: Error) => void } | null} */
  let waiting = null;
  /** @type {string | null} */
  let ended = null;
  /** @param {string} why */
  const end = (why) => {
    ended ??= why;
    worker.terminate();
    waiting?.reject(new Error(why));
    waiting = null;
  };
  worker.onmessage = ({ data }) => {
    if (data.problem !== undefined) return end(data.problem);
    if (data.lock) whenReleased(data.lock, () => end('it ended without an error'));
    waiting?.resolve(data.isReady ? null : data.cells);
    waiting = null;
  };
  worker.onerror = (event) => {
    event.preventDefault();
    end(event.message || 'its script could not be loaded');
  };
  worker.onmessageerror = () => end('a message could not be read');
  /** @param {object} message @param {ArrayBuffer[]} [moved] @returns {Promise<Float32Array | null>} */
  const ask = (message, moved = []) =>
    new Promise((resolve, reject) => {
      if (ended !== null) return reject(new Error(ended));
      waiting = { resolve, reject };
      try {
        worker.postMessage(message, moved);
      } catch (error) {
        end(messageOf(error));
      }
    });
  const late = setTimeout(() => end(`it was not ready within ${START / 1000} seconds`), START);
  await ask({ program }).finally(() => clearTimeout(late));
  /** The keys of the last job: a Worker keeps them, with their values, for the next rows of the same head. */
  let sentKeys = /** @type {Float32Array | null} */ (null);
  return {
    run({ q, k, v, ...rest }) {
      // Copies are moved to the Worker. A view that is cloned takes the whole buffer with it, which is that
      // of all heads.
      const own = sentKeys === k ? null : { k: new Float32Array(k), v: v && new Float32Array(v) };
      sentKeys = k;
      const job = { ...rest, q: new Float32Array(q) };
      const moved = [job.q, own?.k, own?.v].flatMap((array) => array?.buffer ?? []);
      return ask({ job, keysAndValues: own }, moved);
    },
    end,
  };
}

/** The expression is written out, so that bundlers find the file. */
function startBeside() {
  return new Worker(new URL('./kernels-worker-entry.js', import.meta.url), { type: 'module' });
}

function cores() {
  return globalThis.navigator?.hardwareConcurrency || 1;
}
