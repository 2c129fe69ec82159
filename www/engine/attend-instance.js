import initialize, * as bindings from '../pkg/heedmap_attend_wasm.js';
import { instanceOf } from './instance.js';

export { bindings };
/** The instance for attention over batches and heads. */
export const { load, reload, call } = instanceOf(
  initialize,
  bindings,
  () => new URL('../pkg/heedmap_attend_wasm_bg.wasm', import.meta.url),
);
