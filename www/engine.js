/**
 * The engine for Node: all computations, in Rust as wasm. In the page each room has its own wasm, and imports
 * its functions from the files in `engine`.
 *
 * Call `await load()` once. Then every function is synchronous, takes plain data and returns plain data that
 * the caller owns. Invalid arguments throw an `Error` with a one-sentence message. If the wasm itself fails
 * (memory can run out), the call throws too, and the next call starts a new instance: between calls only
 * caches are kept.
 */
import * as attend from './engine/attend.js';
import * as attention from './engine/attention-instance.js';
import * as contrast from './engine/contrast-instance.js';
import * as masks from './engine/masks.js';

export * from './engine/attend.js';
export * from './engine/attention.js';
export * from './engine/contrast.js';
export * from './engine/masks.js';
export { legend, legendPixels } from './engine/attention.js';

/** Starts the programs for attention, mistakes and masks, and the kernels, from `pkg`. */
export async function load() {
  await Promise.all([attend, attention, contrast, masks].map(({ load }) => load()));
}

/** Frees the memory of the programs: the next call starts a new instance. */
export function reload() {
  for (const { reload } of [attend, attention, contrast, masks]) reload();
}
