/**
 * Compares the speed of `attend` with plain JavaScript: three loops over Float32Array (scores, softmax,
 * output), one head of 64 features. Prints times: `node www/bench/attend.mjs`, after one build.
 *
 * Rounds alternate between both, and medians of the processor time are printed, so that other programs
 * disturb them little and equally. `attend` returns more than the plain loops: the scaled and the masked
 * scores, the log-sum-exp and the entropy. The time to copy everything in and out is included.
 */
import { attend, load, reload } from '../engine/attend.js';

const LENGTHS = [64, 128, 256, 512, 1024, 2048, 4096];
const FEATURES = 64;
/** The number of rounds for each length. */
const ROUNDS = 7;
/** The minimum time of a round, in milliseconds. Short computations are repeated. */
const ROUND_MS = 20;

/** Numbers between -1 and 1. @param {number} seed @param {number} length */
function numbers(seed, length) {
  let state = seed;
  return Float32Array.from({ length }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  });
}

/**
 * Attention in three plain loops.
 *
 * @param {Float32Array} q @param {Float32Array} k @param {Float32Array} v @param {number} length @param {boolean} causal
 */
function plain(q, k, v, length, causal) {
  const weights = new Float32Array(length * length);
  const output = new Float32Array(length * FEATURES);
  const scale = 1 / Math.sqrt(FEATURES);
  for (let i = 0; i < length; i += 1) {
    const keys = causal ? i + 1 : length;
    for (let j = 0; j < keys; j += 1) {
      let sum = 0;
      for (let c = 0; c < FEATURES; c += 1) sum += q[i * FEATURES + c] * k[j * FEATURES + c];
      weights[i * length + j] = sum * scale;
    }
  }
  for (let i = 0; i < length; i += 1) {
    const keys = causal ? i + 1 : length;
    let largest = -Infinity;
    for (let j = 0; j < keys; j += 1) largest = Math.max(largest, weights[i * length + j]);
    let sum = 0;
    for (let j = 0; j < keys; j += 1) {
      const exponential = Math.exp(weights[i * length + j] - largest);
      weights[i * length + j] = exponential;
      sum += exponential;
    }
    for (let j = 0; j < keys; j += 1) weights[i * length + j] /= sum;
  }
  for (let i = 0; i < length; i += 1) {
    const keys = causal ? i + 1 : length;
    for (let j = 0; j < keys; j += 1) {
      const weight = weights[i * length + j];
      for (let c = 0; c < FEATURES; c += 1) output[i * FEATURES + c] += weight * v[j * FEATURES + c];
    }
  }
  return { weights, output };
}

/** The milliseconds that the processor takes for one run. @param {() => unknown} work @param {number} runs */
function timed(work, runs) {
  const from = process.cpuUsage();
  for (let run = 0; run < runs; run += 1) work();
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1000 / runs;
}

/** @param {number[]} times */
const median = (times) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)];

await load();
console.log(
  `One head of ${FEATURES} features in 32 bits. A full attention takes 4 N² d floating-point operations.`,
);
console.log(
  'A causal one is counted as its lower triangle only, 2 N (N + 1) d, though attend returns all scaled scores.',
);
console.log('     N  mask    attend GFLOP/s  JavaScript GFLOP/s  attend / JavaScript');
for (const length of LENGTHS) {
  const shape = [1, 1, length, FEATURES];
  const [q, k, v] = [1, 2, 3].map((seed) => numbers(seed, length * FEATURES));
  const inputs = { q: { shape, data: q }, k: { shape, data: k }, v: { shape, data: v } };
  for (const causal of [false, true]) {
    const works = [() => attend({ causal }, inputs), () => plain(q, k, v, length, causal)];
    // The first runs include compilation.
    const runs = works.map((work) => {
      const runs = length < 512 ? 50 : 1;
      return Math.max(1, Math.round(ROUND_MS / timed(work, runs)));
    });
    /** @type {number[][]} */
    const times = [[], []];
    const rounds = length < 2048 ? ROUNDS : 3;
    for (let round = 0; round < rounds; round += 1)
      works.forEach((work, index) => times[index].push(timed(work, runs[index])));
    const operations = FEATURES * (causal ? 2 * length * (length + 1) : 4 * length * length);
    const [engine, script] = times.map((each) => operations / median(each) / 1e6);
    const figures = [
      engine.toFixed(2).padStart(14),
      script.toFixed(2).padStart(18),
      (engine / script).toFixed(2).padStart(19),
    ];
    console.log(`${String(length).padStart(6)}  ${causal ? 'causal' : 'full  '}  ${figures.join('  ')}`);
  }
  // The memory of a long attention is only freed with its instance.
  reload();
}
