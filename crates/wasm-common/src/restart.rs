//! A new instance in the place of one that broke.

use wasm_bindgen::prelude::*;

/// Lets the next call start on a fresh instance with a memory of its own.
///
/// No panic is reachable from input, but memory can run out, and then the instance must not be used again: its
/// memory is as the failure left it. The compiled module stays, so that this takes a moment and no download.
///
/// @example
/// restart();
#[wasm_bindgen]
pub fn restart() {
    wasm_bindgen::handler::schedule_reinit();
}
