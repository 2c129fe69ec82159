//! All problems of files.

/// A problem. The classes of [`Problem::class`] are stable; the messages are not.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the sentence says what each figure is")]
#[non_exhaustive]
pub enum Problem {
    #[error("the file is empty: it has 0 bytes")]
    Nothing,
    #[error("{what} needs {needed} bytes, and {got} are there: the file is cut short")]
    Short { what: &'static str, needed: u64, got: u64 },
    #[error("the archive has no directory at its end: the file is cut short")]
    NoDirectory,
    #[error("line {line}, column {column}: the text ends before it is complete")]
    TextEnds { line: usize, column: usize },

    #[error("{what}")]
    Foreign { what: &'static str },
    #[error("format version {major}.{minor} of .npy is not known: 1.0, 2.0 and 3.0 are read")]
    Version { major: u8, minor: u8 },

    #[error("{got} {what}, and at most {most} are read")]
    Limit { what: &'static str, got: u64, most: u64 },
    #[error("it inflates to more than the {declared} bytes that the archive declares")]
    Inflates { declared: u64 },
    #[error("there is no memory for {bytes} bytes")]
    Memory { bytes: u64 },
    #[error("{what} {figure} is far beyond what the file has")]
    Overflow { what: &'static str, figure: String },

    #[error("the {what} is not as the format wants it: {why}")]
    Header { what: &'static str, why: String },
    #[error("the element type {dtype} is not read{hint}")]
    DType { dtype: String, hint: &'static str },
    #[error("the shape {why}")]
    Shape { why: String },
    /// `what` has the singular and the plural.
    #[error("line {line}: {got} {}, but {wanted} before it", if *got == 1 { what.0 } else { what.1 })]
    Ragged { line: usize, what: (&'static str, &'static str), got: u64, wanted: u64 },
    #[error("line {line}: numbers and lists are mixed, so there is no shape")]
    Uneven { line: usize },
    #[error("{why}")]
    Offsets { why: String },

    #[error("the checksum is {got:08x}, but the archive says {wanted:08x}: the data is damaged")]
    Crc { got: u32, wanted: u32 },
    #[error("the compressed data is damaged after {inflated} bytes")]
    Deflate { inflated: u64 },
    #[error("{why}: only stored and deflated members are read")]
    Method { why: String },
    #[error("its {length} bytes from byte {offset} overlap another part of the archive")]
    Overlap { offset: u64, length: u64 },
    #[error("the name occurs twice")]
    Duplicate,
    #[error("the name {why}")]
    Name { why: &'static str },
    #[error("an archive inside the archive is not opened")]
    Nested,
    #[error("the file is empty: it has nothing but blanks and line ends")]
    Blank,
    #[error("there is no tensor in it{hint}")]
    Empty { hint: &'static str },

    #[error("line {line}, column {column}: {why}")]
    Syntax { line: usize, column: usize, why: &'static str },
    #[error("line {line}, column {column}: {found} where {wanted} belongs")]
    Type { line: usize, column: usize, found: String, wanted: &'static str },
    #[error("line {line}, column {column}: {number} is not a finite number of 64 bits")]
    Range { line: usize, column: usize, number: String },
    #[error("the key `{key}` is not known; there are {known}")]
    Key { key: String, known: &'static str },
    #[error("byte {offset}: {why}")]
    Encoding { offset: usize, why: &'static str },

    #[error("there is no tensor {index}: there are {tensors}, counted from 0")]
    NoSuchTensor { index: usize, tensors: usize },
    #[error("axis {axis} of {axes} has {length} places, but {first} to {last} were requested")]
    NoSuchPlace { axis: usize, axes: usize, length: u64, first: u64, last: u64 },
    #[error("{missing} bytes were not supplied")]
    Unsupplied { missing: u64 },
}

impl Problem {
    /// The kind of problem in one word.
    ///
    /// `truncated`, `magic` (an unknown format), `version`, `limit`, `overflow`, `header`, `dtype`,
    /// `shape`, `offsets`, `crc`, `deflate`, `method`, `overlap`, `duplicate`, `name`, `nested`,
    /// `empty`, `syntax`, `type` (not a number), `range` (a number that is not finite), `key`,
    /// `encoding`; and `call` for errors of the caller, not of the file.
    #[must_use]
    pub fn class(&self) -> &'static str {
        match self {
            Self::Nothing | Self::Short { .. } | Self::NoDirectory | Self::TextEnds { .. } => {
                "truncated"
            }
            Self::Foreign { .. } => "magic",
            Self::Version { .. } => "version",
            Self::Limit { .. } | Self::Inflates { .. } | Self::Memory { .. } => "limit",
            Self::Overflow { .. } => "overflow",
            Self::Header { .. } => "header",
            Self::DType { .. } => "dtype",
            Self::Shape { .. } | Self::Ragged { .. } | Self::Uneven { .. } => "shape",
            Self::Offsets { .. } => "offsets",
            Self::Crc { .. } => "crc",
            Self::Deflate { .. } => "deflate",
            Self::Method { .. } => "method",
            Self::Overlap { .. } => "overlap",
            Self::Duplicate => "duplicate",
            Self::Name { .. } => "name",
            Self::Nested => "nested",
            Self::Blank | Self::Empty { .. } => "empty",
            Self::Syntax { .. } => "syntax",
            Self::Type { .. } => "type",
            Self::Range { .. } => "range",
            Self::Key { .. } => "key",
            Self::Encoding { .. } => "encoding",
            Self::NoSuchTensor { .. } | Self::NoSuchPlace { .. } | Self::Unsupplied { .. } => {
                "call"
            }
        }
    }
}
