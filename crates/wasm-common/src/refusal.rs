//! Converts errors to JavaScript errors.

use std::any::Any;
use std::error::Error;
use std::fmt;

use js_sys::Reflect;
use serde::Serialize;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

use crate::InputError;
use crate::limits::LimitError;

/// The kind of an error, for use in code. The message is for people and may change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Tsify)]
#[serde(rename_all = "snake_case")]
pub enum ErrorKind {
    /// The arguments are invalid: a type, a key, a range, or mismatched shapes.
    Input,
    /// The request is larger than the memory or the limits.
    Limit,
    /// The file is damaged, or not readable. The error has a `class`.
    File,
    /// The engine has not been loaded, or cannot start in this browser.
    Unavailable,
    /// The engine crashed and was restarted. The same call may fail again.
    Failed,
    /// The handle belongs to an instance of the engine before its last restart.
    Stale,
}

#[wasm_bindgen(typescript_custom_section)]
const ENGINE_ERROR: &str = "/** The error that every function of the engine throws. */
export interface EngineError extends Error {
  kind: ErrorKind;
}";

/// Why a call was rejected: any error of a crate, or of an argument.
///
/// Every error converts to it with `?`, and keeps its message. It does not implement `Error`,
/// because the conversion from itself would then be ambiguous. It does not keep a `dyn Error`,
/// which would add the code that formats each error for debugging, including floats.
#[derive(Debug)]
pub struct Refusal {
    message: String,
    cause: Box<dyn Any>,
}

impl Refusal {
    /// The original error, if it has this type.
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
        f.write_str(&self.message)
    }
}

impl<E: Error + 'static> From<E> for Refusal {
    fn from(error: E) -> Self {
        Self { message: error.to_string(), cause: Box::new(error) }
    }
}

/// An export that returns a refusal throws JavaScript's `Error`, with its message and a `kind`.
impl From<Refusal> for JsValue {
    fn from(error: Refusal) -> Self {
        into_error_of(error.kind(), &error, &[])
    }
}

/// JavaScript's `Error` with the message, a `kind` and further properties.
pub fn into_error_of(kind: ErrorKind, error: &Refusal, more: &[(&str, JsValue)]) -> JsValue {
    let thrown = js_sys::Error::new(&error.message);
    let kind = serde_wasm_bindgen::to_value(&kind).unwrap_or_default();
    for (name, value) in [("kind", kind)].iter().chain(more) {
        // Setting a property of a new object does not fail.
        let _ = Reflect::set(&thrown, &(*name).into(), value);
    }
    thrown.into()
}
