/** Numbers rounded to fewer bits. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { headsFile } from '../page/frame/heads-file.js';
import { deflated, lettersOf } from '../page/frame/packed.js';
import { halfOf, rounded, valueOfHalf } from '../page/save/rounding.js';

/** As NumPy rounds to float16: `np.float32(x).astype(np.float16).view(np.uint16)`. */
const HALVES = [
  [0, 0],
  [-0, 0x8000],
  [1, 0x3c00],
  [0.1, 0x2e66],
  [1 / 3, 0x3555],
  [65504, 0x7bff],
  [65519.996, 0x7bff],
  [65520, 0x7c00],
  [6.1035156e-5, 0x0400],
  [6.0975552e-5, 0x03ff],
  [5.9604645e-8, 1],
  [2.9802322e-8, 0],
  [2.9802326e-8, 1],
  [1.00048828125, 0x3c00],
  [1.00146484375, 0x3c02],
  [-2.5, 0xc100],
  [Infinity, 0x7c00],
];

test('16-bit floats are rounded as in IEEE 754: to the nearest, ties to even', () => {
  for (const [number, half] of HALVES) assert.equal(halfOf(Math.fround(number)), half, String(number));
  assert.ok(Number.isNaN(valueOfHalf(halfOf(NaN))));
  for (let half = 0; half < 65536; half += 1)
    if (!Number.isNaN(valueOfHalf(half))) assert.equal(halfOf(valueOfHalf(half)), half);
});

test('the reported error is the largest, and missing numbers stay missing', async () => {
  const numbers = Float32Array.from({ length: 1000 }, (_, place) =>
    place % 97 === 0 ? NaN : Math.abs(Math.sin(place)) ** 7,
  );
  for (const bits of /** @type {const} */ ([8, 16, 32])) {
    const { bytes, low, step, power, error } = rounded(numbers, bits);
    assert.equal(bytes.length, (numbers.length * bits) / 8);
    const saved = {
      name: 'a.npy',
      shape: /** @type {[number, number, number, number]} */ ([1, 1, 10, 100]),
      bits,
      low,
      step,
      power,
      tokens: ['a'],
      queryTokens: [],
      data: lettersOf(await deflated(bytes)),
    };
    const file = Buffer.from(await (await headsFile(saved)).arrayBuffer());
    const length = Number(file.readBigUInt64LE());
    const header = JSON.parse(file.toString('utf8', 8, 8 + length));
    assert.deepEqual(header.attention.shape, saved.shape);
    assert.deepEqual(JSON.parse(header.__metadata__.tokens), ['a']);
    const steps = JSON.parse(header.__metadata__.byte_steps ?? '{}').attention;
    const read = Array.from(numbers, (_, place) => {
      if (bits === 16) return valueOfHalf(file.readUInt16LE(8 + length + 2 * place));
      if (bits === 32) return file.readFloatLE(8 + length + 4 * place);
      const step = file[8 + length + place];
      return step === 255 ? NaN : Math.fround(steps.low + steps.step * step ** steps.power);
    });
    let most = 0;
    numbers.forEach((number, place) => {
      assert.equal(Number.isNaN(read[place]), Number.isNaN(number));
      if (!Number.isNaN(number)) most = Math.max(most, Math.abs(read[place] - number));
    });
    assert.equal(error, most, `${bits} bits`);
    assert.ok(bits === 32 ? most === 0 : most > 0 && most < 0.01);
  }
});

test('equal, missing or infinite numbers are rounded or rejected', () => {
  assert.equal(rounded(Float32Array.of(0.25, 0.25), 8).error, 0);
  assert.equal(rounded(Float32Array.of(NaN, NaN), 8).error, 0);
  assert.equal(rounded(Float32Array.of(0, Infinity), 8).error, Infinity);
  assert.equal(rounded(Float32Array.of(0, 1e6), 16).error, Infinity);
});

test('8 bits keep weights that are spread over many keys, and equal steps hold negative numbers', () => {
  // 1/512 is between the codes 11 and 12 of 1 / 254²: 0.001876 and 0.002232.
  const even = rounded(Float32Array.of(1, 1 / 512), 8);
  assert.deepEqual([even.power, even.low, [...even.bytes]], [2, 0, [254, 11]]);
  const differences = rounded(Float32Array.of(-0.5, 0.77, 0), 8);
  assert.deepEqual([differences.power, [...differences.bytes]], [1, [0, 254, 100]]);
});
