//! All tests of this crate in one program, which is compiled and linked once.
#![allow(clippy::unwrap_used)]

mod call;
mod malformed;
mod random;
