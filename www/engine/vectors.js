/** Which vector instructions of WebAssembly the machine has. */

/** @typedef {'relaxed_simd' | 'simd128' | 'scalar'} Vectors */

/** A module with one function without parameters and results. @param {number[]} body */
const module = (...body) =>
  Uint8Array.of(
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    // One type, () -> (), and one function of it.
    ...[1, 4, 1, 0x60, 0, 0],
    ...[3, 2, 1, 0],
    ...[10, body.length + 4, 1, body.length + 2, 0, ...body, 0x0b],
  );

const ZERO = [0x41, 0]; // i32.const 0
const SPLAT = [...ZERO, 0xfd, 0x11]; // i32x4.splat
const DROP = 0x1a;
const SIMD128 = module(...SPLAT, DROP);
/** `f32x4.relaxed_madd` of three vectors. */
const RELAXED_SIMD = module(...SPLAT, ...SPLAT, ...SPLAT, 0xfd, 0x85, 0x02, DROP);

/**
 * The fastest instructions that this browser or Node accepts.
 *
 * @param {(module: Uint8Array<ArrayBuffer>) => boolean} [validates]
 * @returns {Vectors}
 */
export function vectors(validates = (module) => WebAssembly.validate(module)) {
  if (typeof WebAssembly === 'undefined') return 'scalar';
  if (validates(RELAXED_SIMD)) return 'relaxed_simd';
  return validates(SIMD128) ? 'simd128' : 'scalar';
}
