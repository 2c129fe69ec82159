//! What can be wrong with a mistake's options.

use crate::error::Error;
use crate::tensor::TensorError;

/// Why a contrast was refused, as one sentence with the figures in it.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ContrastError {
    /// An option beyond its bounds.
    #[error("{name} is {value}: it must be from {least} to {most}")]
    #[allow(missing_docs, reason = "the sentence says what each figure is")]
    Range { name: &'static str, value: usize, least: usize, most: usize },
    /// The mathematics of matrices said no.
    #[error(transparent)]
    Matrix(#[from] Error),
    /// The mathematics of heads said no.
    #[error(transparent)]
    Tensor(#[from] TensorError),
}
