//! The one way in which JavaScript learns that a call was refused.

use std::any::Any;
use std::error::Error;
use std::fmt;

use js_sys::Reflect;
use serde::Serialize;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

use crate::InputError;
use crate::limits::LimitError;

/// Why a call threw, for code that decides by it. The sentence of an error is for people and may change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Tsify)]
#[serde(rename_all = "snake_case")]
pub enum ErrorKind {
    /// The arguments are invalid: a type, a key, a range, or shapes that do not fit each other.
    Input,
    /// What was asked for is larger than what fits into memory or what is computed.
    Limit,
    /// A file is damaged, or is none that can be read. The error has a `class`.
    File,
    /// The engine is not loaded, or cannot start in this browser.
    Unavailable,
    /// The engine failed and was started anew. The same call may fail again.
    Failed,
    /// A handle is of an engine that was started anew since.
    Stale,
}

#[wasm_bindgen(typescript_custom_section)]
const ENGINE_ERROR: &str = "/** What every function of the engine throws. */
export interface EngineError extends Error {
  kind: ErrorKind;
}";

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

    /// Its kind.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        let is_memory = matches!(self.cause(), Some(InputError::OutOfMemory { .. }));
        let is_limit = is_memory || self.cause::<LimitError>().is_some();
        if is_limit { ErrorKind::Limit } else { ErrorKind::Input }
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

/// What every export returns: a result, or JavaScript's `Error`.
pub type Refused<T> = Result<T, JsValue>;

/// A refusal as JavaScript's `Error`: its sentence is the message, and it has a `kind`.
pub fn into_error(error: impl Into<Refusal>) -> JsValue {
    let error = error.into();
    let kind = error.kind();
    into_error_of(kind, &error, &[])
}

/// A refusal of a kind as JavaScript's `Error`, with more properties.
pub fn into_error_of(kind: ErrorKind, error: &Refusal, more: &[(&str, JsValue)]) -> JsValue {
    let thrown = js_sys::Error::new(&error.sentence);
    let kind = serde_wasm_bindgen::to_value(&kind).unwrap_or_default();
    for (name, value) in [("kind", kind)].iter().chain(more) {
        // Setting a property of a new object cannot fail.
        let _ = Reflect::set(&thrown, &(*name).into(), value);
    }
    thrown.into()
}
