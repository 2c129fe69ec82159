//! Errors of a mistake's options.

use crate::error::Error;
use crate::tensor::TensorError;

/// Why a contrast was rejected, as one sentence with the figures.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ContrastError {
    /// An option is out of range.
    #[error("{name} is {value}: it must be from {least} to {most}")]
    #[allow(missing_docs, reason = "the sentence says what each figure is")]
    Range { name: &'static str, value: usize, least: usize, most: usize },
    /// An error of the computation with matrices.
    #[error(transparent)]
    Matrix(#[from] Error),
    /// An error of the computation with heads.
    #[error(transparent)]
    Tensor(#[from] TensorError),
}
