//! What every program (`*-wasm`) shares: options in, typed arrays both ways, errors, plain results out, painted matrices
//! and legends, and a new instance after a failure.
//!
//! Each room of the page has a program of its own, so that a reader downloads only the mathematics of the rooms that are
//! opened. A program parses, calls and copies with the functions of this crate. Options are read key by key, each beside
//! its TypeScript interface; numbers and pixels cross as flat typed arrays, copied both ways, so that JavaScript never
//! holds a view into wasm memory, which goes stale when the memory grows. Every error becomes a JavaScript `Error` with
//! one sentence. Arguments from JavaScript are validated before a crate sees them: a panic would end the instance, and
//! none is reachable from input.

mod arguments;
mod arrays;
mod input_error;
mod legend;
pub mod limits;
mod options;
mod paint;
mod panic;
mod pictures;
mod refusal;
mod restart;
mod results;

pub use arguments::{Number, Text, property};
pub use arrays::{bytes, floats, indexes, singles};
pub use input_error::{InputError, words};
pub use legend::{Legend, LegendOptions, LegendPixels, legend, legend_pixels};
pub use options::{Names, Options, count, counts};
pub use paint::{
    InkColors, PaintOptions, PaintedPixels, Painting, ink_colors, paint, paint_pixels,
};
pub use pictures::{KINDS, MAPS, THEMES, bare, image, scale};
pub use refusal::{Refusal, Refused, into_error};
pub use restart::restart;
pub use results::{Record, plain, record};
