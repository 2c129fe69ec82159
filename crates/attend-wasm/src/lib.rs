//! The program of the rooms Learn and Mistakes, and of attention over batches and heads: that of lessons, and
//! what they do not need.

mod attend;
mod attend_options;
mod contrast;
mod tensor;

pub use attend::{alibi_slopes, attend};
pub use contrast::contrast;
pub use heedmap_lesson_wasm::*;
