//! The program of Mistakes, which shows what this computes with the program of lessons.

mod contrast;

pub use contrast::contrast;
pub use heedmap_wasm_common::restart;
