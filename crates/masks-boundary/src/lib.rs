//! The boundary of the Masks room: text in; pictures, figures, reasons and code out.
//!
//! No number is computed here: see [`heedmap_boundary`].

mod draw;
#[cfg(feature = "edit")]
mod edit;
mod explain;
#[cfg(feature = "edit")]
mod expression;
#[cfg(feature = "figures")]
mod figures;
mod inputs;
mod memo;
mod row;

pub use draw::mask_draw;
#[cfg(feature = "pixels")]
pub use draw::mask_pixels;
#[cfg(feature = "edit")]
pub use edit::{mask_aligned, mask_painted, mask_without};
pub use explain::mask_explain;
#[cfg(feature = "edit")]
pub use expression::{mask_clauses, mask_expression, mask_presets};
#[cfg(feature = "figures")]
pub use figures::{mask_code, mask_figures, mask_play};
#[cfg(feature = "pixels")]
pub use heedmap_boundary::legend_pixels;
pub use heedmap_boundary::{legend, restart};
pub use row::mask_row;
