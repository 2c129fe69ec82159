/** What some queries of a large head keep, row by row, against the whole map of a small head. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { using } from '../engine/handle.js';
import * as large from '../engine/kernels-large.js';
import * as engine from '../engine/maps.js';

const [TOKENS, FEATURES, PLACES] = [300, 8, 20];
const SQUARE = { first: 0, length: TOKENS, width: TOKENS };
const BUDGETS = Uint32Array.of(1, 8, 64, TOKENS);
/** @type {import('../engine/maps.js').AttentionRule} */
const rule = { scale: null, causal: 'upper_left', window: null, softcap: null, rope: null };

before(() => Promise.all([engine.load(), large.load()]));

/** @param {number} seed */
function noise(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

/** @param {number} seed */
const vectors = (seed) => Float32Array.from({ length: TOKENS * FEATURES }, noise(seed), 0);

/** The own key of each query, and some before it; -1 is an unused place. */
function picks() {
  const next = noise(3);
  return Float32Array.from({ length: TOKENS * PLACES }, (_, at) => {
    const [query, place] = [Math.floor(at / PLACES), at % PLACES];
    const key = query - place * 3 - (place && next() > 0 ? 1 : 0);
    return key >= 0 ? key : -1;
  });
}

/** @param {Float32Array} found @param {Float32Array} wanted @param {number} [off] */
function near(found, wanted, off = 2e-6) {
  assert.equal(found.length, wanted.length);
  const far = found.findIndex((number, at) => Math.abs(number - wanted[at]) > off);
  assert.equal(far, -1, `${found[far]} for ${wanted[far]} at ${far}`);
  assert.deepEqual(Array.from(found, Number.isNaN), Array.from(wanted, Number.isNaN));
}

/** @param {import('../engine/maps.js').HeadMap} q @param {import('../engine/maps.js').HeadMap} k */
function denseOf(q, k) {
  const weights = engine.weightsOf(q, k, rule);
  const seen = engine.seenWeights(weights, rule);
  weights.free();
  return seen;
}

for (const by of /** @type {const} */ (['file', 'best', 'window']))
  test(`the rows that are kept by ${by} are those of the whole map`, async () => {
    const [q, k] = [vectors(1), vectors(2)];
    const rows = Uint32Array.from({ length: TOKENS }, (_, query) => query);
    const of = { queries: TOKENS, keys: TOKENS, block: 1, layer: 0, group: 0 };
    const head = new large.PreparedHead({ rule, features: FEATURES, q, k });
    const picked = engine.headMap(TOKENS, PLACES, picks());
    const seen = engine.pickedRanges(picked, rows, rule, of);
    const [ranges, states] = [seen.ranges(), seen.picture(SQUARE)];
    const found = new engine.KeptRows({ keys: TOKENS, by, budget: 24, budgets: BUDGETS, columns: SQUARE });
    // The head draws its picks; the dense rows are computed beside them.
    head.see(rows, ranges);
    const before = head.sample(rows, rows);
    let start = 0;
    for (const query of rows) {
      const bounds = ranges.bounds.subarray(start, (start += 2 * ranges.counts[query]));
      const [weights] = [head.rowsOver(Uint32Array.of(query))];
      found.add(query, weights, by === 'file' ? bounds : null);
    }
    assert.deepEqual(head.sample(rows, rows), before);

    await using(engine.headMap(TOKENS, FEATURES, q), (qMap) =>
      using(engine.headMap(TOKENS, FEATURES, k), (kMap) =>
        using(denseOf(qMap, kMap), async (dense) => {
          const { queries, ...places } = of;
          const file = engine.pickedKeys(picked, { ...places, offset: queries - TOKENS });
          const policy = by === 'file' ? 'best' : by;
          await using(engine.keptKeys(dense, policy, 24, by === 'file' ? file : null), (kept) => {
            near(found.lost(), kept.lost());
            assert.deepEqual([...found.counts()], [...kept.counts()]);
            assert.deepEqual(found.keys(), kept.keys(TOKENS - 1));
            near(found.picture(), kept.picture(TOKENS));
            // Of the picks alone, the states are the same.
            if (by === 'file')
              near(
                states,
                kept.picture(TOKENS).map((cell) => (cell >= 0 ? 1 : cell)),
              );
          });
          const { best, own } = found.curves(40);
          const curve = (/** @type {'best' | 'window'} */ name) => {
            const made = engine.recallCurve(dense, name, BUDGETS);
            const numbers = made.of(40);
            made.free();
            return numbers;
          };
          near(best, curve('best'));
          near(own, by === 'window' ? curve(by) : new Float32Array());
          if (by !== 'file') file.free();
        }),
      ),
    );
    for (const handle of [head, picked, seen, found]) handle.free();
  });

test('rows over given keys are those of a head that sees them', () => {
  const [q, k] = [vectors(4), vectors(5)];
  const head = new large.PreparedHead({ rule: { ...rule, sink: 0.5 }, features: FEATURES, q, k });
  const own = head.row(200);
  const ranges = { counts: Uint32Array.of(2), bounds: Uint32Array.of(3, 10, 50, 200) };
  const over = head.rowsOver(Uint32Array.of(200), ranges);
  assert.deepEqual(head.row(200), own);
  head.see(Uint32Array.of(200), ranges);
  assert.deepEqual(head.row(200), over);
  assert.equal(over.length, TOKENS + 1);
  assert.ok(over[0] > own[0] && Number.isNaN(over[1 + 10]));
  assert.deepEqual(head.rowsOver(Uint32Array.of(200)), own);
  head.free();
});

test('what cannot be kept row by row is refused with its figures', async () => {
  const how = {
    keys: 4,
    by: /** @type {any} */ ('best'),
    budget: 2,
    budgets: Uint32Array.of(1),
    columns: SQUARE,
  };
  const adding = async (/** @type {object} */ other, weights = new Float32Array(4)) =>
    using(new engine.KeptRows({ ...how, ...other }), (rows) => rows.add(0, weights, null));
  await assert.rejects(() => adding({ by: 'all' }), /the policy must be best, window, h2o or snapkv/);
  await assert.rejects(() => adding({ by: 'h2o' }), /h2o keeps keys by the weights of all queries before/);
  await assert.rejects(() => adding({ budget: 0 }), /the budget is 0/);
  await assert.rejects(() => adding({}, new Float32Array(3)), /the weights has 3 numbers, but 1 x 4 are 4/);
  await assert.rejects(
    () => adding({ columns: { ...SQUARE, width: 0 } }),
    /the width must be 1 to 8192 pixels/,
  );
});
