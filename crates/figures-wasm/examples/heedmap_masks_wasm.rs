//! The program of `heedmap-masks-wasm` alone.

pub use heedmap_masks_wasm::*;
