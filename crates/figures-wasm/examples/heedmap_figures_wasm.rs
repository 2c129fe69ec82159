//! The programs of lessons and of Masks together.

pub use heedmap_lesson_wasm as lesson;
pub use heedmap_masks_wasm as masks;
