//! All tests of this crate in one program, which is compiled and linked once.

mod attended;
mod models;
mod policies;
mod rules;
mod sampled;
mod selected;
