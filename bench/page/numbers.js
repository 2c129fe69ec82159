/**
 * Normally distributed numbers from a linear congruential generator.
 *
 * @param {number} count @param {number} seed
 */
export function normals(count, seed) {
  let state = seed >>> 0;
  const uniform = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state + 0.5) / 2 ** 32;
  };
  return Float32Array.from(
    { length: count },
    () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform()),
  );
}

/** @param {number[]} values */
export const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

/** Milliseconds of a call. @param {() => unknown} work */
export async function timed(work) {
  const from = performance.now();
  await work();
  return performance.now() - from;
}
