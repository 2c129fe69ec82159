import initialize, * as bindings from '../pkg/heedmap_lesson_wasm.js';
import { instanceOf } from './instance.js';
import { painting } from './painting.js';

export { bindings };
/** The instance for Learn. */
const instance = instanceOf(
  initialize,
  bindings,
  () => new URL('../pkg/heedmap_lesson_wasm_bg.wasm', import.meta.url),
);
export const { reload, isReady, call, exposed, guarded, restarts } = instance;
export const load = /* @__PURE__ */ painting({ ...instance, bindings });
