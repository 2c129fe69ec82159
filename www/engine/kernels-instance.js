/** The instance of the kernels: the fastest of the three builds that the machine supports. */
import initialize, * as bindings from '../pkg/heedmap_kernels_wasm.js';
import { exposing } from './handle.js';
import { instanceOf } from './instance.js';
import { vectors } from './vectors.js';

export { bindings };

/** All builds have the same bindings. The expressions are written out, so that bundlers find the files. */
const BUILDS = {
  relaxed_simd: () => new URL('../pkg/heedmap_kernels_wasm_relaxed_simd_bg.wasm', import.meta.url),
  simd128: () => new URL('../pkg/heedmap_kernels_wasm_simd128_bg.wasm', import.meta.url),
  scalar: () => new URL('../pkg/heedmap_kernels_wasm_bg.wasm', import.meta.url),
};

const instance = instanceOf(initialize, bindings, () => BUILDS[vectors()]());
export const { load, reload, program, isReady, call, guarded } = instance;
export const { handle } = exposing(instance);
