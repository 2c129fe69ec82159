/**
 * The instance of the wasm of the Masks room, and the parsed mask that it keeps.
 */
import initialise, * as bindings from '../pkg/heedmap_masks_wasm.js';
import { instanceOf } from './instance.js';

export { bindings };

/**
 * The mask that was parsed last. A room asks many questions about one text: they share one parse.
 *
 * @type {{ text: unknown, mask: bindings.Mask } | null}
 */
let kept = null;

const forgetful = {
  restart() {
    // The handle points into the memory of the former instance: it is dropped, and not freed.
    kept = null;
    bindings.restart();
  },
};

/** The instance that masks are worked in. */
export const { load, reload, call, guarded } = instanceOf(
  initialise,
  forgetful,
  () => new URL('../pkg/heedmap_masks_wasm_bg.wasm', import.meta.url),
);

/**
 * Calls with the parsed mask of a text. The handle belongs to this module: a call must not keep or free it.
 *
 * @template T
 * @param {unknown} text
 * @param {() => bindings.Mask} parse - parses this text; it runs unless this text was parsed last
 * @param {(mask: bindings.Mask) => T} call
 * @returns {T}
 */
export function withMask(text, parse, call) {
  return guarded(() => {
    if (kept === null || kept.text !== text) {
      // A text that is refused does not replace the last one that was parsed.
      const mask = parse();
      kept?.mask.free();
      kept = { text, mask };
    }
    return call(kept.mask);
  });
}
