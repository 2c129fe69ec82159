//! The program of `heedmap-learn-wasm` alone.

pub use heedmap_learn_wasm::*;
