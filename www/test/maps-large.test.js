/** Large heads: the service with heads of more cells than can be held. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { absentRects, reasonAt } from '../rooms/maps/head/absent.js';
import { isLarge, workerCount } from '../rooms/maps/large/shape.js';
import {
  needleOf,
  SIZE,
  STRUCTURES,
  syntheticName,
  syntheticPieces,
  vectors,
} from '../rooms/maps/large/synthetic.js';
import { LANGUAGES } from '../page/words/index.js';
import { tensorsFile } from '../page/frame/heads-file.js';
import { readingOf, understand } from './maps-interpretation.js';
import { npy } from './maps-large-support.js';
import { headSpec } from './maps-service-support.js';
import * as engine from '../engine/maps.js';
import { mapsService } from '../rooms/maps/service/service.js';

const words = LANGUAGES.en.maps;

const t = /** @type {any} */ ({ maps: words });

async function start() {
  await engine.load();
  return mapsService({ module: /** @type {any} */ (undefined), workerText: '' });
}

test('a head is large when its cells are more than can be held', () => {
  assert.equal(isLarge({ queries: 4096, keys: 4096 }), false);
  assert.equal(isLarge({ queries: 4097, keys: 4096 }), true);
});

test('Workers share a bound of memory, and one is always there', () => {
  assert.equal(workerCount(2, 12 << 20), 2);
  assert.equal(workerCount(16, 12 << 20), 4);
  assert.equal(workerCount(16, 400 << 20), 1);
});

test('cells without a number are rectangles on the screen, each with its reason', () => {
  const viewport = /** @type {any} */ ({
    ...{ rows: 4, cols: 4, row: 0, col: 0 },
    ...{ cellWidth: 10, cellHeight: 10, width: 40, height: 40 },
  });
  const causal = {
    sinks: 0,
    reached: (/** @type {Uint32Array} */ all) => [...all].flatMap((query) => [0, query + 1]),
  };
  const full = { sinks: 0, reached: (/** @type {Uint32Array} */ all) => [...all].flatMap(() => [0, 4]) };
  const none = { leaveOut: 0, reach: null, mask: null, later: null };
  const triangle = [
    [10, 0, 30, 10],
    [20, 10, 20, 10],
    [30, 20, 10, 10],
  ];
  assert.deepEqual(absentRects({ ...none, mask: causal }, viewport, 1), triangle);
  assert.deepEqual(absentRects({ ...none, reach: [1, 2, 3, 4] }, viewport, 1), triangle);
  assert.deepEqual(absentRects({ ...none, mask: full }, viewport, 1), []);
  // The queries of an expression see keys 0 and 2, all, none, and keys 1 and 2.
  const ranges = [[0, 1, 2, 3], [0, 4], [], [1, 3]];
  const expression = {
    ...full,
    ranges: (/** @type {Uint32Array} */ all) => ({
      counts: [...all].map((query) => ranges[query].length / 2),
      bounds: [...all].flatMap((query) => ranges[query]),
    }),
  };
  assert.deepEqual(absentRects({ ...none, mask: expression }, viewport, 1), [
    [10, 0, 10, 10],
    [30, 0, 10, 10],
    [0, 20, 40, 10],
    [0, 30, 10, 10],
    [30, 30, 10, 10],
  ]);
  const why = [0, 1, 2, 3].map((key) => reasonAt({ ...none, mask: expression }, { query: 0, key }));
  assert.deepEqual(why, [null, 'masked', null, 'masked']);
  assert.deepEqual(absentRects({ ...none, leaveOut: 1 }, { ...viewport, row: 1 }, 2), [[0, 0, 20, 80]]);
  const reasons = (/** @type {import('../rooms/maps/head/absent.js').Absent} */ absent) =>
    [0, 1, 2].map((key) => reasonAt(absent, { query: 1, key }));
  assert.deepEqual(reasons({ ...none, leaveOut: 1, mask: causal }), ['leftOut', null, 'masked']);
  assert.deepEqual(reasons({ ...none, reach: [1, 2, 3, 4] }), [null, null, 'beyond']);
});

/**
 * Opens files in a service, and the map of a head.
 *
 * @param {File[]} files @param {Partial<import('../rooms/maps/types.js').MapSpec>} [how]
 */
async function opened(files, how = {}) {
  const service = await start();
  const all = await service.open(files);
  const [candidate] = understand(all);
  const answer = readingOf(all, candidate);
  if ('refused' in answer) throw new Error(answer.refused(t));
  const { reading } = answer;
  await service.read(0, reading);
  const source = /** @type {const} */ ({ of: 'head', layer: 0, head: 0 });
  const info = await service.map(headSpec({ source, pooling: 'max', ...how }));
  const view = /** @type {NonNullable<typeof info.large>} */ (info.large).view;
  return { service, reading, info, view };
}

/**
 * Waits until all visible rows are known.
 *
 * @param {import('../rooms/maps/large/view.js').LargeView} view
 * @param {[start: number, length: number]} [visible] - all rows by default
 */
const complete = (view, visible = [0, view.info.queries]) =>
  new Promise((done, failed) => {
    const look = () => {
      const { known, all, problem } = view.reach();
      if (problem !== '') failed(new Error(problem));
      else if (known === all) done(undefined);
    };
    view.listeners.add(look);
    view.look(visible);
    look();
  });

const TOKENS = 4200;
/** @param {readonly ('local' | 'sink' | 'needle' | 'induction')[]} structures @param {boolean} causal */
const synthetic = (structures, causal) => {
  const how = { tokens: TOKENS, structures, causal };
  return new File([...syntheticPieces(how)], syntheticName(how));
};

test('a needle of one cell is found from the whole by the maximum, and is listed first', async () => {
  const { service, info, view } = await opened([synthetic(['needle'], false)]);
  const needle = needleOf(TOKENS);
  const level = info.levels.findIndex(({ rows }) => rows <= 256);
  const { rows, cols } = info.levels[level];
  const whole = () => service.tile(info.id, level, [0, rows], [0, cols]);
  const sampled = await whole();
  // One row of each pool: none of them is that of the needle.
  assert.ok(Math.max(...sampled.data) < 0.5, String(Math.max(...sampled.data)));
  await complete(view);
  const exact = await whole();
  const brightest = exact.data.indexOf(Math.max(...exact.data));
  assert.deepEqual(
    [Math.floor(brightest / cols), brightest % cols],
    [Math.floor(needle.query / 2 ** level), Math.floor(needle.key / 2 ** level)],
  );
  const [{ query, key, weight }] = view.listed;
  assert.deepEqual({ query, key }, needle);
  assert.ok(weight > 0.9, String(weight));
  // The same cell by itself, and in its row.
  const cell = await service.tile(info.id, 0, [query, 1], [key, 1]);
  assert.ok(Math.abs(cell.data[0] - weight) < 1e-5, `${cell.data[0]} and ${weight}`);
  assert.ok(Math.abs((await service.row(info.id, query))[key] - weight) < 1e-5);
  service.end();
});

test('row mass sums to 1 along each row of pools, and a level below the pyramid is exact as well', async () => {
  const { service, info, view } = await opened([synthetic(['local'], false)], { pooling: 'mass' });
  await complete(view);
  const level = view.base + 2;
  const { rows, cols } = info.levels[level];
  const { data } = await service.tile(info.id, level, [0, rows], [0, cols]);
  for (let row = 0; row < rows; row += 1) {
    const sum = data.slice(row * cols, (row + 1) * cols).reduce((all, each) => all + each, 0);
    assert.ok(Math.abs(sum - 1) < 1e-4, `row ${row}: ${sum}`);
  }
  const fine = await service.tile(info.id, 1, [1000, 8], [0, info.levels[1].cols]);
  for (let row = 0; row < 8; row += 1) {
    const part = fine.data.slice(row * fine.cols, (row + 1) * fine.cols);
    const sum = part.reduce((all, each) => all + each, 0);
    assert.ok(Math.abs(sum - 1) < 1e-4, `row ${row}: ${sum}`);
  }
  assert.equal(view.measures().isExact, true);
  assert.ok((view.measures().measures.diagonal_share ?? 0) > 0.5);
  service.end();
});

test('masked cells are not zeros: they hold nothing in a tile, a row and a pool', async () => {
  const { service, info, view } = await opened([synthetic(['sink'], true)]);
  const tile = await service.tile(info.id, 0, [10, 2], [10, 3]);
  assert.ok(tile.data[0] >= 0 && Number.isNaN(tile.data[1]), String(tile.data));
  assert.ok(tile.data[3] >= 0 && tile.data[4] >= 0 && Number.isNaN(tile.data[5]), String(tile.data));
  assert.ok(Number.isNaN((await service.row(info.id, 10))[11]));
  await complete(view);
  const { rows, cols } = info.levels[7];
  const pooled = await service.tile(info.id, 7, [0, rows], [0, cols]);
  assert.ok(Number.isNaN(pooled.data[cols - 1]) && pooled.data[0] > 0.9);
  assert.ok((view.measures().measures.sink_share ?? 0) > 0.7);
  service.end();
});

test('queries that look at the repeated half form a line, as the structure says', async () => {
  const { service, info } = await opened([synthetic(['induction'], true)]);
  const query = TOKENS - 10;
  const row = await service.row(info.id, query);
  assert.ok(row[query - TOKENS / 2 + 1] > 0.9, String(row[query - TOKENS / 2 + 1]));
  service.end();
});

test('a thin line is whole before any row is exact: a pixel has the largest weight of its middle row', async () => {
  const { service, info, view } = await opened([synthetic(['induction'], true)]);
  const level = info.levels.findIndex(({ rows }) => rows <= 64);
  const side = 2 ** level;
  const { rows, cols } = info.levels[level];
  assert.ok(view.showsRows(level) && !view.showsRows(0));
  const { data } = await service.tile(info.id, level, [0, rows], [0, cols]);
  assert.equal(view.reach().known, 0);
  for (let at = 0; at < rows; at += 1) {
    const query = Math.min(TOKENS - 1, at * side + side / 2);
    const row = await service.row(info.id, query);
    for (let col = 0; col < cols; col += 1) {
      const cells = row.slice(col * side, (col + 1) * side).filter((weight) => !Number.isNaN(weight));
      const pixel = data[at * cols + col];
      if (cells.length === 0) assert.ok(Number.isNaN(pixel), `masked: ${at}, ${col}`);
      else assert.ok(Math.abs(pixel - Math.max(...cells)) < 1e-5, `${at}, ${col}: ${pixel}`);
    }
    // The line of the second half is in every row of pixels.
    if (query > TOKENS / 2 + 1)
      assert.ok(data[at * cols + Math.floor((query - TOKENS / 2 + 1) / side)] > 0.9, `query ${query}`);
  }
  // A part of the columns is the same.
  const part = await service.tile(info.id, level, [0, rows], [2, 3]);
  for (let at = 0; at < rows; at += 1)
    assert.deepEqual([...part.data.slice(3 * at, 3 * at + 3)], [...data.slice(at * cols + 2, at * cols + 5)]);
  service.end();
});

test('NaN in a row of k affects its column and no other', async () => {
  const q = vectors('local', false, { tokens: TOKENS, first: 0, rows: TOKENS, seed: 1 });
  const k = vectors('local', true, { tokens: TOKENS, first: 0, rows: TOKENS, seed: 1 });
  k[100 * SIZE + 3] = NaN;
  const files = [new File([npy([TOKENS, SIZE], q)], 'q.npy'), new File([npy([TOKENS, SIZE], k)], 'k.npy')];
  const { service, info, view } = await opened(files);
  assert.deepEqual([...view.info.missingKeys], [100]);
  const tile = await service.tile(info.id, 0, [90, 20], [95, 10]);
  tile.data.forEach((weight, at) => assert.equal(Number.isNaN(weight), at % 10 === 5, `${at}: ${weight}`));
  await complete(view);
  assert.ok(Math.abs(view.margins.querySum[100] - 1) < 1e-4, String(view.margins.querySum[100]));
  service.end();
});

test('a learned sink is a column before the keys, and every part of the head agrees with a plain loop', async () => {
  const [size, score, window] = [4, 1.5, 900];
  const numbers = (/** @type {number} */ seed) =>
    Float32Array.from({ length: TOKENS * size }, (_, at) => 2 * Math.sin(seed * (at + 1)));
  const [q, k] = [numbers(1.7), numbers(2.3)];
  const part = (/** @type {string} */ name, /** @type {Float32Array<ArrayBuffer>} */ data) => ({
    name,
    shape: [1, 1, TOKENS, size],
    bits: /** @type {const} */ (32),
    data: data.buffer,
  });
  const metadata = { causal: 'true', window: String(window), sinks: JSON.stringify([[score]]) };
  const file = tensorsFile('sink.safetensors', metadata, [part('q', q), part('k', k)]);
  const { service, reading, info, view } = await opened([file], { pooling: 'mass' });
  assert.deepEqual([reading.queries, reading.keys, info.keys], [TOKENS, TOKENS + 1, TOKENS + 1]);
  /** A row by a plain loop; NaN where a key is masked. @param {number} query */
  const plain = (query) => {
    const row = new Float64Array(TOKENS + 1).fill(NaN);
    row[0] = Math.exp(score);
    for (let key = Math.max(0, query - window + 1); key <= query; key += 1) {
      let sum = 0;
      for (let at = 0; at < size; at += 1) sum += q[query * size + at] * k[key * size + at];
      row[key + 1] = Math.exp(sum / Math.sqrt(size));
    }
    const all = row.reduce((sum, term) => sum + (term === term ? term : 0), 0);
    return row.map((term) => term / all);
  };
  const near = (/** @type {number} */ found, /** @type {number} */ wanted, /** @type {string} */ where) =>
    assert.ok(
      Number.isNaN(wanted) ? Number.isNaN(found) : Math.abs(found - wanted) < 2e-6,
      `${where}: ${found} instead of ${wanted}`,
    );
  for (const query of [0, 1, 899, 900, 901, 4199]) {
    const [row, wanted] = [await service.row(info.id, query), plain(query)];
    assert.equal(row.length, wanted.length);
    wanted.forEach((weight, column) => near(row[column], weight, `row ${query}, column ${column}`));
    for (const first of [0, 1, query]) {
      const { data, cols } = await service.tile(
        info.id,
        0,
        [query, 1],
        [first, Math.min(5, TOKENS + 1 - first)],
      );
      for (let at = 0; at < cols; at += 1) near(data[at], wanted[first + at], `cell ${query}, ${first + at}`);
    }
  }
  await complete(view);
  const mass = (/** @type {ArrayLike<number>} */ row, /** @type {number} */ from, /** @type {number} */ to) =>
    Array.from(row)
      .slice(from, to)
      .reduce((sum, weight) => sum + (weight === weight ? weight : 0), 0);
  // Pools below the pyramid and in it: with the sink, and without.
  for (const level of [1, view.base + 1]) {
    const span = 2 ** level;
    const line = Math.floor(2000 / span);
    const { data, cols } = await service.tile(info.id, level, [line, 1], [0, info.levels[level].cols]);
    const rows = Array.from({ length: span }, (_, at) => plain(line * span + at));
    for (let at = 0; at < cols; at += 1) {
      const wanted = rows.reduce((sum, row) => sum + mass(row, at * span, (at + 1) * span), 0) / span;
      near(Number.isNaN(data[at]) ? 0 : data[at], wanted, `level ${level}, pool ${at}`);
    }
    const { data: later } = await service.tile(info.id, level, [line, 1], [cols - 2, 2]);
    assert.deepEqual(later, data.slice(cols - 2));
  }
  // Figures of rows count the sink as the first key.
  for (const query of [0, 901, 4199]) {
    const wanted = [...plain(query)].filter((weight) => weight === weight);
    near(view.margins.querySum[query], 1, `sum ${query}`);
    const entropy = wanted.reduce((sum, weight) => sum - weight * Math.log(weight), 0);
    assert.ok(Math.abs(view.margins.queryEntropy[query] - entropy) < 1e-4, `entropy ${query}`);
  }
  const { sink_share: share, mean_distance: distance, causal_share: causal } = view.measures().measures;
  const queries = Array.from({ length: TOKENS }, (_, query) => query);
  const rows = queries.map((query) => plain(query));
  const mean = (/** @type {(query: number) => number} */ of) =>
    queries.reduce((sum, query) => sum + of(query), 0) / TOKENS;
  assert.ok(Math.abs((share ?? 0) - mean((query) => rows[query][0])) < 1e-5);
  assert.ok(Math.abs((causal ?? 0) - 1) < 1e-5);
  const far = mean((query) =>
    rows[query].reduce(
      (sum, weight, column) => sum + (weight === weight ? weight * (query + 1 - column) : 0),
      0,
    ),
  );
  assert.ok(Math.abs((distance ?? 0) / far - 1) < 1e-4, `${distance} instead of ${far}`);
  // Between the sink and the window, cells are masked; the sink is not.
  assert.deepEqual(
    [...view.reached(Uint32Array.of(2000, window - 1))],
    [2001 - window + 1, 2002, 0, window + 1],
  );
  const viewport = /** @type {any} */ ({
    ...{ rows: 4, cols: 5, row: 0, col: 0 },
    ...{ cellWidth: 10, cellHeight: 10, width: 50, height: 40 },
  });
  // A sink, and a window of two keys.
  const mask = { sinks: 1, reached: () => [0, 2, 0, 3, 2, 4, 3, 5] };
  assert.deepEqual(absentRects({ leaveOut: 0, reach: null, mask, later: null }, viewport, 1), [
    [20, 0, 30, 10],
    [30, 10, 20, 10],
    [10, 20, 10, 10],
    [40, 20, 10, 10],
    [10, 30, 20, 10],
  ]);
  service.end();
});

test('weights of a file that is too large to hold are read in slices, and are what the file holds', async () => {
  const side = 4200;
  const data = new Float32Array(side * side);
  for (let row = 0; row < side; row += 1) data[row * side + ((row * 7) % side)] = 1;
  data[3000 * side + 11] = 0.5;
  data[2999 * side] = NaN;
  const { service, info, view } = await opened([new File([npy([side, side], data)], 'large.npy')]);
  const tile = await service.tile(info.id, 0, [2998, 3], [0, 12]);
  assert.ok(Number.isNaN(tile.data[12]) && tile.data[2 * 12 + 11] === 0.5);
  assert.equal((await service.row(info.id, 3000))[(3000 * 7) % side], 1);
  await complete(view);
  const level = view.base;
  const [row, col] = [3000 >> level, ((3000 * 7) % side) >> level];
  assert.equal((await service.tile(info.id, level, [row, 1], [col, 1])).data[0], 1);
  assert.equal((await service.tile(info.id, 1, [1500, 1], [5, 1])).data[0], 0.5);
  const entropy = view.margins.queryEntropy;
  assert.ok(Math.abs(entropy[3000] - 0.5 * Math.log(2)) < 1e-5, String(entropy[3000]));
  assert.ok(Number.isNaN(entropy[2999]));
  service.end();
});

test('the sampled rows of large weights are checked', async () => {
  const side = 4200;
  const ones = new Float32Array(side * side).fill(1);
  const { service } = await opened([new File([npy([side, side], ones)], 'ones.npy')]);
  /** @type {import('../rooms/maps/types.js').HeadFound[]} */
  const heads = [];
  await service.heads(0, { side: 32, tokens: null, sink: 1, reach: 1 }, (some) => heads.push(...some));
  assert.equal(heads[0].rowSums?.greatest.sum, side);
  service.end();
});

test('all heads are sampled with their errors before any is exact', async () => {
  const { service } = await opened([synthetic(STRUCTURES, true)]);
  /** @type {import('../rooms/maps/types.js').HeadFound[]} */
  const heads = [];
  await service.heads(0, { side: 32, tokens: null, sink: 1, reach: 1 }, (some) => heads.push(...some));
  assert.deepEqual(
    heads.map(({ head }) => head),
    [0, 1, 2, 3],
  );
  const [local, sink] = heads;
  assert.ok((sink.measures.sink_share ?? 0) > 0.6 && (local.measures.diagonal_share ?? 0) > 0.5);
  // 64 strata of 65 or 66 rows; the first one has 8 parts.
  assert.equal(local.sampled?.rows, 71);
  assert.ok((local.sampled?.errors.entropy ?? 0) > 0);
  assert.equal(local.measures.induction, null);
  assert.deepEqual([local.thumb.rows, local.thumb.cols, local.causal], [32, 32, true]);
  service.end();
});

test('measures are those of the whole head while a part is visible', async () => {
  const { service, view } = await opened([synthetic(['needle'], true)]);
  const last = 2047;
  await complete(view, [0, last + 1]);
  const { measures, errors, isExact } = view.measures();
  const { entropy, mean_distance: distance } = measures;
  // Almost all weights of a row are equal, so its entropy is ln (query + 1), and its distance query / 2.
  const mean = (/** @type {number} */ end, /** @type {(query: number) => number} */ of) =>
    Array.from({ length: end }, (_, query) => of(query)).reduce((sum, each) => sum + each, 0) / end;
  const log = (/** @type {number} */ query) => Math.log(query + 1);
  const [whole, part] = [mean(TOKENS, log), mean(last + 1, log)];
  assert.ok(whole - part > 0.5);
  const [error, farError] = [errors.entropy ?? NaN, errors.mean_distance ?? NaN];
  assert.ok(entropy && distance && !isExact && error < 0.05, `${error}`);
  assert.ok(Math.abs(entropy - whole) < 2 * error + 0.02, `${entropy}, not ${whole}`);
  const far = mean(TOKENS, (query) => query / 2);
  assert.ok(Math.abs(distance - far) < 2 * farError + 0.01 * far, `${distance}, not ${far}`);
  assert.equal(view.sampled, 71);
  service.end();
});

test('a stop keeps what is known, and going on computes the rest', async () => {
  const { service, view } = await opened([synthetic(['sink'], false)]);
  await new Promise((done) => {
    view.listeners.add(() => view.reach().known > 3 && done(undefined));
    view.look([0, TOKENS]);
  });
  view.stop();
  const { stopped, known, all } = view.reach();
  assert.ok(stopped && known > 0 && known < all, `${known} of ${all}`);
  view.go();
  await complete(view);
  assert.equal(view.reach().known, Math.ceil(TOKENS / 64));
  service.end();
});

test('what cannot be read part by part is rejected with what fits and what to do', async () => {
  const service = await start();
  const refusal = async (/** @type {File[]} */ files) => {
    const all = await service.open(files);
    const answer = readingOf(all, understand(all)[0]);
    return 'refused' in answer ? answer.refused(t) : '';
  };
  // Zeros in 16 bits.
  const wide = npy([100_000, 256], new Uint16Array(100_000 * 256));
  const many = [new File([wide], 'q.npy'), new File([wide], 'k.npy')];
  assert.equal(
    await refusal(many),
    'q and k of one head have 100000 tokens × 256 features, more than the limit of 16777216 numbers each. Save part of the rows, at most 65536 tokens.',
  );
  const sizes = [
    new File([npy([5000, 8], new Float32Array(40_000))], 'q.npy'),
    new File([npy([5000, 4], new Float32Array(20_000))], 'k.npy'),
  ];
  assert.match(await refusal(sizes), /A query in q has 8 features and a key in k has 4/);
  service.end();
});

test('a mask expression of a file hides the cells of a large head, in rows, tiles and what is drawn', async () => {
  const size = 4;
  const numbers = (/** @type {number} */ seed) =>
    Float32Array.from({ length: TOKENS * size }, (_, at) => Math.sin(at * 0.37 + seed));
  const [q, k] = [numbers(1), numbers(2)];
  const metadata = { mask: 'causal and (window(900) or prefix(3))', causal: 'true' };
  const part = (/** @type {string} */ name, /** @type {Float32Array<ArrayBuffer>} */ data) => ({
    name,
    shape: [1, 1, TOKENS, size],
    bits: /** @type {const} */ (32),
    data: data.buffer,
  });
  const file = tensorsFile('mask.safetensors', metadata, [part('q', q), part('k', k)]);
  const { service, reading, info, view } = await opened([file]);
  assert.equal(reading.qk.mask, metadata.mask);
  const sees = (/** @type {number} */ i, /** @type {number} */ j) => j <= i && (i - j < 900 || j < 3);
  for (const query of [0, 902, 4199]) {
    const row = await service.row(info.id, query);
    const { data } = await service.tile(info.id, 0, [query, 1], [0, 8]);
    const powers = Array.from({ length: TOKENS }, (_, j) => {
      let sum = 0;
      for (let at = 0; at < size; at += 1) sum += q[query * size + at] * k[j * size + at];
      return sees(query, j) ? Math.exp(sum / Math.sqrt(size)) : 0;
    });
    const all = powers.reduce((sum, power) => sum + power, 0);
    powers.forEach((power, j) => {
      if (sees(query, j)) assert.ok(Math.abs(row[j] - power / all) < 2e-6, `${query}, ${j}`);
      else assert.ok(Number.isNaN(row[j]), `${query}, ${j}`);
    });
    data.forEach((cell, j) => assert.equal(Number.isNaN(cell), !sees(query, j), `${query}, ${j}`));
  }
  await complete(view);
  assert.ok(Math.abs(view.margins.querySum[4000] - 1) < 1e-5);
  const absent = { leaveOut: 0, reach: null, mask: view.mask, later: null };
  const reasons = [0, 2, 3, 3100, 3101].map((key) => reasonAt(absent, { query: 4000, key }));
  assert.deepEqual(reasons, [null, null, 'masked', 'masked', null]);
  service.end();
});
