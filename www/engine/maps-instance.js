/** The instance of the wasm of the Models room, and handles of objects in its memory. */
import initialize, * as bindings from '../pkg/heedmap_maps_wasm.js';
import { exposing } from './handle.js';
import { instanceOf } from './instance.js';

export { bindings };

const instance = instanceOf(
  initialize,
  bindings,
  () => new URL('../pkg/heedmap_maps_wasm_bg.wasm', import.meta.url),
);
export const { load, reload, program, isReady } = instance;
export const { handle, exposed } = exposing(instance);
