//! Tables of numbers as text (RFC 4180): cells between commas or tabs, labels above and beside them if there are any.

mod cell;
mod form;
mod rows;
mod table;

pub(crate) use table::read;
