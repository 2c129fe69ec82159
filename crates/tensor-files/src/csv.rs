//! Tables of numbers as text (RFC 4180): cells separated by commas, tabs or semicolons, with
//! optional labels above and at the left. Numbers separated by blanks, as `numpy.savetxt` writes
//! them, are also read, without labels.

mod cell;
mod form;
mod rows;
mod separator;
mod table;

pub(crate) use cell::{Cell, cell};
pub(crate) use table::read;
