//! All tests of this crate in one program, which is compiled and linked once.
#![allow(clippy::panic, clippy::unwrap_used)]

mod color;
mod inks;
mod maps;
mod paint;
mod percentiles;
mod pixels;
mod pooled;
mod scale;
