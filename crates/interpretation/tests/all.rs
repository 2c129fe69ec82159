//! All tests of this crate in one program, which is compiled and linked once.
#![allow(clippy::panic, clippy::unwrap_used)]

mod laws;
mod layers;
mod rules;
mod slices;
mod texts;
