/** The program that only paints maps of heads. It is small, so it is there before that of the Models room. */
import initialize, * as bindings from '../pkg/heedmap_map_paint_wasm.js';
import { instanceOf } from './instance.js';

const { load, exposed } = instanceOf(
  initialize,
  bindings,
  () => new URL('../pkg/heedmap_map_paint_wasm_bg.wasm', import.meta.url),
);
export { load };
export const paintMap = exposed(bindings.paintMap);
