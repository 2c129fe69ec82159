//! Masks: text in; pictures, figures, reasons and code out.

mod draw;
mod explain;
mod expression;
mod figures;
mod inputs;
mod memo;
mod row;

pub use draw::{mask_draw, mask_pixels};
pub use explain::mask_explain;
pub use expression::{
    mask_aligned, mask_clauses, mask_expression, mask_painted, mask_presets, mask_without,
};
pub use figures::{mask_code, mask_figures, mask_play};
pub use row::mask_row;
