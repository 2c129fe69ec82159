//! Tensors: numbers with a shape, the last axis varying fastest.
//!
//! `data[((b · heads + h) · length + i) · features + c]` is cell `(b, h, i, c)`: row-major, as in
//! NumPy, and as in every array that crosses into JavaScript.

mod broadcast;
mod error;

pub(crate) use broadcast::Broadcast;
pub use error::TensorError;

/// The maximum number of axes of a tensor.
pub const MAX_AXES: usize = 8;

/// The maximum number of cells of a tensor, where a side of 0 counts as 1.
///
/// It bounds loops over tensors without cells. Computations are limited by memory: see
/// [`attend_heads`](crate::attend_heads).
pub const MAX_TENSOR_CELLS: usize = 1 << 30;

/// Numbers with a shape, row-major.
#[derive(Clone, Debug, PartialEq)]
pub struct Tensor<T> {
    shape: Vec<usize>,
    data: Vec<T>,
}

impl<T> Tensor<T> {
    /// A tensor of these numbers and this shape.
    ///
    /// NaN, infinities and sides of 0 are allowed.
    ///
    /// - `name`: the name of the tensor in an error
    /// - errors: [`TensorError::Count`], [`TensorError::TooLarge`]
    pub fn new(name: &str, shape: &[usize], data: Vec<T>) -> Result<Self, TensorError> {
        let elements = element_count(name, shape)?;
        if data.len() != elements {
            let (name, shape, got) = (name.to_owned(), shape.to_vec(), data.len());
            return Err(TensorError::Count { name, shape, elements, got });
        }
        Ok(Self { shape: shape.to_vec(), data })
    }

    /// The length of each axis.
    #[must_use]
    pub fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// The cells, the last axis varying fastest.
    #[must_use]
    pub fn data(&self) -> &[T] {
        &self.data
    }

    /// Converts the tensor into its cells.
    #[must_use]
    pub fn into_data(self) -> Vec<T> {
        self.data
    }

    /// Applies `cell` to each cell and keeps the shape.
    #[must_use]
    pub fn map<U>(&self, cell: impl FnMut(&T) -> U) -> Tensor<U> {
        Tensor { shape: self.shape.clone(), data: self.data.iter().map(cell).collect() }
    }

    /// A tensor from a kernel, which has checked the sizes.
    pub(crate) fn made(shape: &[usize], data: Vec<T>) -> Self {
        debug_assert_eq!(shape.iter().product::<usize>(), data.len());
        Self { shape: shape.to_vec(), data }
    }

    /// The lengths of exactly `N` axes, or an error if there is another number of axes.
    pub(crate) fn axes<const N: usize>(
        &self,
        name: &'static str,
        wanted: &'static str,
    ) -> Result<[usize; N], TensorError> {
        <[usize; N]>::try_from(self.shape.as_slice()).map_err(|_| TensorError::Axes {
            name,
            shape: self.shape.clone(),
            wanted,
        })
    }

    /// Row `index` of the tensor as rows of `width` cells; empty beyond the last.
    pub(crate) fn row(&self, index: usize, width: usize) -> &[T] {
        self.data.get(index * width..(index + 1) * width).unwrap_or_default()
    }
}

/// Allocates an empty vector with capacity for `length` items.
///
/// - errors: [`TensorError::OutOfMemory`]
pub(crate) fn allocate<T>(name: &'static str, length: usize) -> Result<Vec<T>, TensorError> {
    let mut items = Vec::new();
    match items.try_reserve_exact(length) {
        Ok(()) => Ok(items),
        Err(_) => {
            let bytes = (length as u64).saturating_mul(size_of::<T>() as u64);
            Err(TensorError::OutOfMemory { name, bytes })
        }
    }
}

/// The number of cells of a tensor of this shape, or an error if there are too many.
pub(crate) fn element_count(name: &str, shape: &[usize]) -> Result<usize, TensorError> {
    // A side of 0 does not permit huge others: the storage would be empty, but loops over them
    // would not end.
    let product = shape.iter().try_fold(1_usize, |all, &side| all.checked_mul(side.max(1)));
    match product {
        Some(cells) if cells <= MAX_TENSOR_CELLS && shape.len() <= MAX_AXES => {
            Ok(if shape.contains(&0) { 0 } else { cells })
        }
        _ => Err(TensorError::TooLarge { name: name.to_owned(), shape: shape.to_vec() }),
    }
}
