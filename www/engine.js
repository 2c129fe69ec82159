/**
 * The engine: everything that is computed, from Rust through wasm, for Node. In a page each room has a module of its own, and takes its
 * functions from the file in `engine` that has them.
 *
 * `await load()` once; then every function is synchronous, takes plain data and returns plain data that the caller
 * owns. What cannot be computed throws an `Error` with one sentence. Should the wasm itself fail (memory can run out),
 * the call throws a sentence too, and the next one starts on a fresh instance: nothing is kept between calls but what can
 * be worked again.
 */
import * as attention from './engine/attention.js';
import * as masks from './engine/masks.js';

export * from './engine/attend.js';
export * from './engine/attention.js';
export * from './engine/contrast.js';
export * from './engine/masks.js';
export { legend, legendPixels } from './engine/attention.js';

/** Starts both programs, from `pkg`. */
export async function load() {
  await Promise.all([attention, masks].map((module) => module.load()));
}

/** Gives the memory of both programs back: the next call starts on a fresh instance. */
export function reload() {
  for (const module of [attention, masks]) module.reload();
}
