/**
 * The instance of the wasm of the Masks room, and the parsed mask that it keeps.
 */
import initialise, * as bindings from '../pkg/heedmap_masks_wasm.js';
import { instanceOf } from './instance.js';

export { bindings };

/**
 * The mask that was parsed last. A room makes many calls for one text, which is parsed once.
 *
 * @type {{ text: unknown, mask: bindings.Mask } | null}
 */
let kept = null;

const forgetful = {
  restart() {
    // The handle belongs to the memory of the former instance: it is dropped, and not freed.
    kept = null;
    bindings.restart();
  },
};

/** The instance for masks. */
export const { load, reload, call, guarded } = instanceOf(
  initialise,
  forgetful,
  () => new URL('../pkg/heedmap_masks_wasm_bg.wasm', import.meta.url),
);

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
    if (kept === null || kept.text !== text) {
      // A rejected text does not replace the last one that was parsed.
      const mask = parse();
      kept?.mask.free();
      kept = { text, mask };
    }
    return call(kept.mask);
  });
}
