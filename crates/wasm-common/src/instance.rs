//! The life of an instance: its start, and its replacement after a failure.

use wasm_bindgen::prelude::*;

/// Logs the message and the place of a panic to the console before the instance traps. Panics are
/// bugs: none is reachable from input.
#[wasm_bindgen(start)]
fn log_panics() {
    console_error_panic_hook::set_once();
}

/// Makes the next call start on a new instance with its own memory.
///
/// Memory can run out, and then the instance must not be used again, because its memory may be
/// inconsistent. The compiled module is kept, so a restart takes a moment and no download.
///
/// @example
/// restart();
#[wasm_bindgen]
pub fn restart() {
    wasm_bindgen::handler::schedule_reinit();
}
