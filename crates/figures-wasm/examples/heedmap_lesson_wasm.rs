//! The program of `heedmap-lesson-wasm` alone.

pub use heedmap_lesson_wasm::*;
