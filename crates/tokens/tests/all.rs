//! All tests of this crate in one program, which is compiled and linked once.

mod properties;
mod read;
