/** One Worker that runs models, as the page sees it. */
import { engineError, messageOf } from './instance.js';
import { startedInTime, watch } from './worker-lock.js';
/** @import { LanguageModel } from './model.js' */
/** @import { Answer, Command, Problem } from './model-work.js' */
/** @import { RunOptions } from './model-run.js' */

/**
 * The end of a run.
 *
 * @typedef {Pick<Extract<Answer, { readouts: unknown }>, 'readouts' | 'logits' | 'reused'>} Ended
 */
/**
 * What is run in the Worker.
 *
 * @typedef {object} Work
 * @property {LanguageModel} model
 * @property {RunOptions} request
 * @property {boolean} keep - whether what is kept of the layers is sent
 * @property {number | null} earlier - a run of this Worker, whose first tokens may be taken
 * @property {AbortSignal} [signal]
 * @property {(layer: number, kept: Uint8Array | null, memory: { parameters: number, files: number }) => void} onLayer
 */
/** @typedef {Awaited<ReturnType<typeof workerMember>>} Member */

/**
 * Starts a Worker and waits until it is ready.
 *
 * @param {() => Worker} start
 * @param {WebAssembly.Module} program
 */
export async function workerMember(start, program) {
  const worker = start();
  /** The models that it has opened, and their numbers. @type {Map<LanguageModel, number>} */
  const models = new Map();
  /** @type {Map<number, { resolve: (end: Ended) => void, reject: (error: unknown) => void, onLayer: Work['onLayer'] }>} */
  const runs = new Map();
  /** @type {{ resolve: () => void, reject: (error: Error) => void } | null} */
  let starting = null;
  let hasEnded = false;
  let next = 1;

  /** Ends the Worker. Its runs are rejected, with `isLost`. @param {string} reason */
  function end(reason) {
    if (hasEnded) return;
    hasEnded = true;
    worker.terminate();
    const error = Object.assign(new Error(reason), { isLost: true });
    starting?.reject(error);
    for (const { reject } of runs.values()) reject(error);
    runs.clear();
  }

  /** @param {Command} command */
  const send = (command) => {
    if (!hasEnded) worker.postMessage(command);
  };

  /** @param {Answer} answer */
  function take(answer) {
    if ('lock' in answer) return;
    if ('ready' in answer) return starting?.resolve();
    if (answer.id === null) return end('problem' in answer ? answer.problem.message : '');
    const run = runs.get(answer.id);
    if ('problem' in answer) {
      runs.delete(answer.id);
      // The program cannot be used after that, so the next run gets another Worker.
      if (answer.problem.kind === 'failed') end(answer.problem.message);
      return run?.reject(errorOf(answer.problem));
    }
    if ('readouts' in answer) {
      runs.delete(answer.id);
      return run ? run.resolve(answer) : send({ free: answer.id });
    }
    try {
      return run?.onLayer(answer.layer, answer.kept, answer.memory);
    } catch (error) {
      runs.delete(answer.id);
      send({ cancel: answer.id });
      return run?.reject(error);
    }
  }
  watch(worker, take, end);

  const started = new Promise((resolve, reject) => {
    starting = { resolve: () => resolve(null), reject };
    try {
      send({ program });
    } catch (error) {
      end(messageOf(error));
    }
  });
  await startedInTime(started, end);
  starting = null;

  /** The number of a model, which is opened first. @param {LanguageModel} model */
  function numberOf(model) {
    const known = models.get(model);
    if (known !== undefined) return known;
    const number = models.size;
    models.set(model, number);
    const named = model.files.map((file) => ({ name: 'name' in file ? String(file.name) : '', file }));
    send({ open: number, files: named });
    return number;
  }

  return {
    end,
    hasEnded: () => hasEnded,
    /** Releases a finished run. @param {number} id */
    free: (id) => send({ free: id }),
    /**
     * Runs a request. It ends at once when it is cancelled, and the Worker after the step that it is in.
     *
     * @param {Work} work
     * @returns {{ id: number, ended: Promise<Ended> }}
     */
    run({ model, request, keep, earlier, signal, onLayer }) {
      const id = next;
      next += 1;
      const cancel = () => {
        send({ cancel: id });
        runs.get(id)?.reject(signal?.reason);
        runs.delete(id);
      };
      const ended = new Promise((/** @type {(end: Ended) => void} */ resolve, reject) => {
        signal?.throwIfAborted();
        if (hasEnded) throw Object.assign(new Error('it has ended'), { isLost: true });
        runs.set(id, { resolve, reject, onLayer });
        send({ run: id, model: numberOf(model), request, earlier, keep });
        signal?.addEventListener('abort', cancel, { once: true });
      });
      return { id, ended: ended.finally(() => signal?.removeEventListener('abort', cancel)) };
    },
  };
}

/** @param {Problem} problem */
function errorOf({ message, kind = 'failed', class: name, figures = null }) {
  return Object.assign(engineError(kind, message, undefined, name), { figures });
}
