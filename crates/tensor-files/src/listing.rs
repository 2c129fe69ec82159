//! What is in a file.

use crate::dtype::{ByteOrder, DType, Layout};
use crate::span::Span;

/// The format that a file turned out to have, whatever it is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Format {
    Npy,
    Npz,
    Safetensors,
    Json,
    /// Cells between commas, semicolons or blanks.
    Csv,
    Tsv,
    /// An array as Python prints it.
    Printed,
}

/// The tensors of a file, without the numbers of those that are read by slices.
#[derive(Clone, Debug, PartialEq)]
pub struct Listing {
    /// The format by content.
    pub format: Format,
    /// The tensors in the order of the file. None if it has tokens alone.
    pub tensors: Vec<Tensor>,
    /// The tokens, or the labels of the rows: what the queries are.
    pub tokens: Vec<String>,
    /// The labels of the columns, where the file has them: what the keys are.
    pub key_tokens: Vec<String>,
    /// What a `.safetensors` file says of itself, key and value as they stand.
    pub metadata: Vec<(String, String)>,
}

impl Listing {
    pub(crate) fn new(format: Format) -> Self {
        let (tokens, key_tokens) = (Vec::new(), Vec::new());
        Self { format, tensors: Vec::new(), tokens, key_tokens, metadata: Vec::new() }
    }
}

/// One tensor of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Tensor {
    /// Its name; empty where the file holds one that has none. It may be hostile: it is text, and nothing else.
    pub name: String,
    /// The type of its elements.
    pub dtype: DType,
    /// The length of each axis. None for a single number.
    pub shape: Vec<u64>,
    /// The order of the bytes of an element.
    pub order: ByteOrder,
    /// Which axis varies fastest.
    pub layout: Layout,
    /// Where its bytes are.
    pub place: Place,
    /// How many bytes stand behind it that belong to nothing and are not read.
    pub unread: u64,
}

impl Tensor {
    /// How many elements it has: the product of its sides.
    #[must_use]
    pub fn elements(&self) -> u64 {
        self.shape.iter().product()
    }

    /// How many bytes its elements have in the file, inflated.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.elements() * self.dtype.size() as u64
    }
}

/// Where the bytes of a tensor are.
#[derive(Clone, Debug, PartialEq)]
pub enum Place {
    /// In the file as they are, from this byte.
    File {
        /// The byte of the file.
        offset: u64,
    },
    /// In a member of an archive.
    Member(Member),
    /// They were text and are numbers already: those of a tensor in row-major order.
    Held(Vec<f64>),
}

/// A member of an archive that holds a tensor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// Where its bytes are in the file, compressed or not.
    pub span: Span,
    /// Whether they are deflated; if not, they are as they are, and slices of them can be read.
    pub deflated: bool,
    /// How many bytes it has inflated.
    pub length: u64,
    /// The CRC-32 of those.
    pub crc: u32,
    /// At which of those the elements begin.
    pub data: u64,
    /// The CRC-32 of those before the elements, which were read for the listing.
    pub header_crc: u32,
}
