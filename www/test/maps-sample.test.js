import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stepsOf, weights } from '../rooms/maps/sample/pack.mjs';
import { SAMPLE, sample, SHAPE, STEPS } from '../rooms/maps/sample/sample.js';
import steps from '../rooms/maps/sample/steps.json' with { type: 'json' };

const { tokens } = SHAPE;
const { rows } = steps;

test('the sample has the weights of the model, rounded to whole steps with the right sum in every row', async () => {
  const real = await weights();
  const all = rows.flat();
  assert.equal(all.length, real.length);
  for (let row = 0; row < all.length; row += tokens) {
    const here = all.slice(row, row + tokens);
    assert.deepEqual(here, stepsOf(real.subarray(row, row + tokens)));
    assert.equal(
      here.reduce((sum, step) => sum + step, 0),
      STEPS,
    );
  }
  assert.ok(all.every((step, i) => Math.abs(step / STEPS - real[i]) < 1 / STEPS));
});

test('a row is rounded to whole steps, and the remainder goes to the cells that lost most, the first of equal ones', () => {
  assert.deepEqual(stepsOf([1 / 3, 1 / 3, 1 / 3]), [342, 341, 341]);
  assert.deepEqual(stepsOf([0, 1, 0]), [0, 1024, 0]);
  assert.deepEqual(stepsOf([0.4 / 1024, 0.9 / 1024, 1022.7 / 1024]), [0, 1, 1023]);
});

test('the sample is a file with its tokens and every weight in its place', async () => {
  const file = await sample();
  assert.equal(file.name, SAMPLE.name);
  const { tokens: names, attention } = JSON.parse(await file.text());
  assert.deepEqual(names, SAMPLE.tokens);
  assert.equal(names.length, tokens);
  assert.deepEqual(
    [attention.length, attention[0].length, attention[0][0].length, attention[0][0][0].length],
    [SAMPLE.layers, SAMPLE.heads, tokens, tokens],
  );
  assert.deepEqual(
    attention.flat(3).map((/** @type {number} */ weight) => weight * STEPS),
    rows.flat(),
  );
});
