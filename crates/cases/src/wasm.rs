//! The functions for Node: see `www/test/conformance.mjs`.

mod case;
mod numpy;

pub use case::run_case;
pub use numpy::numpy_call;
