//! Errors of models, with their kinds and figures.

use heedmap_model::Error;
use heedmap_wasm_common::{ErrorKind, Refusal, into_error_of};
use wasm_bindgen::prelude::*;

/// Why a call was rejected, besides the errors of the models.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CallError {
    /// Ids need a tokenizer.
    #[error("this model has no tokenizer in its file: give the ids of the tokens")]
    NoTokenizer,
    /// The object has ended.
    #[error("{what} was finished already")]
    Finished { what: &'static str },
    /// Too much text to run.
    #[error("{texts} texts with {tokens} tokens: at most {most} tokens are run at once")]
    Tokens { texts: usize, tokens: usize, most: usize },
}

#[wasm_bindgen(typescript_custom_section)]
const MODEL_ERROR: &str = "/** An error of a model, its files or its texts. */
export interface ModelError extends EngineError {
  /** The kind of problem in one word, such as `too_long`. */
  class: string;
  /** The figures of the message: how many there are, and how many there may be; null if it has none. */
  figures: [got: number, most: number] | null;
}";

/// Why a call was rejected: invalid arguments, or an error of the model.
#[derive(Debug)]
pub struct ModelRefusal(Refusal);

impl<E: Into<Refusal>> From<E> for ModelRefusal {
    fn from(error: E) -> Self {
        Self(error.into())
    }
}

/// An export that returns it throws JavaScript's `Error`, with the class and the figures.
impl From<ModelRefusal> for JsValue {
    fn from(ModelRefusal(refusal): ModelRefusal) -> Self {
        let error = refusal.cause::<Error>();
        let class = match refusal.cause::<CallError>() {
            Some(CallError::NoTokenizer) => "no_tokenizer",
            _ => "input",
        };
        let (kind, class) = error.map_or((refusal.kind(), class), class_of);
        let figures = error.and_then(figures_of).map_or(JsValue::NULL, |(got, most)| {
            js_sys::Array::of2(&got.into(), &most.into()).into()
        });
        into_error_of(kind, &refusal, &[("class", class.into()), ("figures", figures)])
    }
}

/// The kind of an error, and its class.
fn class_of(error: &Error) -> (ErrorKind, &'static str) {
    use ErrorKind::{File, Input, Limit};
    match error {
        Error::Json { .. } => (File, "json"),
        Error::NoField { .. }
        | Error::Field { .. }
        | Error::Zero { .. }
        | Error::Contradiction { .. } => (File, "config"),
        Error::Architecture { .. } | Error::Unsupported { .. } => (File, "unsupported"),
        Error::NoTensor { .. } => (File, "missing_tensor"),
        Error::OtherFiles { .. } => (File, "other_files"),
        Error::TwiceInFiles { .. } => (File, "twice"),
        Error::Shape { .. } => (File, "shape"),
        Error::MoreLayers { .. } => (File, "more_layers"),
        Error::OtherTokenizer { .. } => (File, "tokenizer"),
        Error::Element { .. } => (File, "element"),
        Error::Surplus { .. } => (File, "surplus"),
        Error::Header { .. } => (File, "header"),
        Error::Cut { .. } | Error::Unsupplied { .. } => (File, "truncated"),
        Error::File(error) => (File, error.class()),
        Error::NotFinite { .. }
        | Error::NotFiniteOutside { .. }
        | Error::NotFiniteTensor { .. }
        | Error::NotFiniteLogit { .. } => (File, "not_finite"),
        Error::Limit { .. } => (Limit, "limit"),
        Error::Memory { .. } => (Limit, "memory"),
        Error::NoTokens => (Input, "no_tokens"),
        Error::NoSuchToken { .. } => (Input, "no_such_token"),
        Error::NoSoftmax { .. } => (Input, "no_softmax"),
        Error::Masked { .. } => (Input, "masked"),
        Error::NoToken { .. } => (Input, "no_token"),
        Error::TooLong { .. } => (Input, "too_long"),
        _ => (Input, "input"),
    }
}

/// The figures that a page may put into a sentence of its own.
fn figures_of(error: &Error) -> Option<(f64, f64)> {
    Some(match *error {
        Error::OtherTokenizer { tokens, vocabulary } => (tokens as f64, vocabulary as f64),
        Error::MoreLayers { got, wanted } => (got as f64, wanted as f64),
        Error::NoSuchToken { id, vocabulary } => (f64::from(id), vocabulary as f64),
        Error::TooLong { got, most } => (got as f64, most as f64),
        Error::Limit { got, most, .. } => (got as f64, most as f64),
        Error::Cut { needed, got } => (needed as f64, got as f64),
        Error::NotFinite { layer } => (layer as f64, layer as f64),
        _ => return None,
    })
}
