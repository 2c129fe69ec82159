import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jobsOf } from '../engine/attend-jobs.js';
import { attend, load } from '../engine/attend.js';
import { RightOperand } from '../engine/kernels.js';
import { refusal } from './engine-support.js';
import { fastCases, farthest, numbers } from './kernels-cases.js';
/** @import { AttendInputs, AttendOptions } from '../engine/attend.js' */

await load();

test('the kernels give the output and the weights of the exact core, over shapes and options', () => {
  for (const { name, options, inputs, exact } of fastCases()) {
    const all = attend(options, exact);
    const { output } = attend({ ...options, compute: 'output' }, inputs);
    const { weights } = attend({ ...options, compute: 'weights' }, inputs);
    assert.deepEqual(output.shape, all.output.shape, name);
    assert.deepEqual(weights.shape, all.weights.shape, name);
    assert.ok(output.data instanceof Float32Array && weights.data instanceof Float32Array, name);
    assert.ok(farthest(output.data, all.output.data) < 2e-5, name);
    assert.ok(farthest(weights.data, all.weights.data) < 1e-5, name);
  }
});

test('what is asked for is all that is returned', () => {
  const x = { shape: [1, 1, 2, 1], data: Float64Array.of(1, 2) };
  const inputs = { q: x, k: x, v: x };
  assert.deepEqual(Object.keys(attend({ compute: 'weights' }, inputs)), ['weights']);
  const { output } = attend({ compute: 'output' }, inputs);
  assert.deepEqual(output, attend({}, inputs).output);
  assert.deepEqual(attend({ compute: 'all' }, inputs), attend({}, inputs));
});

test('an unknown computation is rejected with the valid ones', () => {
  const x = { shape: [1, 1, 2, 1], data: Float32Array.of(1, 2) };
  const given = /** @type {AttendOptions} */ (/** @type {unknown} */ ({ compute: 'scores' }));
  assert.equal(
    refusal(() => attend(given, { q: x, k: x, v: x })),
    'attend options: compute must be all or output or weights',
  );
});

test('what the kernels do not compute is computed, or rejected, by the exact core', () => {
  const single = (/** @type {number[]} */ ...data) => ({
    shape: [1, 1, data.length, 1],
    data: Float32Array.from(data),
  });
  /** @type {AttendInputs<Float32Array>} */
  const inputs = { q: single(1, 2), k: single(3, 4), v: single(5, 6) };
  const boolean = { shape: [2, 2], data: Uint8Array.of(1, 0, 1, 1) };
  const masked = { ...inputs, boolean };
  assert.deepEqual(attend({ compute: 'weights' }, masked).weights, attend({}, masked).weights);
  const damaged = { ...inputs, k: single(NaN, 4) };
  const steps = attend({ causal: true }, damaged);
  assert.ok(steps.weights.data.some(Number.isNaN));
  assert.deepEqual(attend({ compute: 'weights', causal: true }, damaged).weights, steps.weights);
  assert.deepEqual(attend({ compute: 'output', causal: true }, damaged).output, steps.output);
  const rope = { pairs: /** @type {const} */ ('half'), features: 0 };
  assert.deepEqual(attend({ compute: 'output', rope }, inputs).output, attend({ rope }, inputs).output);
  for (const wrong of [
    { ...inputs, k: single(1, 2, 3) },
    { ...inputs, q: { shape: [2], data: Float32Array.of(1, 2) } },
  ]) {
    assert.equal(
      refusal(() => attend({ compute: 'output' }, wrong)),
      refusal(() => attend({}, wrong)),
    );
  }
});

test('products are those of plain loops, with operands of 32 and 16 bits', () => {
  const [rows, depth, columns] = [7, 300, 21];
  const [a, b] = [numbers(rows * depth, 1), numbers(depth * columns, 2)];
  const halves = Uint16Array.from(b, (cell) => new Uint32Array(Float32Array.of(cell).buffer)[0] >>> 16);
  const widened = Float32Array.from(halves, (bits) => new Float32Array(Uint32Array.of(bits << 16).buffer)[0]);
  for (const { transposed, format, given, read } of [
    { transposed: false, given: b, read: b },
    { transposed: true, given: b, read: b },
    { transposed: false, format: /** @type {const} */ ('bf16'), given: halves, read: widened },
  ]) {
    const operand = new RightOperand({ depth, columns, transposed, format }, given);
    const found = operand.product(a);
    const exact = Float64Array.from({ length: rows * columns }, (_, cell) => {
      const [row, column] = [Math.floor(cell / columns), cell % columns];
      let sum = 0;
      for (let c = 0; c < depth; c += 1)
        sum += a[row * depth + c] * read[transposed ? column * depth + c : c * columns + column];
      return sum;
    });
    assert.ok(farthest(found, exact) < 1e-4);
    operand.free();
  }
});

test('work is divided into as many jobs as are asked for, and a head no further than that takes', () => {
  const tokens = 512;
  const jobs = (/** @type {number} */ heads, /** @type {number} */ parts) => {
    const tensor = { shape: [1, heads, tokens, 1], data: new Float32Array(heads * tokens) };
    return (
      jobsOf({ compute: 'output', causal: true }, { q: tensor, k: tensor, v: tensor }, parts)?.jobs ?? []
    );
  };
  assert.equal(jobs(1, 8).length, 8);
  assert.equal(jobs(16, 8).length, 16);
  assert.equal(jobs(3, 8).length, 9);
  assert.equal(jobs(1, 100).length, tokens / 32);
  assert.deepEqual(
    jobs(2, 4).map(({ rule, at }) => [rule.offset, at]),
    [
      [0, 0],
      [256, 256],
      [0, 512],
      [256, 768],
    ],
  );
});
