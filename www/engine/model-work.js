/** What a Worker does that runs models: the page sends files and requests, and gets what was kept. */
import { load } from './model-instance.js';
import { layerBytes, runHere } from './model-run.js';
import { open } from './model.js';
/** @import { LanguageModel } from './model.js' */
/** @import { FinishedRun, ModelReadout, RunOptions } from './model-run.js' */

/**
 * A message of the page. The program comes first; a model is opened before it is run. `earlier` is the id of
 * a run whose first tokens may be taken. `keep`: whether what is kept of the layers is sent.
 *
 * @typedef {{ program: WebAssembly.Module } | { open: number, files: { name: string, file: Blob }[] } | { run: number, model: number, request: RunOptions, earlier: number | null, keep: boolean } | { cancel: number } | { free: number }} Command
 */

/**
 * The logits of a text, or of a variant that was kept, at a position.
 *
 * @typedef {{ source: string, index: number, position: number, logits: Float32Array }} Logits
 */

/**
 * What a Worker says about an error.
 *
 * @typedef {{ message: string, kind?: import('./instance.js').ErrorKind, class?: string, figures?: [number, number] | null }} Problem
 */

/**
 * A message to the page: a lock that is held until the Worker ends; that it is ready; that a layer is done,
 * with what was kept; the end of a run; or why there is none.
 *
 * @typedef {{ lock: string } | { ready: true } | { id: number, layer: number, kept: Uint8Array | null, memory: { parameters: number, files: number } } | { id: number, readouts: ModelReadout[], logits: Logits[], reused: number } | { id: number | null, problem: Problem }} Answer
 */

/**
 * Handles the messages of the page.
 *
 * @param {(answer: Answer, moved: Transferable[]) => void} send
 * @returns {(command: Command) => void}
 */
export function work(send) {
  /** @type {Map<number, Promise<LanguageModel>>} */
  const models = new Map();
  /** Runs that are finished, until the page has freed them. @type {Map<number, FinishedRun>} */
  const runs = new Map();
  /** @type {Map<number, AbortController>} */
  const stops = new Map();

  /** @param {number | null} id @param {unknown} error */
  const failed = (id, error) => send({ id, problem: problemOf(error) }, []);

  /** @param {Extract<Command, { run: number }>} command */
  async function run({ run: id, model, request, earlier, keep }) {
    const stop = new AbortController();
    stops.set(id, stop);
    try {
      const opened = await models.get(model);
      if (!opened) throw new Error('the model is not open');
      let memory = { parameters: 0, files: 0 };
      const finished = await runHere(opened, request, {
        signal: stop.signal,
        earlier: earlier === null ? null : runs.get(earlier),
        onMemory: (bytes) => {
          memory = bytes;
        },
        onLayer: (layer, running) => {
          const kept = keep ? layerBytes(running, layer) : null;
          send({ id, layer, kept, memory }, kept ? [kept.buffer] : []);
        },
      });
      runs.set(id, finished);
      const readouts = finished.readouts();
      send({ id, readouts, logits: logitsOf(finished, readouts, request), reused: finished.reused }, []);
      if (!keep) free(id);
    } catch (error) {
      failed(id, error);
    } finally {
      stops.delete(id);
    }
  }

  /** @param {number} id */
  function free(id) {
    runs.get(id)?.free();
    runs.delete(id);
  }

  return (command) => {
    if ('program' in command) {
      load(command.program).then(
        () => send({ ready: true }, []),
        (error) => failed(null, error),
      );
    } else if ('open' in command) {
      const opened = open(command.files.map(({ name, file }) => new File([file], name)));
      // The run reports it.
      opened.catch(() => {});
      models.set(command.open, opened);
    } else if ('run' in command) void run(command);
    else if ('cancel' in command) stops.get(command.cancel)?.abort();
    else free(command.free);
  };
}

/**
 * The logits of all tokens that a run has kept.
 *
 * @param {FinishedRun} run @param {ModelReadout[]} readouts @param {RunOptions} request
 * @returns {Logits[]}
 */
function logitsOf(run, readouts, { variants }) {
  return readouts
    .filter(({ source, index }) => source === 'text' || (source === 'variant' && variants?.[index]?.kept))
    .map(({ source, index, position }) => {
      const trace = source === 'text' ? { text: index } : { variant: index };
      return { source, index, position, logits: run.logits(trace, position) };
    });
}

/** @param {unknown} error @returns {Problem} */
function problemOf(error) {
  const { message, kind, class: name, figures } = /** @type {any} */ (error ?? {});
  return { message: message ?? String(error), kind, class: name, figures };
}
