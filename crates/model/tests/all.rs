//! All tests of this crate in one program, which is compiled and linked once.
#![allow(clippy::panic, clippy::unwrap_used)]

mod circuits;
mod earlier;
mod families;
mod gguf;
mod hybrid;
mod interventions;
mod mutations;
mod oracle;
mod real_models;
mod received;
mod refusals;
mod scores;
mod support;
mod tiny_gpt;
mod tokenizer;
