//! All tests of this crate in one program, which is compiled and linked once.
#![allow(clippy::unwrap_used)]

mod columns;
mod loops;
mod oracle;
mod prepared;
