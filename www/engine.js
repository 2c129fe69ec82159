/**
 * The engine: everything that is computed, from Rust through wasm. It is the same in a page, in Node and in tests.
 *
 * `await load(...)` once; then every function is synchronous, takes plain data and returns plain data that the caller
 * owns. What cannot be computed throws an `Error` with one sentence. Should the wasm itself fail (memory can run out),
 * the call throws a sentence too, and the next one starts on a fresh instance: nothing is kept between calls but what can
 * be worked again.
 */
export * from './engine/attention.js';
export * from './engine/contrast.js';
export * from './engine/masks.js';
