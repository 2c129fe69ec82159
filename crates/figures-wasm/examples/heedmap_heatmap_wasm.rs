//! The program of `heedmap-heatmap-wasm` alone.

pub use heedmap_heatmap_wasm::*;
