import initialise, * as bindings from '../pkg/heedmap_contrast_wasm.js';
import { instanceOf } from './instance.js';

export { bindings };
/** The instance for Mistakes. */
export const { load, reload, exposed } = instanceOf(
  initialise,
  bindings,
  () => new URL('../pkg/heedmap_contrast_wasm_bg.wasm', import.meta.url),
);
