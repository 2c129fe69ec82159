//! The program of Mistakes, for figures of mistakes alone: it computes them and paints their matrices.

mod contrast;

pub use contrast::contrast;
pub use heedmap_heatmap_wasm::{ink_colors, legend, legend_pixels, paint, paint_pixels};
pub use heedmap_wasm_common::restart;
