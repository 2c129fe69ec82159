//! Why a file was refused, each time as one sentence with the figures in it.

use std::fmt;
use std::sync::Arc;

/// Why a file was refused. Its sentence can be shown to a reader as it is.
///
/// Nothing of a refused file is kept: there is no partial listing. A copy is cheap.
#[derive(Clone, Debug, PartialEq, Eq)]
// Behind a pointer, because every function here may fail, and what is moved from each to its caller is code.
pub struct Error(Arc<Inner>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Inner {
    within: Option<String>,
    problem: Problem,
}

impl Error {
    /// The kind of problem in one word, for programs: see [`Problem::class`].
    #[must_use]
    pub fn class(&self) -> &'static str {
        self.0.problem.class()
    }

    /// What is wrong.
    #[must_use]
    pub fn problem(&self) -> &Problem {
        &self.0.problem
    }

    /// The tensor or the member of an archive that is meant; none if it is the file as such.
    #[must_use]
    pub fn within(&self) -> Option<&str> {
        self.0.within.as_deref()
    }

    /// Says in which tensor or member this is, unless that is known.
    pub(crate) fn named(mut self, name: &str) -> Self {
        // An error that is on its way has one owner.
        if let (Some(inner), false) = (Arc::get_mut(&mut self.0), name.is_empty()) {
            inner.within.get_or_insert_with(|| name.to_owned());
        }
        self
    }
}

impl std::error::Error for Error {}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(name) = self.within() {
            write!(f, "`{}`: ", shown(name))?;
        }
        self.0.problem.fmt(f)
    }
}

impl From<Problem> for Error {
    fn from(problem: Problem) -> Self {
        Self(Arc::new(Inner { within: None, problem }))
    }
}

impl Problem {
    /// The error that this is in a tensor or member.
    pub(crate) fn within(self, name: &str) -> Error {
        Error::from(self).named(name)
    }
}

/// What is wrong. The classes of [`Problem::class`] are stable; the sentences are not.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the sentence says what each figure is")]
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
    #[error("line {line}: {got} {what}, but {wanted} before it")]
    Ragged { line: usize, what: &'static str, got: u64, wanted: u64 },
    #[error("line {line}: numbers and lists stand side by side, so that it has no shape")]
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
    #[error("the name stands twice")]
    Duplicate,
    #[error("the name {why}")]
    Name { why: &'static str },
    #[error("an archive inside the archive is not opened")]
    Nested,
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

    #[error("tensor {index} is asked for, but there are {tensors}, counted from 0")]
    NoSuchTensor { index: usize, tensors: usize },
    #[error("axis {axis} of {axes} has {length} places: {first} to {last} are asked for")]
    NoSuchPlace { axis: usize, axes: usize, length: u64, first: u64, last: u64 },
    #[error("{missing} bytes were not supplied")]
    Unsupplied { missing: u64 },
}

impl Problem {
    /// The kind of problem in one word.
    ///
    /// `truncated`, `magic` (no format that is read), `version`, `limit`, `overflow`, `header`, `dtype`, `shape`,
    /// `offsets`, `crc`, `deflate`, `method`, `overlap`, `duplicate`, `name`, `nested`, `empty`, `syntax`, `type`
    /// (something else where a number belongs), `range` (a number that is not finite), `key`, `encoding`; and `call`
    /// for what is no fault of the file.
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
            Self::Empty { .. } => "empty",
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

/// A text of the file as a sentence shows it: its beginning, without control characters.
pub(crate) fn shown(text: &str) -> String {
    const LONGEST: usize = 40;
    let mut letters = text.chars();
    let mut beginning = String::new();
    for letter in letters.by_ref().take(LONGEST) {
        beginning.push(if letter.is_control() { char::REPLACEMENT_CHARACTER } else { letter });
    }
    if letters.next().is_some() {
        beginning.push_str("...");
    }
    beginning
}

/// As [`shown`], for bytes of which only ASCII can be shown.
pub(crate) fn shown_bytes(bytes: &[u8]) -> String {
    let mut text = String::new();
    for &byte in bytes.iter().take(99) {
        text.push(if byte < 0x80 { char::from(byte) } else { char::REPLACEMENT_CHARACTER });
    }
    shown(&text)
}

/// How many characters a text has, which limits are counted in.
pub(crate) fn characters(text: &str) -> u64 {
    text.bytes().filter(|byte| byte & 0xc0 != 0x80).count() as u64
}

/// Fails if there is more than may be.
pub(crate) fn at_most(what: &'static str, got: u64, most: u64) -> Result<(), Error> {
    if got > most { Err(Problem::Limit { what, got, most }.into()) } else { Ok(()) }
}
