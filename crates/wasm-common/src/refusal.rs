//! The one way in which JavaScript learns that a call was refused.

use std::any::Any;
use std::error::Error;
use std::fmt;

use wasm_bindgen::JsError;

/// Why a call was refused: any error of a crate, or of what was passed.
///
/// Every error fits into it by `?`, and its sentence is said as it is. It is no error itself: where it were one, it
/// would fit into itself in two ways. Nor does it keep a `dyn Error`, which would bring the code along that prints each
/// error for debugging, floats and all.
#[derive(Debug)]
pub struct Refusal {
    sentence: String,
    cause: Box<dyn Any>,
}

impl Refusal {
    /// The error behind the refusal, if it is of this type.
    #[must_use]
    pub fn cause<E: Error + 'static>(&self) -> Option<&E> {
        self.cause.downcast_ref()
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence)
    }
}

impl<E: Error + 'static> From<E> for Refusal {
    fn from(error: E) -> Self {
        Self { sentence: error.to_string(), cause: Box::new(error) }
    }
}

/// What every export returns when it fails.
pub type Refused<T> = Result<T, JsError>;

/// A refusal as JavaScript's `Error`, with its sentence for a message.
pub fn into_error(error: impl Into<Refusal>) -> JsError {
    JsError::new(&error.into().sentence)
}
