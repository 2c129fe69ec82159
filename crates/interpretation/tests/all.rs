//! All tests of this crate in one program, which is compiled and linked once.

mod laws;
mod layers;
mod rules;
mod slices;
mod texts;
