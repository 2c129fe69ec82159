//! All tests of this crate in one program, which is compiled and linked once.
#![allow(clippy::panic, clippy::unwrap_used)]

mod attended;
mod models;
mod policies;
mod rules;
mod sampled;
mod selected;
