//! The program of `heedmap-contrast-wasm` alone.

pub use heedmap_contrast_wasm::*;
