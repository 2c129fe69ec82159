//! Errors of tensors at the boundary.

/// Why a tensor was rejected.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TensorError {
    /// The value is not a tensor.
    #[error("{name} must be a tensor {{ shape, data }}")]
    NotTensor { name: &'static str },
    /// The shape has too many sides.
    #[error("{name} has {axes} axes: at most {most} fit")]
    Axes { name: &'static str, axes: usize, most: usize },
    /// The computation has more rows of weights than can be listed.
    #[error("q has {rows} queries in all heads and batch entries: at most {most} fit in one call")]
    Rows { rows: u64, most: u64 },
    /// One of two inputs that are only valid together.
    #[error("pastK and pastV come together")]
    HalfPast,
}
