//! The program of the Masks room: text in; pictures, figures, reasons and code out.
//!
//! It computes no number itself: see [`heedmap_wasm_common`].

mod draw;
mod edit;
mod explain;
mod expression;
mod figures;
mod inputs;
mod memo;
mod row;

pub use draw::{mask_draw, mask_pixels};
pub use edit::{mask_aligned, mask_painted, mask_without};
pub use explain::mask_explain;
pub use expression::{mask_clauses, mask_expression, mask_presets};
pub use figures::{mask_code, mask_figures, mask_play};
pub use heedmap_wasm_common::{legend, legend_pixels, restart};
pub use row::mask_row;
