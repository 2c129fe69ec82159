/**
 * Attention over several Workers. Each has its own instance of the kernels, so no memory is shared and any
 * static host works.
 */
import { attend } from './attend.js';
import { run } from './attend-job.js';
import { jobsOf } from './attend-jobs.js';
import { engineError, messageOf, plain } from './instance.js';
import * as kernels from './kernels-instance.js';
import { defaultWorkers, startedInTime, watch } from './worker-lock.js';
/** @import { AttendInputs, AttendOptions, TensorData } from './attend.js' */
/** @import { Job } from './attend-job.js' */

/**
 * Several jobs balance the load, because with a causal mask some jobs take longer. More jobs would pack the
 * keys and values of a head more often.
 */
const JOBS_PER_WORKER = 2;

/**
 * @typedef {object} WorkersOptions
 * @property {number} [workers] - by default the number of cores, at most four
 * @property {AbortSignal} [signal] - closes the Workers
 * @property {(sentence: string) => void} [onNotice] - called when a Worker has ended unexpectedly; its jobs are
 *   computed elsewhere
 * @property {(done: number, all: number) => void} [onProgress] - called with the number of finished jobs
 * @property {() => Worker} [start] - starts a Worker with `kernels-worker-entry.js`, for bundlers that do not
 *   find the file
 */

/**
 * Starts Workers that compute attention. The caller closes them.
 *
 * The returned `attend` computes `output` or `weights` as `attend` of the engine does, divided into heads and
 * blocks of rows. Without Workers, and for calls that only the exact core supports, it computes on this
 * thread. Call `load` of `attend.js` first.
 *
 * @param {WorkersOptions} [settings]
 */
export function attendWorkers(settings = {}) {
  const { workers = defaultWorkers(), signal, onNotice, onProgress } = settings;
  if (!Number.isSafeInteger(workers) || workers < 1)
    throw engineError('input', `workers must be a whole number from 1 up, not ${workers}`);
  const start = settings.start ?? startWorker;
  /** The Workers; null if one could not start. @type {Set<Promise<Member | null>>} */
  const pool = new Set();
  let isClosed = false;

  function close() {
    isClosed = true;
    for (const member of pool) member.then((each) => each?.end('the Workers were closed'));
    pool.clear();
  }
  signal?.addEventListener('abort', close, { once: true });

  /** Starts the missing Workers. */
  function fillPool() {
    const program = kernels.program();
    while (program && pool.size < workers) {
      const member = readyMember(start, program).catch((/** @type {Error} */ error) => {
        onNotice?.(`A Worker could not start (${error.message}); the rest of the work goes on without it.`);
        return null;
      });
      pool.add(member);
    }
    return [...pool];
  }

  /**
   * @param {AttendOptions & { compute: 'output' | 'weights' }} options
   * @param {AttendInputs<Float32Array>} inputs
   * @returns {Promise<{ output?: TensorData<Float32Array>, weights?: TensorData<Float32Array> }>}
   */
  async function attendInWorkers(options, inputs) {
    check();
    const plainOptions = plain(options, 'attend options');
    const plainInputs = plain(inputs, 'attend inputs');
    const plan = kernels.isReady() ? jobsOf(plainOptions, plainInputs, workers * JOBS_PER_WORKER) : null;
    if (!plan) return /** @type {any} */ (attend(plainOptions, plainInputs));
    const { jobs, shape } = plan;
    const data = new Float32Array(shape.reduce((cells, side) => cells * side, 1));
    // Jobs are taken from the end: with a causal mask the last rows take longest and have to start first.
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
      fillPool().map(async (starting) => {
        const member = await starting;
        if (!member) {
          pool.delete(starting);
          return;
        }
        for (let job = left.pop(); job && !isExact && !isClosed; job = left.pop()) {
          try {
            finish(job, await member.run(job));
          } catch (error) {
            left.push(job);
            pool.delete(starting);
            if (!isClosed)
              onNotice?.(`A Worker ended (${messageOf(error)}); its part is computed again elsewhere.`);
            return;
          }
        }
      }),
    );
    check();
    // The jobs that are left if all Workers have ended.
    for (let job = left.pop(); job && !isExact; job = left.pop()) finish(job, run(job));
    if (isExact) return /** @type {any} */ (attend(plainOptions, plainInputs));
    return { [plainOptions.compute]: { shape, data } };
  }

  function check() {
    signal?.throwIfAborted();
    if (isClosed) throw engineError('stale', 'The Workers were closed.');
  }

  return { attend: attendInWorkers, close };
}

/** @typedef {{ run: (job: Job) => Promise<Float32Array | null>, end: (reason: string) => void }} Member - a Worker of the pool */

/**
 * Starts a Worker and waits until it is ready.
 *
 * @param {() => Worker} start
 * @param {WebAssembly.Module} program
 * @returns {Promise<Member>}
 */
async function readyMember(start, program) {
  const worker = start();
  /**
   * The unanswered request.
   *
   * @type {{ resolve: (cells: any) => void, reject: (error: Error) => void } | null}
   */
  let request = null;
  /** Why the Worker has ended. @type {string | null} */
  let ended = null;
  /** @param {string} reason */
  const end = (reason) => {
    ended ??= reason;
    worker.terminate();
    request?.reject(new Error(reason));
    request = null;
  };
  const take = (/** @type {any} */ { problem, isReady, cells }) => {
    if (problem !== undefined) return end(problem);
    request?.resolve(isReady ? null : cells);
    request = null;
  };
  watch(worker, take, end);
  /** @param {object} message @param {ArrayBuffer[]} [moved] @returns {Promise<Float32Array | null>} */
  const send = (message, moved = []) =>
    new Promise((resolve, reject) => {
      if (ended !== null) return reject(new Error(ended));
      request = { resolve, reject };
      try {
        worker.postMessage(message, moved);
      } catch (error) {
        end(messageOf(error));
      }
    });
  await startedInTime(send({ program }), end);
  /** The keys of the last job. The Worker keeps them and the values for the next rows of the same head. */
  let sentKeys = /** @type {Float32Array | null} */ (null);
  return {
    run({ q, k, v, ...rest }) {
      // Copies are transferred. Cloning a view would clone its whole buffer, with all heads.
      const own = sentKeys === k ? null : { k: new Float32Array(k), v: v && new Float32Array(v) };
      sentKeys = k;
      const job = { ...rest, q: new Float32Array(q) };
      const moved = [job.q, own?.k, own?.v].flatMap((array) => array?.buffer ?? []);
      return send({ job, keysAndValues: own }, moved);
    },
    end,
  };
}

/** The expression is written out, so that bundlers find the file. */
function startWorker() {
  return new Worker(new URL('./kernels-worker-entry.js', import.meta.url), { type: 'module' });
}
