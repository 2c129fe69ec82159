//! The program of the Masks room: it takes text and returns pictures, figures, reasons and code.
//!
//! It computes no number itself: see [`heedmap_wasm_common`].

mod draw;
mod edit;
mod explain;
mod expression;
mod figures;
mod inputs;
mod mask;
mod mask_options;
mod memo;
mod row;

pub use expression::{mask_clauses, mask_presets};
pub use heedmap_heatmap_wasm::{legend, legend_pixels};
pub use heedmap_wasm_common::restart;
pub use mask::Mask;
