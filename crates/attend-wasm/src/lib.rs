//! The program of attention over batches and heads.

mod attend;
mod attend_options;
mod tensor;

pub use attend::{alibi_slopes, attend};
pub use heedmap_wasm_common::restart;
