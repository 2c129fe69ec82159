//! Shared by all programs (`*-wasm`): options, typed arrays in both directions, errors, plain
//! results, color maps and themes by name, and a new instance after a failure.
//!
//! Each room of the page has its own program, so that a reader downloads only the mathematics of the rooms
//! that are opened. A program parses, calls and copies with the functions of this crate. Options and results
//! are structs that serde reads and writes; `tsify` generates their TypeScript types from the fields and
//! comments, so that an option is defined in one place. Numbers and pixels cross as flat typed arrays, copied
//! both ways: a view into wasm memory becomes invalid when the memory grows. Every error becomes a JavaScript
//! `Error` with one sentence and a `kind`. Arguments from JavaScript are validated before a crate sees them:
//! a panic would end the instance, and none is reachable from input.

mod arrays;
pub mod colors;
mod input_error;
mod instance;
pub mod limits;
#[cfg(feature = "matrix")]
mod matrix;
mod options;
mod places;
#[cfg(feature = "pooled")]
mod pooled;
mod refusal;
mod results;
#[cfg(feature = "rule")]
mod rule;

pub use arrays::{bytes, floats, halves, indexes, new_floats, new_singles, singles, usizes};
pub use input_error::InputError;
pub use instance::restart;
#[cfg(feature = "matrix")]
pub use matrix::{MatrixData, SoftmaxAxisName};
pub use options::{Js, NameOr, Number, Text, part, read_options, read_plain, read_value};
pub use places::{Places, places};
#[cfg(feature = "pooled")]
pub use pooled::{LargePools, LargeRows};
pub use refusal::{ErrorKind, Refusal, into_error_of};
pub use results::{serialize, serialize_value};
#[cfg(feature = "rule")]
pub use rule::{GivenHeadRule, GivenRule, rule_in, rule_of};
