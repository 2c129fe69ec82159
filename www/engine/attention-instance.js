import initialise, * as bindings from '../pkg/heedmap_learn_wasm.js';
import { instanceOf } from './instance.js';

export { bindings };
/** The instance for Learn, Mistakes, and `attend`. */
export const { load, reload, call, exposed, guarded, restarts } = instanceOf(
  initialise,
  bindings,
  () => new URL('../pkg/heedmap_learn_wasm_bg.wasm', import.meta.url),
);
