//! What every boundary between JavaScript and the crates shares: options in, typed arrays both ways, refusals, plain
//! results out, pictures, and a new instance after a failure.
//!
//! Each room of the page has a wasm module of its own, so that nobody downloads the mathematics of a room that is not
//! looked at. A module parses, calls and copies out with what stands here. Options are read key by key, each
//! beside its TypeScript interface; numbers and pixels cross as flat typed arrays, copied both ways, so that
//! JavaScript never holds a view into wasm memory, which goes stale when the memory grows. Every error becomes a JavaScript
//! `Error` with one sentence. Whatever JavaScript passes is checked before a crate sees it: a panic would end the
//! instance, and none is reachable.
//!
//! The allocator is for each module to choose, since only a program has one.

mod arguments;
mod arrays;
mod input_error;
#[cfg(feature = "legend")]
mod legend;
pub mod limits;
mod options;
mod pictures;
mod refusal;
mod restart;
mod results;

pub use arguments::{Number, Text, property};
pub use arrays::{bytes, floats, indexes, singles};
pub use input_error::{InputError, words};
#[cfg(feature = "legend")]
#[cfg(all(feature = "legend", feature = "pixels"))]
pub use legend::legend_pixels;
#[cfg(feature = "legend")]
pub use legend::{Legend, LegendOptions, LegendPixels, legend};
pub use options::{Names, Options, count, counts};
pub use pictures::{KINDS, MAPS, THEMES, bare, image, scale};
pub use refusal::{Refusal, Refused, into_error};
pub use restart::restart;
pub use results::{Record, plain, record};
