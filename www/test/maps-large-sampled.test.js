/** Large heads among all heads: of the queries only the sampled rows are read, and that changes no number. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import * as engine from '../engine/maps.js';
import { pageBackend } from '../rooms/maps/service/backends.js';
import { createService } from '../rooms/maps/service/service.js';
import { part, readingOf, safetensors, tensor, turned } from './maps-service-support.js';
/** @import { HeadFound } from '../rooms/maps/types.js' */

before(() => engine.load());

const [TOKENS, QUERIES, SIZE, SIDE] = [9000, 8990, 8, 32];
const HEADS = 2;
const QK = /** @type {const} */ ({
  scale: null,
  causal: 'lower_right',
  window: null,
  softcap: null,
  rope: { base: 10_000, pairs: 'half', dim: null },
});

/**
 * The heads of a file whose queries have these axes, and the bytes that were read of them.
 *
 * @param {'query' | 'feature'} last
 */
async function measured(last) {
  const q = tensor([HEADS, QUERIES, SIZE], 1);
  const file = safetensors({
    q: last === 'feature' ? q : turned(q, [0, 2, 1]),
    k: tensor([HEADS, TOKENS, SIZE], 2),
  });
  const blob = new Blob([/** @type {any} */ (file)]);
  const slice = blob.slice.bind(blob);
  let read = 0;
  blob.slice = (from = 0, to = blob.size) => {
    if (from < blob.size - 4 * HEADS * TOKENS * SIZE) read += to - from;
    return slice(from, to);
  };
  const service = createService([pageBackend(engine)], /** @type {any} */ (undefined));
  const opened = await service.open([blob]);
  const axes = /** @type {const} */ (['head', 'query', 'feature']);
  await service.read(
    0,
    readingOf({
      kind: 'qk',
      heads: HEADS,
      kvHeads: HEADS,
      queries: QUERIES,
      keys: TOKENS,
      offset: TOKENS - QUERIES,
      q: [part(opened, 'q', last === 'feature' ? [...axes] : ['head', 'feature', 'query'])],
      k: [part(opened, 'k', ['head', 'key', 'feature'])],
      qk: QK,
    }),
  );
  read = 0;
  /** @type {HeadFound[]} */
  const heads = [];
  await service.heads(0, { side: SIDE, tokens: null, sink: 1, reach: 1 }, (some) => heads.push(...some));
  service.end();
  return { heads, read };
}

test('the figures and the picture are those of a head of which all queries were read, with RoPE and a cache before it', async () => {
  const [some, all] = [await measured('feature'), await measured('query')];
  assert.equal(some.heads.length, HEADS);
  assert.deepEqual(some.heads, all.heads);
  // 64 strata of 140 or 141 rows; the first one has 9 parts.
  assert.equal(some.read, 4 * HEADS * 72 * SIZE);
  assert.ok(some.heads.every(({ causal, thumb }) => causal && thumb.rows === SIDE));
  assert.ok(some.heads.every(({ measures }) => (measures.entropy ?? 0) > 1));
});

test('a query that is missing among the sampled rows is missing in the picture, and no other is', async () => {
  const rows = Uint32Array.of(3, 10, 20);
  const { kernelVectors, headMap } = engine;
  const { PreparedHead, load } = await import('../engine/kernels-large.js');
  await load();
  const k = tensor([30, SIZE], 3).data;
  const q = tensor([rows.length, SIZE], 4).data;
  q[SIZE] = NaN;
  const some = { places: rows, queries: 30 };
  const options = { ...QK, causal: /** @type {const} */ ('upper_left'), rope: null, offset: 0 };
  const maps = [q, k].map((cells) => headMap(cells.length / SIZE, SIZE, Float32Array.from(cells)));
  const head = new PreparedHead(kernelVectors(maps[0], maps[1], options, some), some);
  const sums = Array.from(rows, (row) => head.row(row).reduce((sum, cell) => sum + (cell || 0), 0));
  assert.deepEqual([...head.info().missingQueries], [10]);
  assert.ok(Math.abs(sums[0] - 1) < 1e-5 && sums[1] === 0 && Math.abs(sums[2] - 1) < 1e-5, `${sums}`);
  head.free();
  assert.throws(
    () =>
      new PreparedHead(
        { rule: {}, features: 1, q: Float32Array.of(1), k: Float32Array.of(1) },
        { places: Uint32Array.of(5), queries: 5 },
      ),
    { message: /query 5/ },
  );
});

test('a mask expression of several ranges applies to rows, cells and pools of a prepared head', async () => {
  const { kernelVectors, headMap, MaskRanges } = engine;
  const { PreparedHead, load } = await import('../engine/kernels-large.js');
  await load();
  const [queries, keys] = [40, 90];
  const [q, k] = [queries, keys].map((count, at) => Float32Array.from(tensor([count, SIZE], 5 + at).data));
  const rule = {
    ...{ scale: null, causal: /** @type {const} */ ('lower_right'), window: null, softcap: null, rope: null },
    mask: 'window(6) or prefix(4) or images(20-30, 60-70)',
  };
  const sees = (/** @type {number} */ i, /** @type {number} */ j) => {
    const p = i + keys - queries;
    const image = [20, 60].some((first) => [p, j].every((at) => at >= first && at <= first + 10));
    return j <= p && (p - j < 6 || j < 4 || image);
  };
  const maps = [q, k].map((cells) => headMap(cells.length / SIZE, SIZE, cells.slice()));
  const head = new PreparedHead(kernelVectors(maps[0], maps[1], rule));
  const mask = new MaskRanges(rule, queries, keys);
  const rows = Uint32Array.from({ length: queries }, (_, at) => at);
  head.see(rows, mask.ranges(rows));
  const counts = Array.from(
    rows,
    (i) => Array.from({ length: keys }, (_, j) => sees(i, j)).filter(Boolean).length,
  );
  assert.deepEqual([...mask.keyCounts(rows)], counts);
  assert.deepEqual([...head.keyCounts(rows)], counts);
  const pools = head.pools([0, queries], [0, keys], 1);
  const sampled = head.sample(
    rows,
    Uint32Array.from({ length: keys }, (_, at) => at),
  );
  for (const i of rows) {
    const powers = Array.from({ length: keys }, (_, j) => {
      let score = 0;
      for (let c = 0; c < SIZE; c += 1) score += q[i * SIZE + c] * k[j * SIZE + c];
      return sees(i, j) ? Math.exp(score / Math.sqrt(SIZE)) : 0;
    });
    const sum = powers.reduce((all, power) => all + power, 0);
    const row = head.row(i);
    for (let j = 0; j < keys; j += 1) {
      const at = `${i}, ${j}`;
      for (const cell of [row[j], sampled[i * keys + j], pools.greatest[i * keys + j]])
        if (sees(i, j)) assert.ok(Math.abs(cell - powers[j] / sum) < 1e-5, at);
        else assert.ok(Number.isNaN(cell), at);
    }
  }
  assert.throws(
    () => new MaskRanges({ ...rule, mask: 'causal and' }, 3, 3),
    /the mask causal and does not fit/,
  );
  mask.free();
  head.free();
});
