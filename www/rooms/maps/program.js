/**
 * The program of the room. In the page it arrives after the first heads are shown: a small program paints
 * these, and the page knows the rest of them (`live/text/first-sentence.js`).
 */
import { isReady, load, paintMap as painted, program } from '../../engine/maps.js';
/** @import { MapPaintOptions } from '../../engine/maps.js' */
/** @import { WasmInit } from '../../engine/instance.js' */

/** @typedef {{ load: () => Promise<void>, paintMap: typeof painted }} Painter */

/** What paints until the program has started, in a bundle that has it. */
export const early = { painter: /** @type {Painter | null} */ (null) };

/** Where the program comes from. @type {WasmInit | undefined} */
let source;

/** Starts what the first view needs. @param {WasmInit} [from] - where the program comes from */
export function start(from) {
  source = from ?? source;
  return early.painter ? early.painter.load() : load(source);
}

/** The program, which is loaded now if it is not there yet. */
export async function compiled() {
  await load(source);
  return /** @type {WebAssembly.Module} */ (program());
}

export const paintMap = /** @type {(options: MapPaintOptions) => Uint8ClampedArray<ArrayBuffer>} */ (
  (options) => (isReady() || !early.painter ? painted : early.painter.paintMap)(options)
);
