//! All tests of this crate in one program, which is compiled and linked once.
#![allow(clippy::panic, clippy::unwrap_used)]

mod large;
mod large_errors;
mod made;
mod maps;
mod measures;
mod oracle;
mod oracle_view;
mod pairs;
mod pooled_rows;
mod pooling;
mod real;
mod refusals;
mod signed;
mod support;
mod view;
