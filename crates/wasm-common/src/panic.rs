//! Panics are bugs: none is reachable from input. The console shows where one occurred.

use wasm_bindgen::prelude::*;

/// Logs the message and the place of a panic to the console before the instance traps. It runs when
/// an instance starts.
#[wasm_bindgen(start)]
fn log_panics() {
    console_error_panic_hook::set_once();
}
