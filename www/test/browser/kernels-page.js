/** What the page of kernels.test.mjs runs. */
import { attend, load } from '../../engine/attend.js';
import { attendWorkers } from '../../engine/attend-workers.js';
import { vectors } from '../../engine/kernels.js';
import { farthest, fastCases, numbers } from '../kernels-cases.js';

/** The errors of a build against the exact core. @param {string} build */
async function compare(build) {
  const name = build === 'scalar' ? '' : `_${build}`;
  const beside = (/** @type {string} */ program) => fetch(`/www/pkg/heedmap_${program}_bg.wasm`);
  // The fastest build is found by the engine.
  await load(
    beside('attend_wasm'),
    build === vectors() ? () => beside(`kernels_wasm_${vectors()}`) : () => beside(`kernels_wasm${name}`),
  );
  return fastCases().map(({ name, options, inputs, exact }) => {
    const all = attend(options, exact);
    const { output } = attend({ ...options, compute: 'output' }, inputs);
    const { weights } = attend({ ...options, compute: 'weights' }, inputs);
    const [o, w] = [farthest(output.data, all.output.data), farthest(weights.data, all.weights.data)];
    return { name, error: Math.max(o, w) };
  });
}

/** Results of Workers, each beside those of one thread. */
async function compareWorkers() {
  await load();
  const tensor = (/** @type {number} */ seed) => ({
    shape: [1, 2, 600, 32],
    data: numbers(2 * 600 * 32, seed),
  });
  const inputs = { q: tensor(1), k: tensor(2), v: tensor(3) };
  const same = (/** @type {any} */ one, /** @type {any} */ other) =>
    one.shape.join() === other.shape.join() &&
    one.data.every(
      (/** @type {number} */ cell, /** @type {number} */ at) => Math.abs(cell - other.data[at]) < 1e-6,
    );
  /** @type {string[]} */
  const notices = [];
  /** @type {string[]} */
  const lost = [];
  const onNotice = (/** @type {string} */ sentence) => notices.push(sentence);
  const script = '/www/engine/kernels-worker-entry.js';
  const crew = attendWorkers({ workers: 3, onNotice });
  const output = /** @type {const} */ ({ compute: 'output', causal: true });
  const weights = /** @type {const} */ ({ compute: 'weights', softcap: 3, alibi: true });
  const exact = { output: attend(output, inputs).output, weights: attend(weights, inputs).weights };
  /** @type {Record<string, unknown>} */
  const results = {};
  results.output = same((await crew.attend(output, inputs)).output, exact.output);
  results.weights = same((await crew.attend(weights, inputs)).weights, exact.weights);
  results.before = [...notices];
  crew.close();
  results.closed = await crew.attend(output, inputs).catch((/** @type {Error} */ error) => error.message);
  // One Worker of three throws in the middle of its work, for which the others wait.
  let started = 0;
  let wasThrown = (/** @type {unknown} */ _) => {};
  const thrown = new Promise((resolve) => (wasThrown = resolve));
  const failing = attendWorkers({
    workers: 3,
    onNotice,
    start() {
      started += 1;
      if (started !== 2) {
        const worker = new Worker(script, { type: 'module' });
        const { postMessage } = worker;
        worker.postMessage = (/** @type {[any, any]} */ ...given) =>
          void thrown.then(() => postMessage.apply(worker, given));
        return worker;
      }
      const text = `let ready; onmessage = () => { if (ready) { setTimeout(() => { throw new Error('out of memory'); }); } else { ready = true; postMessage({ isReady: true }); } };`;
      const worker = new Worker(URL.createObjectURL(new Blob([text], { type: 'text/javascript' })));
      worker.addEventListener('error', wasThrown);
      return worker;
    },
  });
  results.failing = same((await failing.attend(output, inputs)).output, exact.output);
  failing.close();
  results.notices = [...notices];
  // Workers that are gone as soon as they are asked for something: no event tells of it.
  const gone = attendWorkers({
    workers: 2,
    onNotice: (sentence) => lost.push(sentence),
    start() {
      const worker = new Worker(script, { type: 'module' });
      const { postMessage } = worker;
      worker.postMessage = (/** @type {any} */ message) =>
        message.job ? worker.terminate() : postMessage.call(worker, message);
      return worker;
    },
  });
  results.gone = same((await gone.attend(output, inputs)).output, exact.output);
  gone.close();
  results.lost = lost;
  // No Worker can start.
  const none = attendWorkers({
    onNotice,
    start() {
      throw new Error('forbidden');
    },
  });
  results.none = same((await none.attend(output, inputs)).output, exact.output);
  const abort = new AbortController();
  const aborted = attendWorkers({ signal: abort.signal });
  const going = aborted.attend(weights, inputs);
  abort.abort();
  results.aborted = await going.catch((/** @type {Error} */ error) => error.name);
  return results;
}

Object.assign(window, { compare, compareWorkers });
