/**
 * The instance of the wasm of the Masks room, and the parsed mask that it keeps.
 */
import initialise, * as bindings from '../pkg/heedmap_masks_wasm.js';
import { instanceOf } from './instance.js';

export { bindings };

/** The instance for masks. */
export const { load, reload, call, guarded, restarts } = instanceOf(
  initialise,
  bindings,
  () => new URL('../pkg/heedmap_masks_wasm_bg.wasm', import.meta.url),
);

/**
 * The mask that was parsed last, and the instance that it belongs to. A room makes many calls for one text,
 * which is parsed once.
 *
 * @type {{ text: unknown, mask: bindings.Mask, restarts: number } | null}
 */
let cached = null;

/**
 * Calls a function with the parsed mask of a text. The handle belongs to this module: the function must not
 * keep or free it.
 *
 * @template T
 * @param {unknown} text
 * @param {() => bindings.Mask} parse - parses the text; called unless it was parsed last
 * @param {(mask: bindings.Mask) => T} call
 * @returns {T}
 */
export function withMask(text, parse, call) {
  return guarded(() => {
    // The handle of a former instance has no memory.
    if (cached?.restarts !== restarts()) cached = null;
    if (cached === null || cached.text !== text) {
      // A rejected text does not replace the last one that was parsed.
      const mask = parse();
      cached?.mask.free();
      cached = { text, mask, restarts: restarts() };
    }
    return call(cached.mask);
  });
}
