import initialise, * as bindings from '../pkg/heedmap_wasm.js';
import { instanceOf } from './instance.js';

export { bindings };
/** The instance that Learn and right beside wrong have in common. */
export const { load, reload, guarded } = instanceOf(initialise, bindings, () => new URL('../pkg/heedmap_wasm_bg.wasm', import.meta.url));
