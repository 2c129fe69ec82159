//! All tests of this crate in one program, which is compiled and linked once.
#![allow(clippy::panic, clippy::unwrap_used)]

mod differential;
mod given_decays;
mod models;
mod recurrences;
