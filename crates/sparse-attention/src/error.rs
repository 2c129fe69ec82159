//! Why picks or arrays are rejected, as one sentence with the figures.

/// Why picks or arrays are rejected.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs, reason = "the sentence says what each figure is")]
#[non_exhaustive]
pub enum Error {
    /// The length of an array does not match its shape.
    #[error("{name} has {found} numbers, but {rows} x {columns} are {}", rows.saturating_mul(*columns))]
    Length { name: &'static str, found: usize, rows: usize, columns: usize },

    /// A size that must be at least 1.
    #[error("{name} is 0: it must be at least 1")]
    Zero { name: &'static str },

    /// A number that must be finite is not.
    #[error("{name} has {value} at {index}: it must be a finite number")]
    NotFinite { name: &'static str, index: usize, value: f64 },

    /// A picked key or block that does not exist.
    #[error("query {query} picks {unit} {pick}, but there are {count}, counted from 0")]
    OutOfRange { query: usize, unit: &'static str, pick: i64, count: usize },

    /// A key or block that is picked twice.
    #[error("query {query} picks {unit} {pick} twice")]
    Repeated { query: usize, unit: &'static str, pick: i64 },

    /// A picked key or block that is after the query.
    #[error("query {query} at position {position} picks {unit} {pick}, which is in its future")]
    Future { query: usize, position: i64, unit: &'static str, pick: i64 },

    /// A picked entry that stands for a token after the query.
    #[error(
        "query {query} at position {position} picks entry {pick}, which is complete with token {last}"
    )]
    Incomplete { query: usize, position: i64, pick: i64, last: i64 },

    /// A key that does not exist.
    #[error("there is no key {key}: there are {keys}, counted from 0")]
    NoSuchKey { key: usize, keys: usize },

    /// More queries at the end of a prompt than it has.
    #[error(
        "a window of {window} queries does not fit a prompt of {prompt} tokens, of {tokens} in all"
    )]
    Window { window: usize, prompt: usize, tokens: usize },

    /// A budget that is too small for what is always kept.
    #[error("a budget of {budget} keys is less than the {kept} that are always kept")]
    Budget { budget: usize, kept: usize },

    /// A policy that keeps keys by the weights of other queries than the given ones.
    #[error("{policy} keeps keys by the weights of all queries before, and only some are known")]
    OtherRows { policy: &'static str },

    /// The same, with its place in a model.
    #[error("layer {layer}, group {group}: {error}")]
    At { layer: usize, group: usize, error: Box<Error> },
}

impl Error {
    /// The error with its place in a model: "layer 3, group 0: query 7 picks key 9 twice".
    #[must_use]
    pub fn at(self, layer: usize, group: usize) -> Self {
        match self {
            Error::At { error, .. } => Error::At { layer, group, error },
            error => Error::At { layer, group, error: Box::new(error) },
        }
    }
}

/// Checks the length of an array.
pub(crate) fn check_length(
    name: &'static str,
    found: usize,
    rows: usize,
    columns: usize,
) -> Result<(), Error> {
    if rows.checked_mul(columns) == Some(found) {
        return Ok(());
    }
    Err(Error::Length { name, found, rows, columns })
}

/// The number of rows of an array.
pub(crate) fn rows_of(name: &'static str, found: usize, columns: usize) -> Result<usize, Error> {
    check_positive("the number of features", columns)?;
    let rows = found / columns;
    check_length(name, found, rows, columns)?;
    Ok(rows)
}

/// Rejects a size of 0.
pub(crate) fn check_positive(name: &'static str, size: usize) -> Result<(), Error> {
    if size > 0 { Ok(()) } else { Err(Error::Zero { name }) }
}

/// Rejects NaN and infinities.
pub(crate) fn check_finite(name: &'static str, cells: &[f64]) -> Result<(), Error> {
    match cells.iter().position(|cell| !cell.is_finite()) {
        None => Ok(()),
        Some(index) => Err(Error::NotFinite { name, index, value: cells[index] }),
    }
}
