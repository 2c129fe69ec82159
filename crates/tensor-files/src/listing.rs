//! The contents of a file.

use crate::dtype::{ByteOrder, DType, Layout};
use crate::span::Span;
use crate::steps::Steps;

/// The format of a file, which is detected from its contents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Format {
    Npy,
    Npz,
    Safetensors,
    Json,
    /// Cells separated by commas, semicolons or blanks.
    Csv,
    Tsv,
    /// An array printed by Python.
    Printed,
}

/// The tensors of a file. Numbers are included only if they were text.
#[derive(Clone, Debug, PartialEq)]
pub struct Listing {
    /// The format.
    pub format: Format,
    /// The tensors in the order of the file. Empty if the file has only tokens.
    pub tensors: Vec<Tensor>,
    /// The tokens, or the labels of the rows: names of the queries.
    pub tokens: Vec<String>,
    /// The number of tokens of each text, if `tokens` are those of several texts, one after the other.
    pub texts: Vec<u64>,
    /// The labels of the columns, if the file has them: names of the keys.
    pub key_tokens: Vec<String>,
    /// The metadata of a `.safetensors` or JSON file, as keys and values.
    pub metadata: Vec<(String, String)>,
}

impl Listing {
    pub(crate) fn new(format: Format) -> Self {
        let (tokens, texts, key_tokens) = (Vec::new(), Vec::new(), Vec::new());
        Self { format, tensors: Vec::new(), tokens, texts, key_tokens, metadata: Vec::new() }
    }
}

/// One tensor of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Tensor {
    /// The name; empty if the file has none. It is untrusted text.
    pub name: String,
    /// The element type.
    pub dtype: DType,
    /// The length of each axis. Empty for a single number.
    pub shape: Vec<u64>,
    /// The order of the bytes of an element.
    pub order: ByteOrder,
    /// The axis that varies fastest.
    pub layout: Layout,
    /// The place of its bytes.
    pub place: Place,
    /// The number of unused bytes after it, which are not read.
    pub unread: u64,
    /// The numbers of its bytes, if these are indexes of steps. The element type is then `U8`.
    pub steps: Option<Steps>,
}

impl Tensor {
    /// A tensor whose numbers have been decoded from text.
    pub(crate) fn held(name: String, shape: Vec<u64>, data: Vec<f64>) -> Self {
        Self {
            name,
            dtype: DType::F64,
            shape,
            order: ByteOrder::default(),
            layout: Layout::default(),
            place: Place::Held(data),
            unread: 0,
            steps: None,
        }
    }

    /// The number of elements: the product of the sides.
    #[must_use]
    pub fn elements(&self) -> u64 {
        self.shape.iter().product()
    }

    /// The number of bytes of its elements in the file, inflated.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.elements() * self.dtype.size() as u64
    }
}

/// The place of the bytes of a tensor.
#[derive(Clone, Debug, PartialEq)]
pub enum Place {
    /// Uncompressed in the file, from this byte on.
    File {
        /// The offset in the file.
        offset: u64,
    },
    /// In a member of an archive.
    Member(Member),
    /// Already decoded from text: the numbers of the tensor in row-major order.
    Held(Vec<f64>),
}

/// A member of an archive with a tensor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// The span of its bytes in the file, compressed or not.
    pub span: Span,
    /// Whether they are deflated; otherwise slices of them can be read.
    pub deflated: bool,
    /// The number of inflated bytes.
    pub length: u64,
    /// The CRC-32 of the inflated bytes.
    pub crc: u32,
    /// The offset of the elements in the inflated bytes.
    pub data: u64,
    /// The CRC-32 of the bytes before the elements, which were read for the listing.
    pub header_crc: u32,
}
