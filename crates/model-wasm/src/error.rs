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
const MODEL_ERROR: &str = "/**
 * The kind of problem of a model, in one word.
 *
 * - arguments: `input`, `freed` and `stale` (an object that was freed, or lost when the engine was restarted),
 *   `missing` (a layer, head, position or text that does not exist), `lengths` (texts that differ), `ended`, `not_kept` (not
 *   requested before the run), `no_softmax`, `no_state`, `masked` (a key that the query does not see)
 * - texts: `no_tokens`, `no_tokenizer`, `no_token`, `no_such_token`, `too_long`
 * - which files: `no_model`, `two_models`, `no_config`, `no_part`, `other_files` (of heads), `other_model`,
 *   `twice`, `gone` (no longer readable)
 * - contents: `json`, `config`, `unsupported`, `tokenizer`, `missing_tensor`, `surplus`, `more_layers`, `shape`, `element`,
 *   `not_finite`, `not_finite_token` (the figures are its id and its position), `positions`; and those of tensor files, `truncated` to `call`
 * - `limit`, `memory`; `unavailable` and `failed`: the engine, as in `kind`
 */
export type ModelErrorClass =
  | 'input' | 'freed' | 'stale' | 'missing' | 'lengths' | 'ended' | 'not_kept' | 'no_softmax' | 'no_state' | 'masked'
  | 'no_tokens' | 'no_tokenizer' | 'no_token' | 'no_such_token' | 'too_long'
  | 'no_model' | 'two_models' | 'no_config' | 'no_part' | 'other_files' | 'other_model' | 'twice' | 'gone'
  | 'json' | 'config' | 'unsupported' | 'tokenizer' | 'missing_tensor' | 'surplus' | 'more_layers' | 'shape' | 'element'
  | 'not_finite' | 'not_finite_token' | 'positions'
  | 'truncated' | 'magic' | 'version' | 'overflow' | 'header' | 'dtype' | 'offsets' | 'crc' | 'deflate' | 'method'
  | 'overlap' | 'duplicate' | 'name' | 'nested' | 'empty' | 'syntax' | 'type' | 'range' | 'key' | 'encoding' | 'call'
  | 'limit' | 'memory' | 'unavailable' | 'failed';

/** An error of a model, its files or its texts: what every function of `engine/model` throws, unless it is cancelled. */
export interface ModelError extends EngineError {
  class: ModelErrorClass;
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
        let (kind, class) = match (error, refusal.cause::<CallError>(), refusal.kind()) {
            (Some(error), ..) => (kind_of(error), error.class()),
            (_, Some(error), _) => error.kind(),
            (_, _, ErrorKind::Limit) => (ErrorKind::Limit, "limit"),
            (_, _, kind) => (kind, "input"),
        };
        let figures = error.and_then(Error::figures).map_or(JsValue::NULL, |(got, most)| {
            js_sys::Array::of2(&(got as f64).into(), &(most as f64).into()).into()
        });
        into_error_of(kind, &refusal, &[("class", class.into()), ("figures", figures)])
    }
}

impl CallError {
    fn kind(&self) -> (ErrorKind, &'static str) {
        match self {
            Self::NoTokenizer => (ErrorKind::Input, "no_tokenizer"),
            Self::Finished { .. } => (ErrorKind::Input, "ended"),
            Self::Tokens { .. } => (ErrorKind::Limit, "limit"),
        }
    }
}

/// Whether the arguments, a limit or a file is the problem.
fn kind_of(error: &Error) -> ErrorKind {
    match error {
        Error::Limit { .. } | Error::Memory { .. } => ErrorKind::Limit,
        Error::NoTokens
        | Error::NoSuchToken { .. }
        | Error::NoToken { .. }
        | Error::TooLong { .. }
        | Error::Lengths { .. }
        | Error::Length { .. }
        | Error::Missing { .. }
        | Error::NoSoftmax { .. }
        | Error::NoState
        | Error::Masked { .. }
        | Error::NotKept { .. }
        | Error::Ended
        | Error::Positions(_) => ErrorKind::Input,
        _ => ErrorKind::File,
    }
}
