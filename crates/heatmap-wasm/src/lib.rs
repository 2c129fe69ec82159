//! The program of one heatmap: painting and the legend, without anything that computes attention.

pub use heedmap_wasm_common::restart;
pub use heedmap_wasm_painting::{ink_colors, legend, legend_pixels, paint, paint_pixels};
