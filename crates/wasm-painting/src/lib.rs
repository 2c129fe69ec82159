//! Shared by the programs that draw: matrices and legends as images, exported to JavaScript.
//!
//! Whatever a crate exports is in every program that depends on it: programs that paint nothing of this do without this crate.

mod legend;
mod paint;

pub use legend::{Legend, LegendOptions, LegendPixels, legend, legend_pixels};
pub use paint::{
    InkColors, PaintOptions, PaintedPixels, Painting, ink_colors, paint, paint_pixels,
};
