//! Errors, each as one sentence with the figures.

use crate::short_float::ShortFloat;
use crate::tensor::TensorError;
use heedmap_counted::{are, counted, were};

/// Why an input was rejected.
///
/// Every message can be shown to a reader: it names the input and the figures.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs, reason = "the sentence says what each figure is")]
#[non_exhaustive]
pub enum Error {
    /// The length of a flat array does not match its shape.
    #[error(
        "{name} is {rows} x {cols}, {}, but {} {} given",
        counted(*cells, "cells"), counted(*got, "numbers"), were(*got)
    )]
    CellCount { name: String, rows: usize, cols: usize, cells: usize, got: usize },

    /// A matrix larger than [`MAX_CELLS`](crate::MAX_CELLS).
    #[error("{name} would be {rows} x {cols}: at most {most} cells fit")]
    TooManyCells { name: String, rows: usize, cols: usize, most: usize },

    /// A product whose inner sizes differ.
    #[error(
        "{left} is {left_rows} x {left_cols} and {right} is {right_rows} x {right_cols}: \
         {} cannot meet {}",
        counted(*left_cols, "columns"), counted(*right_rows, "rows")
    )]
    Product {
        left: &'static str,
        left_rows: usize,
        left_cols: usize,
        right: &'static str,
        right_rows: usize,
        right_cols: usize,
    },

    /// Two matrices that are combined cell by cell have different shapes.
    #[error(
        "{left} is {left_rows} x {left_cols} but {right} is {right_rows} x {right_cols}: \
         they must have the same shape"
    )]
    ShapesDiffer {
        left: &'static str,
        left_rows: usize,
        left_cols: usize,
        right: &'static str,
        right_rows: usize,
        right_cols: usize,
    },

    /// Two matrices whose rows are compared have rows of different lengths.
    #[error(
        "{left} has {} but {right} has {right_cols}: they must be as wide",
        counted(*left_cols, "columns")
    )]
    WidthsDiffer { left: &'static str, left_cols: usize, right: &'static str, right_cols: usize },

    /// The numbers of keys and values differ.
    #[error(
        "{} but {}: each key needs one value",
        counted(*keys, "keys"), counted(*values, "values")
    )]
    KeysAndValues { keys: usize, values: usize },

    /// The numbers of queries and keys differ where each token has one of both.
    #[error(
        "{} but {}: each token needs one of both",
        counted(*queries, "queries"), counted(*keys, "keys")
    )]
    QueriesAndKeys { queries: usize, keys: usize },

    /// There are no tokens.
    #[error("no tokens: {name} has 0 rows, and needs at least 1")]
    NoTokens { name: &'static str },

    /// A table without rows.
    #[error("{name} has 0 rows, and needs at least 1")]
    NoRows { name: &'static str },

    /// A matrix without features.
    #[error("{name} has 0 columns, and needs at least 1")]
    NoFeatures { name: &'static str },

    /// A number that must be finite is not.
    #[error("{name} is {}: it must be a finite number", ShortFloat(*value))]
    NotFinite { name: &'static str, value: f64 },

    /// A part of a rule that attention of matrices does not compute.
    #[error("attention of matrices does not compute {name}: attention over heads does")]
    Unsupported { name: &'static str },

    /// A number that must be above 0 and finite is not.
    #[error("{name} is {}: it must be a finite number above 0", ShortFloat(*value))]
    NotPositive { name: &'static str, value: f64 },

    /// A number that must be whole is not.
    #[error("{name} is {}: it must be a whole number", ShortFloat(*value))]
    NotWhole { name: &'static str, value: f64 },

    /// The query does not exist.
    #[error(
        "query {query} is out of range: there {} {}, counted from 0",
        are(*queries), counted(*queries, "queries")
    )]
    NoSuchQuery { query: usize, queries: usize },

    /// A cell that must be finite is not.
    #[error(
        "row {row}, column {col} of {name} is {}: every cell must be a finite number",
        ShortFloat(*value)
    )]
    CellNotFinite { name: &'static str, row: usize, col: usize, value: f64 },

    /// The rank is larger than the number of singular values.
    #[error("rank {rank} is out of range: a {rows} x {cols} matrix takes 0 to {most}")]
    Rank { rank: usize, rows: usize, cols: usize, most: usize },

    /// A matrix whose decomposition would take too long.
    #[error("{name} is {rows} x {cols}: rows x columns x the shorter side is at most {most} here")]
    TooMuchWork { name: &'static str, rows: usize, cols: usize, most: u128 },

    /// The singular value decomposition did not converge.
    #[error("the singular values of {name}, {rows} x {cols}, did not converge in {sweeps} sweeps")]
    NoConvergence { name: &'static str, rows: usize, cols: usize, sweeps: usize },

    /// NumPy rejects the seed.
    #[error(transparent)]
    Seed(#[from] SeedError),

    /// An empty range of integers.
    #[error("randint from {low} up to, not including, {high} has no integer to draw")]
    EmptyRange { low: i128, high: i128 },

    /// A range of integers beyond 64 bits.
    #[error(
        "randint from {low} up to, not including, {high} leaves the 64-bit integers, \
         -9223372036854775808 to 9223372036854775807"
    )]
    RangeTooLarge { low: i128, high: i128 },

    /// A range of floats whose width is not finite.
    #[error(
        "uniform from {} to {}: the width of the range must be finite",
        ShortFloat(*low),
        ShortFloat(*high)
    )]
    UniformRange { low: f64, high: f64 },

    /// A standard deviation below 0.
    #[error("normal with deviation {}: it must not be negative", ShortFloat(*deviation))]
    Deviation { deviation: f64 },

    /// More values are requested than fit.
    #[error("{count} values are too many: at most {most} fit")]
    TooManyValues { count: u128, most: usize },

    /// The population is empty.
    #[error("choice of {count} from a population of 0")]
    EmptyPopulation { count: usize },

    /// A sample without replacement that is larger than the population.
    #[error("choice of {count} without replacement from a population of {population}")]
    SampleTooLarge { count: usize, population: usize },

    /// The number of probabilities is not the size of the population.
    #[error("{probabilities} probabilities for a population of {population}")]
    ProbabilityCount { probabilities: usize, population: usize },

    /// A probability that is negative or not a number.
    #[error("probability {index} is {}: it must be finite and 0 or more", ShortFloat(*value))]
    Probability { index: usize, value: f64 },

    /// The probabilities do not sum to 1.
    #[error("the probabilities add up to {}, and must add up to 1", ShortFloat(*total))]
    ProbabilitySum { total: f64 },

    /// A sample without replacement that is larger than the number of possible outcomes.
    #[error("choice of {count} without replacement, but {possible} probabilities are not 0")]
    TooFewPossible { count: usize, possible: usize },

    /// Heads that cannot be split, or that cannot share keys and values.
    #[error(transparent)]
    Heads(#[from] TensorError),
}

/// Why a seed was rejected, as NumPy rejects it. It is a type of its own, so that a program that only draws
/// from a seed does not contain all the other sentences.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs, reason = "the sentence says what each figure is")]
#[non_exhaustive]
pub enum SeedError {
    /// A fraction, NaN or an infinity.
    #[error("the seed is {}: it must be a whole number", ShortFloat(*value))]
    NotWhole { value: f64 },

    /// NumPy's seeds have 32 bits.
    #[error("seed {seed} is out of range: NumPy takes 0 to 4294967295")]
    OutOfRange { seed: i128 },
}

impl Error {
    /// [`Error::NoFeatures`] for a matrix without columns.
    pub(crate) fn if_no_features(name: &'static str, cols: usize) -> Result<(), Error> {
        if cols == 0 { Err(Error::NoFeatures { name }) } else { Ok(()) }
    }

    /// [`Error::NoTokens`] for a matrix of tokens without rows.
    pub(crate) fn if_no_tokens(name: &'static str, rows: usize) -> Result<(), Error> {
        if rows == 0 { Err(Error::NoTokens { name }) } else { Ok(()) }
    }

    /// [`Error::NotFinite`] for NaN and infinities.
    pub(crate) fn unless_finite(name: &'static str, value: f64) -> Result<(), Error> {
        if value.is_finite() { Ok(()) } else { Err(Error::NotFinite { name, value }) }
    }

    /// [`Error::NotPositive`] for a number that is not above 0 or not finite.
    pub(crate) fn unless_positive(name: &'static str, value: f64) -> Result<(), Error> {
        let fits = value.is_finite() && value > 0.0;
        if fits { Ok(()) } else { Err(Error::NotPositive { name, value }) }
    }
}
