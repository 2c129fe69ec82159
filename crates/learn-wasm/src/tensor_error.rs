//! What can be wrong with tensors at the boundary.

/// Why tensors cannot be taken.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TensorError {
    /// Something else in the place of a tensor.
    #[error("{name} must be a tensor {{ shape, data }}")]
    NotTensor { name: &'static str },
    /// A shape of too many sides.
    #[error("{name} has {axes} axes: at most {most} fit")]
    Axes { name: &'static str, axes: usize, most: usize },
    /// More rows of weights than can be listed.
    #[error("q has {rows} queries in all heads and batch entries: at most {most} fit in one call")]
    Rows { rows: u64, most: u64 },
    /// One of two inputs that make sense only together.
    #[error("pastK and pastV come together")]
    HalfPast,
}
