//! The programs of Learn and Masks together.

pub use heedmap_learn_wasm as learn;
pub use heedmap_masks_wasm as masks;
