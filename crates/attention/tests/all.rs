//! All tests of this crate in one program, which is compiled and linked once.
#![allow(clippy::panic, clippy::unwrap_used)]

mod concepts;
mod contrast;
mod contrast_picks;
mod encodings;
mod forward_heads;
mod heads;
mod heads_properties;
mod heads_refusals;
mod newer_lessons;
mod norm;
mod operations;
mod properties;
mod random;
mod refusals;
mod rope_models;
mod seeds;
mod shown;
mod streaming_oracle;
mod streaming_real;
mod streaming_rows;
mod support;
mod synthetic_oracle;
mod synthetic_refusals;
mod views;
