//! The program of `heedmap-map-paint-wasm` alone.

pub use heedmap_map_paint_wasm::*;
