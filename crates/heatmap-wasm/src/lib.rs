//! Painting: matrices and legends as images.
//!
//! This is the program of one heatmap, and a library of the programs that paint too. What a crate exports to
//! JavaScript is in every program that depends on it, so programs that paint nothing of this do without this
//! crate.

mod legend;
mod paint;

pub use heedmap_wasm_common::restart;
pub use legend::{Legend, LegendOptions, LegendPixels, legend, legend_pixels};
pub use paint::{
    InkColors, PaintOptions, PaintedPixels, Painting, ink_colors, paint, paint_pixels,
};
