//! Why a head is rejected, as one sentence with the figures.

/// Why a head or a request is rejected.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs, reason = "the sentence says what each figure is")]
#[non_exhaustive]
pub enum Error {
    /// An array whose last row is not whole, or vectors without features.
    #[error("{name} has {numbers} numbers, which are no whole vectors of {features}")]
    Vectors { name: &'static str, numbers: usize, features: usize },

    /// Two arrays with different numbers of positions.
    #[error("{left} has {left_positions} positions but {right} has {right_positions}")]
    Positions {
        left: &'static str,
        left_positions: usize,
        right: &'static str,
        right_positions: usize,
    },

    /// A number that must be finite is not.
    #[error("{name} of token {token} is {value}: it must be a finite number")]
    NotFinite { name: &'static str, token: usize, value: f64 },

    /// A setting that must be finite is not.
    #[error("{name} is {value}: it must be a finite number")]
    Setting { name: &'static str, value: f64 },

    /// A decay that would let a state grow.
    #[error("the log decay of token {token} is {value}: it must be at most 0")]
    LogDecay { token: usize, value: f64 },

    /// A decay of one channel that would let a state grow.
    #[error("the log decay of token {token}, channel {channel}, is {value}: it must be at most 0")]
    ChannelLogDecay { token: usize, channel: usize, value: f64 },

    /// A decay of a whole head that would let its state grow.
    #[error("{name} is {value}: it must be at least 0")]
    Negative { name: &'static str, value: f64 },

    /// `A` of Mamba-2, which would let a state grow.
    #[error("A is {value}: it must be at most 0")]
    Growing { value: f64 },

    /// A beta with which a write would not shrink what it erases.
    #[error("the beta of token {token} is {value}: it must be from 0 to 2")]
    Beta { token: usize, value: f64 },

    /// A step of Mamba-2 below 0.
    #[error("the step of token {token} is {value}: it must be at least 0")]
    Step { token: usize, value: f64 },

    /// A query, or another index, that does not exist.
    #[error("there is no {name} {index}: there are {count}, counted from 0")]
    Missing { name: &'static str, index: usize, count: usize },

    /// A slice for results with the wrong length.
    #[error("the room for {name} is {found} numbers, but {wanted} are needed")]
    Room { name: &'static str, found: usize, wanted: usize },

    /// A map with more cells than fit.
    #[error("a map of {tokens} x {tokens} has too many cells: at most {most} fit")]
    TooManyCells { tokens: usize, most: usize },

    /// The same, with its place in a model.
    #[error("layer {layer}, head {head}: {error}")]
    At { layer: usize, head: usize, error: Box<Error> },
}

impl Error {
    /// The error with its place in a model: "layer 3, head 2: q has 12 positions but k has 11".
    #[must_use]
    pub fn at(self, layer: usize, head: usize) -> Self {
        match self {
            Error::At { error, .. } => Error::At { layer, head, error },
            error => Error::At { layer, head, error: Box::new(error) },
        }
    }
}
