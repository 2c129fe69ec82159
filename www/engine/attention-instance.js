import initialise, * as bindings from '../pkg/heedmap_lesson_wasm.js';
import { instanceOf } from './instance.js';

export { bindings };
/** The instance for Learn, and for the matrices of other rooms. */
export const { load, reload, isReady, call, exposed, guarded, restarts } = instanceOf(
  initialise,
  bindings,
  () => new URL('../pkg/heedmap_lesson_wasm_bg.wasm', import.meta.url),
);
