/** Cases of attention that the kernels compute, for the tests in Node and in Chromium. */
/** @import { AttendInputs, AttendOptions } from '../engine/attend.js' */

/** Pseudo-random numbers in [-1, 1). @param {number} count @param {number} seed */
export function numbers(count, seed) {
  let state = seed;
  return Float32Array.from({ length: count }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  });
}

/** The largest difference. @param {ArrayLike<number>} found @param {ArrayLike<number>} exact */
export function farthest(found, exact) {
  let most = found.length === exact.length ? 0 : Infinity;
  for (let at = 0; at < found.length; at += 1) most = Math.max(most, Math.abs(found[at] - exact[at]));
  return most;
}

/**
 * Shapes: batch, heads, kv heads, queries, keys, past keys, features, value features.
 *
 * @type {[number, number, number, number, number, number, number, number][]}
 */
const SHAPES = [
  [1, 1, 1, 1, 1, 0, 1, 1],
  [1, 1, 1, 33, 33, 0, 16, 16],
  [1, 4, 2, 17, 40, 0, 24, 5],
  [2, 3, 1, 5, 7, 9, 3, 18],
  [1, 2, 2, 70, 150, 0, 64, 64],
];

/** @type {AttendOptions[]} */
const OPTIONS = [
  {},
  { causal: true },
  { causal: true, alignment: 'lower_right' },
  { causal: true, alignment: -3 },
  { causal: true, prefix: 6, window: { left: 4, right: -1 } },
  { window: { left: 3, right: 2 }, scale: 0.3 },
  { softcap: 2, scale: 'none', temperature: 0.7 },
  { alibi: true, causal: true, temperature: 2 },
];

/**
 * Every shape with every option, in 32 bits and as 64 bits of the same numbers.
 *
 * @returns {{ name: string, options: AttendOptions, inputs: AttendInputs<Float32Array>, exact: AttendInputs<Float64Array> }[]}
 */
export function fastCases() {
  return SHAPES.flatMap(([batch, heads, kvHeads, queries, keys, past, features, values]) =>
    OPTIONS.map((options) => {
      const tensor = (/** @type {number[]} */ shape, /** @type {number} */ seed) => ({
        shape,
        data: numbers(
          shape.reduce((cells, side) => cells * side, 1),
          seed,
        ),
      });
      /** @type {AttendInputs<Float32Array>} */
      const inputs = {
        q: tensor([batch, heads, queries, features], 1),
        k: tensor([batch, kvHeads, keys, features], 2),
        v: tensor([batch, kvHeads, keys, values], 3),
        pastK: past ? tensor([batch, kvHeads, past, features], 4) : null,
        pastV: past ? tensor([batch, kvHeads, past, values], 5) : null,
      };
      const wide = Object.entries(inputs).map(([name, given]) => [
        name,
        given && { shape: given.shape, data: Float64Array.from(given.data) },
      ]);
      const name = `${JSON.stringify(options)} of ${[batch, heads, kvHeads, queries, keys, past, features, values]}`;
      return { name, options, inputs, exact: Object.fromEntries(wide) };
    }),
  );
}
