import initialize, * as bindings from '../pkg/heedmap_contrast_wasm.js';
import { instanceOf } from './instance.js';
import { painting } from './painting.js';

export { bindings };
/** The instance for Mistakes. */
const instance = instanceOf(
  initialize,
  bindings,
  () => new URL('../pkg/heedmap_contrast_wasm_bg.wasm', import.meta.url),
);
export const { reload, exposed } = instance;
export const load = /* @__PURE__ */ painting({ ...instance, bindings });
