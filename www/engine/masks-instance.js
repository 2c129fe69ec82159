/** The instance of the wasm of the Masks room, and its cache of one parsed mask. */
import initialize, * as bindings from '../pkg/heedmap_masks_wasm.js';
import { instanceOf } from './instance.js';

export { bindings };

export const { load, reload, exposed, guarded, restarts } = instanceOf(
  initialize,
  bindings,
  () => new URL('../pkg/heedmap_masks_wasm_bg.wasm', import.meta.url),
);

/**
 * The last parsed mask, and the restarts when it was parsed. A room makes many calls for one text, which is
 * parsed once.
 *
 * @type {{ text: unknown, mask: bindings.Mask, restarts: number } | null}
 */
let cached = null;

/**
 * Calls a function with the parsed mask of a text. The function must not keep or free the handle.
 *
 * @template T
 * @param {unknown} text
 * @param {() => bindings.Mask} parse - parses the text; not called if the mask is cached
 * @param {(mask: bindings.Mask) => T} call
 * @returns {T}
 */
export function withMask(text, parse, call) {
  return guarded(() => {
    // The handle of a replaced instance has no memory.
    if (cached?.restarts !== restarts()) cached = null;
    if (cached === null || cached.text !== text) {
      // An invalid text throws here and does not replace the cached mask.
      const mask = parse();
      cached?.mask.free();
      cached = { text, mask, restarts: restarts() };
    }
    return call(cached.mask);
  });
}
