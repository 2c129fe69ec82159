//! Painting maps of heads, one pixel for each cell.
//!
//! This is a part of the program of the Models room, and a program by itself. With that, the room draws the
//! heads that the build contains before its own program has arrived, which is ten times as large.

mod paint;

pub use heedmap_wasm_common::restart;
pub use paint::{MapPaintOptions, paint_map};
