/** The timed computations of a page, by name. run.mjs calls them and measures. */
import { contestants, kernels, plain } from './contestants.js';
import { normals, timed } from './numbers.js';
import { peakOf } from './peak.js';

const D = 64;

/** @type {Record<string, () => unknown>} */
let works = {};
/** Free the memory of `works`. @type {(() => void)[]} */
let frees = [];
/** @type {Awaited<ReturnType<typeof contestants>>} */
let found;
/** @type {Record<string, () => unknown>} */
let peaks;

/** Starts all contestants, and returns why some cannot start here. */
export async function begin() {
  found = await contestants();
  peaks = { madd: await peakOf('madd'), 'mul+add': await peakOf('mul+add') };
  return found.missing;
}

/** Runs a computation several times. @param {string} name @param {number} repeat */
export async function run(name, repeat) {
  const work = works[name];
  for (let round = 0; round < repeat; round += 1) {
    const running = work();
    if (running instanceof Promise) await running;
  }
}

/**
 * Replaces the prepared computations, and runs each for a while, because the first runs include compilation.
 * Returns the milliseconds of one run of each.
 *
 * @param {Record<string, () => unknown>} next @param {(() => void)[]} [free]
 */
async function prepare(next, free = []) {
  for (const each of frees) each();
  [works, frees] = [next, free];
  /** @type {Record<string, number>} */
  const once = {};
  for (const name of Object.keys(works)) {
    await run(name, 2);
    for (const from = performance.now(); performance.now() - from < 80;) await run(name, 1);
    once[name] = Math.min(await timed(() => run(name, 1)), await timed(() => run(name, 1)));
  }
  return once;
}

/**
 * The largest error of some rows, compared with plain loops in 64 bits.
 *
 * @param {import('./contestants.js').What} what @param {Float32Array} result
 */
function errorOf({ n, d, causal, mode, q, k, v }, result) {
  let most = 0;
  for (let i = 0; i < n; i += Math.max(1, n >> 4)) {
    const keys = causal ? i + 1 : n;
    const scores = Float64Array.from({ length: keys }, (_, j) => {
      let sum = 0;
      for (let c = 0; c < d; c += 1) sum += q[i * d + c] * k[j * d + c];
      return sum / Math.sqrt(d);
    });
    const largest = scores.reduce((a, b) => Math.max(a, b));
    const powers = scores.map((score) => Math.exp(score - largest));
    const sum = powers.reduce((a, b) => a + b);
    if (mode === 'weights') {
      for (let j = 0; j < n; j += 1)
        most = Math.max(most, Math.abs((j < keys ? powers[j] / sum : 0) - result[i * n + j]));
      continue;
    }
    for (let c = 0; c < d; c += 1) {
      const exact = powers.reduce((total, power, j) => total + (power / sum) * v[j * d + c], 0);
      most = Math.max(most, Math.abs(exact - result[i * d + c]));
    }
  }
  return most;
}

/**
 * Attention of one head with all contestants, and the peaks of the page.
 *
 * @param {{ n: number, causal: boolean, mode: 'output' | 'weights' }} options
 */
export async function prepareHead({ n, causal, mode }) {
  const [q, k, v] = [1, 2, 3].map((seed) => normals(n * D, seed));
  const what = { n, d: D, causal, mode, q, k, v };
  /** @type {Record<string, number>} */
  const errors = {};
  /** @type {Record<string, string>} */
  const failed = {};
  /** @type {Record<string, () => unknown>} */
  const next = { ...peaks };
  /** @type {(() => void)[]} */
  const free = [];
  for (const contestant of found.all.filter(({ most }) => n <= most)) {
    try {
      const prepared = await contestant.prepare(what);
      if (!prepared) continue;
      await prepared.run();
      errors[contestant.name] = errorOf(what, prepared.read());
      next[contestant.name] = prepared.run;
      free.push(() => prepared.free?.());
    } catch (error) {
      failed[contestant.name] = String(error).slice(0, 200);
    }
  }
  return { once: await prepare(next, free), errors, failed };
}

/** The product of 64 x 768 and 768 x 3,072, one layer of a model, and the peak. */
export async function prepareLayer() {
  const [rows, depth, columns] = [64, 768, 3072];
  const { bindings } = await kernels('relaxed_simd');
  const operand = new bindings.KernelOperand({ depth, columns }, normals(depth * columns, 1));
  const a = normals(rows * depth, 2);
  const work = { madd: peaks.madd, product: () => operand.product(a) };
  return { once: await prepare(work, [() => operand.free()]), operations: 2 * rows * depth * columns };
}

/**
 * `attend` as users call it, and plain JavaScript: all steps, which was once the only way, and one matrix.
 *
 * @param {boolean} causal
 */
export async function prepareUsers(causal) {
  const { attend, load } = await import('/www/engine/attend.js');
  await load();
  const n = 1024;
  const [q, k, v] = [1, 2, 3].map((seed) => normals(n * D, seed));
  const tensor = (/** @type {Float32Array} */ data) => ({ shape: [1, 1, n, D], data });
  const inputs = { q: tensor(q), k: tensor(k), v: tensor(v) };
  const loops = await plain.prepare({ n, d: D, causal, mode: 'output', q, k, v });
  const once = await prepare({
    plain: () => loops.run(),
    all: () => attend({ causal }, inputs),
    output: () => attend({ causal, compute: 'output' }, inputs),
    weights: () => attend({ causal, compute: 'weights' }, inputs),
  });
  return { once };
}

/**
 * How many times as fast four Workers compute the output of a head of 8,192 as one.
 *
 * @param {number} rounds
 */
export async function workers(rounds) {
  const [{ load }, { attendWorkers }] = await Promise.all([
    import('/www/engine/attend.js'),
    import('/www/engine/attend-workers.js'),
  ]);
  await load();
  const n = 8192;
  const tensor = (/** @type {number} */ seed) => ({ shape: [1, 1, n, D], data: normals(n * D, seed) });
  const inputs = { q: tensor(1), k: tensor(2), v: tensor(3) };
  const crews = [1, 4].map((count) => attendWorkers({ workers: count }));
  const work = /** @type {const} */ ({ compute: 'output' });
  for (const crew of crews) await crew.attend(work, inputs);
  const ratios = [];
  for (let round = 0; round < rounds; round += 1) {
    const [one, four] = [
      await timed(() => crews[0].attend(work, inputs)),
      await timed(() => crews[1].attend(work, inputs)),
    ];
    ratios.push(one / four);
  }
  for (const crew of crews) crew.close();
  return {
    ratio: ratios.toSorted((a, b) => a - b)[ratios.length >> 1],
    cores: navigator.hardwareConcurrency,
  };
}

/**
 * Frames of 1,000 x 1,000 cells from queries and keys, a strip of 32 columns, and 16 new rows.
 *
 * @param {number} n
 */
export async function prepareFrames(n) {
  const { bindings, memory } = await kernels('relaxed_simd');
  const [q, k] = [1, 2].map((seed) => normals(n * D, seed));
  const side = 1000;
  const rows = Uint32Array.from({ length: side }, (_, at) => Math.floor((at * n) / side));
  const strip = rows.slice(500, 532);
  /** @type {Record<string, () => unknown>} */
  const works = {};
  const heads = [true, false].map((causal) => {
    const head = new bindings.KernelHead({ causal }, 'f32', D, q, k);
    const kind = causal ? 'causal' : 'full';
    // The time does not depend on the values of the sums.
    const sums = new Float32Array(side);
    works[`frame ${kind}`] = () => head.sample(rows, rows, sums);
    works[`pan ${kind}`] = () => head.sample(rows, strip, sums);
    works[`rows ${kind}`] = () => head.logSumExp(n - 32, 32);
    return head;
  });
  const once = await prepare(
    works,
    heads.map((head) => () => head.free()),
  );
  return { once, mebibytes: memory.buffer.byteLength / 2 ** 20 };
}
