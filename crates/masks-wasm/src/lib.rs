//! The boundary of the Masks room: text in; pictures, figures, reasons and code out.
//!
//! No number is computed here: see [`heedmap_boundary`].

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
pub use heedmap_boundary::{legend, legend_pixels, restart};
pub use row::mask_row;

/// A small allocator for a small program: a call makes a few dozen vectors and frees them all. The one that comes with
/// the target is 7 KB of the script, and made for more.
#[cfg(target_arch = "wasm32")]
#[global_allocator]
static ALLOCATOR: lol_alloc::LockedAllocator<lol_alloc::FreeListAllocator> =
    lol_alloc::LockedAllocator::new(lol_alloc::FreeListAllocator::new());
