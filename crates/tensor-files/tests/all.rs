//! All tests of this crate in one program, which is compiled and linked once.
#![allow(clippy::panic, clippy::unwrap_used)]

mod archives;
mod dialects;
mod files;
mod mutations;
mod round_trip;
mod slices;
mod steps;
mod support;
mod texts;
