/**
 * Measures heads that keep a state and heads that pick keys, in Chromium: a row and a whole head of a delta
 * rule, and a frame of a large head with picks. Run it after one build:
 *
 *     node www/bench/layers.mjs
 */
import { loadavg } from 'node:os';
import { start } from '../test/browser/harness.mjs';

const harness = await start({});
const { page, close } = await harness.open('index.html');
await page.goto(new URL('www/bench/blank.html', page.url()).href);
const [states, picks] = [await page.evaluate(ofStates), await page.evaluate(ofPicks)];
await close();
await harness.close();
// The shortest time says what the program takes, the median what the machine gave it.
for (const [what, times, target] of [...states, ...picks]) {
  const [least, median] = [Math.min(...times), times.toSorted((a, b) => a - b)[times.length >> 1]];
  const wanted = target === null ? '' : `, target ${target} ms`;
  console.log(`${what}: ${least.toFixed(1)} ms at best, ${median.toFixed(1)} ms in the median${wanted}`);
}
console.log(`load of the machine: ${loadavg()[0].toFixed(1)}`);

/** @typedef {[what: string, milliseconds: number[], target: number | null]} Measured */

/** Runs in the page. @returns {Promise<Measured[]>} */
async function ofStates() {
  const engine = await import(new URL('../engine/maps.js', location.href).href);
  await engine.load();
  const FEATURES = 128;
  let seed = 7;
  const noise = () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 2 ** 31 - 1;
  };
  /** @param {number} tokens */
  const directions = (tokens) => {
    const cells = Float32Array.from({ length: tokens * FEATURES }, noise);
    for (let at = 0; at < cells.length; at += FEATURES) {
      const length = Math.hypot(...cells.subarray(at, at + FEATURES));
      for (let feature = at; feature < at + FEATURES; feature += 1) cells[feature] /= length;
    }
    return engine.headMap(tokens, FEATURES, cells);
  };
  /** @param {'gated_delta' | 'kda'} kind @param {number} tokens @param {number} decay @param {number} [write] */
  const headOf = (kind, tokens, decay, write = 0.5) => {
    const [q, k] = [directions(tokens), directions(tokens)];
    const beta = Float32Array.from({ length: tokens }, () => write * (1 + noise()));
    const count = kind === 'kda' ? tokens * FEATURES : tokens;
    const decays = Float32Array.from({ length: count }, () => decay * (noise() - 1));
    const head = engine.linearHead(q, k, beta, decays, { kind, scale: null, layer: 0, head: 0 });
    q.free();
    k.free();
    return head;
  };
  /** @param {number} rounds @param {() => void} run */
  const timed = (rounds, run) =>
    Array.from({ length: rounds }, () => {
      const began = performance.now();
      run();
      return performance.now() - began;
    });
  /** @type {Measured[]} */
  const found = [];
  for (const kind of /** @type {const} */ (['gated_delta', 'kda'])) {
    // Without decay and with betas near 0, no row stops early.
    for (const [decay, write] of [
      [0, 0.5],
      [0.01, 0.5],
      [0, 0.001],
    ]) {
      const head = headOf(kind, 102_400, decay, write);
      const times = timed(25, () => head.row(102_399));
      found.push([
        `${kind}, a row of 102,400 tokens, log decays around -${decay}, betas around ${write}`,
        times,
        10,
      ]);
      head.free();
    }
    const head = headOf(kind, 4096, 0);
    found.push([`${kind}, a whole head of 4,096 tokens`, timed(5, () => head.map().free()), 1000]);
    head.free();
  }
  return found;
}

/** Runs in the page. @returns {Promise<Measured[]>} */
async function ofPicks() {
  const large = await import(new URL('../engine/kernels-large.js', location.href).href);
  await large.load();
  const { vectors, SIZE } = await import(new URL('../rooms/maps/large/synthetic.js', location.href).href);
  const [TOKENS, PLACES, SIDE, ROUNDS] = [102_400, 2048, 1000, 15];
  const made = (/** @type {boolean} */ isKey) =>
    vectors('local', isKey, { tokens: TOKENS, first: 0, rows: TOKENS, seed: 1 });
  const rule = { causal: true };
  const head = new large.PreparedHead({ rule, features: SIZE, q: made(false), k: made(true) });
  const step = TOKENS / (SIDE + ROUNDS);
  const places = (/** @type {number} */ from) =>
    Uint32Array.from({ length: SIDE }, (_, at) => Math.floor((from + at) * step));
  /** Picks as ranges: the last keys, and others spread over all keys before. @param {Uint32Array} rows */
  const rangesOf = (rows) => {
    const [counts, bounds] = [new Uint32Array(rows.length), /** @type {number[]} */ ([])];
    rows.forEach((row, at) => {
      const count = Math.min(PLACES, row + 1);
      const keys = new Set();
      for (let place = 0; place < count; place += 1)
        keys.add(place < PLACES / 2 ? row - place : Math.floor((place * row) / PLACES / 2));
      const sorted = Uint32Array.from(keys).sort();
      counts[at] = sorted.length;
      for (const key of sorted) bounds.push(key, key + 1);
    });
    return { counts, bounds: Uint32Array.from(bounds) };
  };
  const columns = places(0);
  const times = { set: /** @type {number[]} */ ([]), frame: /** @type {number[]} */ ([]) };
  for (let round = 0; round < ROUNDS; round += 1) {
    const rows = places(round);
    const ranges = rangesOf(rows);
    head.see(rows, ranges);
    // Workers compute the log-sum-exps in advance, so they are not part of a frame.
    head.sample(rows, columns.subarray(0, 16));
    const began = performance.now();
    head.see(rows, ranges);
    const set = performance.now();
    head.sample(rows, columns);
    times.set.push(set - began);
    times.frame.push(performance.now() - set);
  }
  // What the view of picked keys needs: dense rows beside the picks, and pictures of picks alone.
  const engine = await import(new URL('../engine/maps.js', location.href).href);
  await engine.load();
  const rows = places(0);
  const all = { first: 0, length: TOKENS, width: SIDE };
  const cells = new Float32Array(SIDE * PLACES).fill(-1);
  const some = rangesOf(rows);
  let [pick, bound] = [0, 0];
  some.counts.forEach((count, at) => {
    for (pick = 0; pick < count; pick += 1, bound += 2) cells[at * PLACES + pick] = some.bounds[bound];
  });
  const picked = engine.headMap(SIDE, PLACES, cells);
  const of = { queries: TOKENS, keys: TOKENS, block: 1, layer: 0, group: 0 };
  const full = { scale: null, causal: 'upper_left', window: null, softcap: null, rope: null };
  const pictures = Array.from({ length: 5 }, () => {
    const began = performance.now();
    engine.pickedRanges(picked, rows, full, of).picture(all);
    return performance.now() - began;
  });
  const budgets = Uint32Array.from({ length: 17 }, (_, two) => 2 ** two);
  const keptRows = Array.from({ length: 5 }, () => {
    const how = { keys: TOKENS, by: 'file', budget: PLACES, budgets, columns: all };
    const kept = new engine.KeptRows(how);
    const began = performance.now();
    const eight = rows.subarray(SIDE - 8);
    const dense = head.rowsOver(eight);
    eight.forEach((query, at) =>
      kept.add(query, dense.subarray(at * TOKENS, (at + 1) * TOKENS), some.bounds.slice(-2 * PLACES)),
    );
    const took = performance.now() - began;
    kept.free();
    return took / 8;
  });
  picked.free();
  head.free();
  const frame = 'a frame of 1,000 x 1,000 cells at 102,400 tokens, 2,048 picks a row';
  return [
    [frame, times.frame, 16],
    [`${frame}: giving the picks of its rows to the kernels`, times.set, null],
    ['a picture of the same picks in three states, from the picks alone', pictures, null],
    ['one of the last rows: its dense weights, the mass lost, and its recall at 17 budgets', keptRows, null],
  ];
}
