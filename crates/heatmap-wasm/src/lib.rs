//! Painting: matrices as images. Legends come from `heedmap-legend-wasm`.
//!
//! This is the program of a single heatmap, and a library for other programs that paint. A program contains
//! all exports of the crates that it depends on, so a program that does not paint does not depend on this one.

mod paint;

pub use heedmap_legend_wasm::{legend, legend_pixels};
pub use heedmap_wasm_common::restart;
pub use paint::{
    InkColors, PaintOptions, PaintedPixels, Painting, ink_colors, paint, paint_pixels,
};
