//! Shared by all programs (`*-wasm`): options, typed arrays in both directions, errors, plain
//! results, color maps and themes by name, and a new instance after a failure.
//!
//! Each room of the page has a program of its own, so that a reader downloads only the mathematics of the
//! rooms that are opened. A program parses, calls and copies with the functions of this crate. Options and
//! results are structs that serde reads and writes; `tsify` makes the TypeScript types of them and of their
//! comments, so that an option is defined in one place. Numbers and pixels cross as flat typed arrays, copied
//! both ways, so that JavaScript never holds a view into wasm memory, which goes stale when the memory grows.
//! Every error becomes a JavaScript `Error` with one sentence and a `kind`. Arguments from JavaScript are
//! validated before a crate sees them: a panic would end the instance, and none is reachable from input.

mod arguments;
mod arrays;
pub mod colors;
mod input_error;
pub mod limits;
mod options;
mod panic;
mod refusal;
mod restart;
mod results;

pub use arguments::{Number, Text};
pub use arrays::{bytes, floats, halves, indexes, places, singles};
pub use input_error::InputError;
pub use options::{Js, NameOr, options, value};
pub use refusal::{ErrorKind, Refusal, into_error_of};
pub use restart::restart;
pub use results::{result, written};
