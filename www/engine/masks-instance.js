import initialise, * as bindings from '../pkg/heedmap_masks_wasm.js';
import { instanceOf } from './instance.js';

export { bindings };
/** The instance that masks are worked in. */
export const { load, reload, guarded } = instanceOf(
  initialise,
  bindings,
  () => new URL('../pkg/heedmap_masks_wasm_bg.wasm', import.meta.url),
);
