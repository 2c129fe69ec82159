//! All tests of this crate in one program, which is compiled and linked once.
#![allow(clippy::panic, clippy::unwrap_used)]

mod code;
mod corrections;
mod edit;
mod explain;
mod oracle;
mod support;
mod text;
mod thumbnails;
