//! Why a model, a text or a request is rejected.

mod class;

use heedmap_attention::TensorError;

/// Why a model, a text or a request is rejected. The message can be shown to a reader.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs, reason = "the sentence says what each figure is")]
#[non_exhaustive]
pub enum Error {
    #[error("config.json is not JSON: {why}")]
    Json { why: String },
    #[error("config.json is {found}, but it must be a JSON object")]
    NotObject { found: String },
    #[error("the configuration has no `{field}`")]
    NoField { field: String },
    #[error("`{field}` of the configuration is {found}, but it must be {wanted}")]
    Field { field: String, found: String, wanted: &'static str },
    #[error("the configuration contradicts itself: {why}")]
    Contradiction { why: String },
    #[error("the configuration says 0 {what}, but there must be at least 1")]
    Zero { what: &'static str },
    #[error("models of the type `{kind}` are not supported; {known} are")]
    Architecture { kind: String, known: &'static str },
    #[error("`{field}` is {value}, which is not supported{hint}")]
    Unsupported { field: String, value: String, hint: &'static str },

    #[error("the tensor `{name}` is missing")]
    NoTensor { name: String },
    #[error("the files have no tensor `{name}`, and none that a model has learned")]
    OtherFiles { name: String },
    #[error("the files are of another model than the configuration: they have no tensor `{name}`")]
    OtherModel { name: String },
    #[error("the tensor `{name}` is in two files")]
    TwiceInFiles { name: String },
    #[error("the tensor `{name}` has the shape {found}, but the configuration requires {wanted}")]
    Shape { name: String, found: String, wanted: String },
    #[error("the tensor `{name}` has the type {found}, which cannot be multiplied: {known} can")]
    Element { name: String, found: String, known: &'static str },
    #[error("there is a tensor `{name}`, but the configuration says that there is none")]
    Surplus { name: String },

    #[error("the files have {got} layers, but the configuration says {wanted}")]
    MoreLayers { got: usize, wanted: usize },

    #[error("the GGUF header is wrong: {why}")]
    Header { why: String },
    #[error("{needed} bytes are needed, and the file has {got}: it is cut short")]
    Cut { needed: u64, got: u64 },
    #[error(transparent)]
    File(#[from] heedmap_tensor_files::Error),
    #[error("{missing} bytes were not supplied")]
    Unsupplied { missing: u64 },
    #[error("{got} {what}, and at most {most} are accepted")]
    Limit { what: &'static str, got: u64, most: u64 },
    #[error("{got} {what}, but there must be {wanted}")]
    Length { what: &'static str, got: u64, wanted: u64 },
    #[error("there is no memory for {bytes} bytes of {what}")]
    Memory { what: &'static str, bytes: u64 },

    #[error("there are no tokens")]
    NoTokens,
    #[error("token {id} does not exist: the vocabulary has {vocabulary}")]
    NoSuchToken { id: u32, vocabulary: usize },
    #[error("the vocabulary has no token for `{text}`")]
    NoToken { text: String },
    #[error("the text has {got} tokens, and the model was made for at most {most}")]
    TooLong { got: usize, most: usize },
    #[error(
        "the tokenizer is of another model: it has {tokens} tokens, and the model {vocabulary}"
    )]
    OtherTokenizer { tokens: usize, vocabulary: usize },
    #[error("the texts have {first} and {other} tokens, but they must have the same number")]
    Lengths { first: usize, other: usize },
    #[error("there is no {what} {index}: there are {count}")]
    Missing { what: &'static str, index: usize, count: usize },
    #[error("this layer keeps a state in place of a softmax, so its heads have no {what}")]
    NoSoftmax { what: &'static str },
    #[error("query {query} does not see key {key}, so this cell has no score")]
    Masked { query: usize, key: usize },
    #[error("this layer has a softmax, so its heads keep no state")]
    NoState,
    #[error("{what} were not kept: request them before the run")]
    NotKept { what: &'static str },

    #[error("layer {layer} gives a number that is NaN or infinite")]
    NotFinite { layer: usize },
    #[error("the {what} of the model give a number that is NaN or infinite")]
    NotFiniteOutside { what: &'static str },
    #[error("the tensor `{name}` has a number that is NaN or infinite")]
    NotFiniteTensor { name: String },
    #[error(
        "the tensor `{name}` has a number that is NaN or infinite for token {id}, at position {position} of the text"
    )]
    NotFiniteToken { name: String, id: u32, position: usize },
    #[error("the tensor `{name}` has a number that is NaN or infinite for {what} {row}")]
    NotFiniteRow { name: String, what: &'static str, row: usize },
    #[error("the tensor `{name}` gives a logit that is NaN or infinite, for token {token}")]
    NotFiniteLogit { name: String, token: usize },
    #[error("the run has ended or failed")]
    Ended,
    #[error(transparent)]
    Positions(#[from] TensorError),
}

/// Fails if the number exceeds its maximum.
pub(crate) fn at_most(what: &'static str, got: u64, most: u64) -> Result<(), Error> {
    if got > most { Err(Error::Limit { what, got, most }) } else { Ok(()) }
}

/// A shape as text, such as (128, 384).
pub(crate) fn shape(sides: &[u64]) -> String {
    let sides: Vec<String> = sides.iter().map(u64::to_string).collect();
    format!("({})", sides.join(", "))
}

/// Zeros, or an error if there is no memory for them.
pub(crate) fn zeros(what: &'static str, count: usize) -> Result<Vec<f32>, Error> {
    let mut cells = Vec::new();
    let bytes = (count as u64).saturating_mul(4);
    cells.try_reserve_exact(count).map_err(|_| Error::Memory { what, bytes })?;
    cells.resize(count, 0.0);
    Ok(cells)
}
