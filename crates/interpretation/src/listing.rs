//! What is known of the files: their names and those of their arrays, shapes, tokens and metadata.

use serde::Deserialize;

/// An opened file.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify), tsify(rename = "ListedFile"))]
#[serde(rename_all = "camelCase")]
pub struct File {
    /// A number by which parts of the interpretation name the file.
    pub id: u32,
    /// The name of the file.
    pub name: String,
    /// Its arrays, in order. None if the file has only tokens or metadata.
    pub tensors: Vec<Tensor>,
    /// The tokens, or the labels of the rows.
    pub tokens: Vec<String>,
    /// The number of tokens of each text, if `tokens` are those of several texts, one after the other.
    #[serde(default)]
    pub texts: Vec<u64>,
    /// The labels of the columns, if the file has them.
    pub key_tokens: Vec<String>,
    /// The keys and values of its metadata.
    pub metadata: Vec<(String, String)>,
    /// The tokens that its attention mask keeps, if it has one.
    #[serde(default)]
    pub padding: Option<Padding>,
}

/// An array of a file.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Tensor {
    /// Its name; empty if the file has none. It is untrusted text.
    pub name: String,
    /// The type of its numbers, as NumPy writes it.
    pub dtype: String,
    /// The length of each axis.
    pub shape: Vec<u64>,
    /// Whether a part of it can be read without the rest.
    pub sliced: bool,
}

impl Tensor {
    /// An array of which parts can be read.
    #[must_use]
    pub fn new(name: &str, dtype: &str, shape: &[u64]) -> Self {
        Self { name: name.into(), dtype: dtype.into(), shape: shape.into(), sliced: true }
    }
}

/// The tokens of each text that are not padding, by an attention mask.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Padding {
    /// The index of the mask among the arrays of the file.
    pub tensor: usize,
    /// The number of tokens with padding.
    pub tokens: u64,
    /// The first token of each text, and their number.
    pub kept: Vec<(u64, u64)>,
    /// The first token of each text that the mask hides although it is between others; `None` if there is none.
    #[serde(default)]
    pub hidden: Vec<Option<u64>>,
}
