//! Tables of numbers as text (RFC 4180): cells between commas, tabs or semicolons, labels above and beside them if
//! there are any. Numbers between blanks are read too, without labels, as `numpy.savetxt` writes them.

mod cell;
mod form;
mod rows;
mod separator;
mod table;

pub(crate) use cell::{Cell, cell};
pub(crate) use table::read;
