import relaxed_simd from 'heedmap:wasm/heedmap_kernels_wasm_relaxed_simd';
import simd128 from 'heedmap:wasm/heedmap_kernels_wasm_simd128';
import { inflate } from '../engine/inflate.js';
import { vectors } from '../engine/vectors.js';

/** @type {Partial<Record<import('../engine/vectors.js').Vectors, string>>} */
const BUILDS = { relaxed_simd, simd128 };

/** The kernels for the fastest vector instructions of this browser. */
export async function kernels() {
  const program = BUILDS[vectors()];
  if (!program)
    throw new Error(
      'This browser has no vector instructions for WebAssembly (SIMD), which heads this large need.',
    );
  return WebAssembly.compile(await inflate(program));
}
