//! Replaces an instance after a failure.

use wasm_bindgen::prelude::*;

/// Makes the next call start on a new instance with its own memory.
///
/// No panic is reachable from input, but memory can run out, and then the instance must not be used
/// again, because its memory may be inconsistent. The compiled module is kept, so a restart takes a
/// moment and no download.
///
/// @example
/// restart();
#[wasm_bindgen]
pub fn restart() {
    wasm_bindgen::handler::schedule_reinit();
}
