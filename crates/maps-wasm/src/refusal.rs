//! What is refused here and nowhere else, and the class that errors of files have.

use heedmap_wasm_common::Refusal;
use js_sys::{Error, Reflect};
use wasm_bindgen::prelude::*;

/// Why something that was passed cannot be taken.
#[derive(Debug, thiserror::Error)]
pub(crate) enum MapsError {
    /// Something else in the place of a number of things.
    #[error("{name} must be a whole number from 0 up")]
    NotWhole { name: &'static str },
    /// Something else among the places of a tensor that are wanted.
    #[error("pick {axis} must be null, a place, or [start, length], counted from 0")]
    NotPick { axis: usize },
    /// A part that is no matrix.
    #[error("a matrix has two axes, but what was read of the tensor has {axes}")]
    NotMatrix { axes: usize },
    /// More tokens than are read.
    #[error("there are {tokens} tokens: at most {most} are read")]
    Tokens { tokens: u32, most: u64 },
    /// A name that stands for nothing.
    #[error("{name} must be {wanted}")]
    NotName { name: &'static str, wanted: String },
}

/// A refusal as JavaScript's `Error`, with the class of the error if a file is at fault.
pub(crate) fn thrown(error: impl Into<Refusal>) -> JsValue {
    let error = error.into();
    let thrown = Error::new(&error.to_string());
    if let Some(file) = error.cause::<heedmap_tensor_files::Error>() {
        // Setting a property of a new object cannot fail.
        let _ = Reflect::set(&thrown, &"class".into(), &file.class().into());
    }
    thrown.into()
}
