/** Large heads of the engine: rejected input, and a handle that was freed. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import * as engine from '../engine/maps.js';

before(() => engine.load());

const [QUERIES, KEYS] = [200, 30];
/** The figures of each row: eleven numbers. */
const FIGURES = 11;

test('a large head rejects results of another size, and then takes those of the right size', () => {
  const head = new engine.LargeHead(QUERIES, KEYS);
  const { levels, base, sample, colorRows, colorColumns } = head.shape();
  assert.deepEqual([levels[0], levels[1], base], [{ rows: 200, cols: 30 }, { rows: 100, cols: 15 }, 0]);
  const mask = { offset: 0, before: null, after: 0, sinks: 0 };
  const weights = new Float32Array(colorRows.length * colorColumns.length).fill(0.5);
  const figures = new Float32Array(FIGURES * sample.length);
  assert.throws(() => head.open(mask, figures.subarray(1), weights), { kind: 'input', message: /figures/ });
  assert.throws(() => head.open(mask, figures.subarray(FIGURES), weights), {
    kind: 'input',
    message: /figures of rows/,
  });
  assert.throws(() => head.open(mask, /** @type {any} */ ([1]), weights), { kind: 'input' });
  head.open(mask, figures, weights);
  assert.equal(head.colors().quantiles[128], 0.5);
  assert.deepEqual([...head.reached(Uint32Array.of(0, 7, 199))], [0, 1, 0, 8, 0, 30]);

  const unit = head.takeUnit([0, QUERIES]);
  assert.deepEqual(unit, { index: 0, start: 0, length: 64, side: 1 });
  const pools = new Float32Array(64 * KEYS).fill(0.25);
  const rows = {
    greatest: pools,
    sums: pools,
    figures: new Float32Array(64 * FIGURES),
    keySums: new Float32Array(KEYS),
  };
  assert.throws(() => head.addUnit(0, { ...rows, sums: pools.subarray(1) }), {
    kind: 'input',
    message: /pools/,
  });
  assert.throws(() => head.addUnit(0, { ...rows, keySums: new Float32Array(3) }), {
    message: /3 sums of keys/,
  });
  assert.throws(() => head.addUnit(9, rows), { kind: 'input', message: /unit from 9/ });
  head.addUnit(0, rows);
  assert.deepEqual([...head.progress([0, QUERIES])], [1, 4]);
  const none = { weights: null, sums: null };
  assert.deepEqual([...head.tile('max', 1, [31, 2], [0, 1], none)], [0.25, NaN]);
  assert.throws(() => head.tile('max', 1, [99, 2], [0, 1], none), { kind: 'input', message: /rows/ });
  assert.throws(() => head.plan(99, [0, 1], [0, 1]), { kind: 'input', message: /level 99/ });
  assert.throws(() => head.takeUnit(/** @type {any} */ (3)), { message: 'rows must be [start, length]' });

  assert.equal(head.isAlive, true);
  head.free();
  assert.equal(head.isAlive, false);
  assert.throws(() => head.measures(), { message: 'the head was already freed' });
});

test('rows of a file are pooled with the figures of their queries', () => {
  const map = engine.headMap(2, 3, Float32Array.of(0.5, 0.25, 0.25, 0, 0, 1));
  const pools = engine.rowPools(2, 3, 1, 2);
  assert.throws(() => pools.add(map, Uint32Array.of(1), 0), { kind: 'input' });
  pools.add(map, Uint32Array.of(1, 5), -3);
  const { greatest, sums, figures, keySums } = pools.finish();
  assert.deepEqual([...greatest], [0.5, 0.25, 0, 1]);
  assert.deepEqual([...sums], [0.75, 0.25, 0, 1]);
  assert.deepEqual([...keySums], [0.5, 0.25, 1.25]);
  // Query 5 is at position 2, on the key with all its weight: its distance is 0, and its causal share 1.
  assert.deepEqual([...figures.subarray(FIGURES + 6, FIGURES + 9)], [0, 1, 1]);
  // Query 1 is at position -2, before all keys.
  const [distance, diagonal, causal] = figures.subarray(6, 9);
  assert.deepEqual([distance, diagonal + 0, causal + 0], [0.5 * 2 + 0.25 * 3 + 0.25 * 4, 0, 0]);
  assert.deepEqual([...engine.pooled(map, 2).greatest], [0.5, 1]);
  map.free();
});
