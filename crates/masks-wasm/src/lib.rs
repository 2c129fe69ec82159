//! The program of the Masks room: from the text of a mask to pictures, figures, reasons and code.
//!
//! It parses, calls the core and copies: see [`heedmap_wasm_common`].

mod draw;
mod edit;
mod explain;
mod expression;
mod figures;
mod inputs;
mod mask;
mod mask_options;
mod matrix;
mod row;
mod scores;

pub use expression::{mask_clauses, mask_presets};
pub use heedmap_legend_wasm::{legend, legend_pixels};
pub use heedmap_wasm_common::restart;
pub use mask::Mask;
