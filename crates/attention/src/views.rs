//! Views of `ndarray`: inputs from views, and views of results. Needs the feature `ndarray`.
//!
//! Inputs are copied, from views in any memory layout. Results are viewed without a copy.
//!
//! ```
//! use heedmap_attention::views::{matrix_from_view, matrix_view};
//! use heedmap_attention::{AttentionRule, HeadInputs, SoftmaxKind, Tensor, attend, attend_heads};
//! use ndarray::{Axis, array};
//!
//! let x = array![[0.0, 9.0], [9.0, 0.0]];
//! let k = matrix_from_view("k", x.view())?;
//! let q = matrix_from_view("q", x.t())?;
//! let v = matrix_from_view("v", x.slice_axis(Axis(1), (..1).into()))?;
//! let attention = attend(&q, &k, &v, &AttentionRule::default(), SoftmaxKind::default())?;
//! assert_eq!(matrix_view(&attention.scores), array![[81.0, 0.0], [0.0, 81.0]]);
//!
//! // (batch, heads, length, features), of one batch entry and one head.
//! let heads = x.view().insert_axis(Axis(0)).insert_axis(Axis(0));
//! let q = Tensor::from_view("q", heads)?;
//! let found = attend_heads(&HeadInputs::new(&q, &q, &q), &AttentionRule::default())?;
//! assert_eq!(found.weights.view().shape(), [1, 1, 2, 2]);
//! let weights = found.weights.matrix_view(&[0, 0]).expect("the first head exists");
//! assert!(weights[(0, 0)] > 0.99);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![allow(clippy::needless_pass_by_value, reason = "ndarray passes views by value")]

use ndarray::{ArrayView, ArrayView2, ArrayViewD, Dimension, Ix2, ShapeBuilder};

use crate::error::Error;
use crate::matrix::{Matrix, cell_count, stored_columns};
use crate::tensor::{Tensor, TensorError, element_count};

/// A matrix with the cells of a view, which may have any memory layout.
///
/// - `name`: the name of the matrix in an error
/// - errors: [`Error::TooManyCells`]
pub fn matrix_from_view(name: &str, view: ArrayView2<'_, f64>) -> Result<Matrix, Error> {
    let (rows, cols) = view.dim();
    cell_count(name, rows, cols)?;
    Ok(Matrix::from_fn(rows, cols, |i, j| view[(i, j)]))
}

/// A view of a matrix, (rows, columns), without a copy.
#[must_use]
pub fn matrix_view(matrix: &Matrix) -> ArrayView2<'_, f64> {
    ArrayView2::from_shape(matrix.shape().f(), stored_columns(matrix))
        .expect("a matrix has as many cells as its shape says")
}

impl<T> Tensor<T> {
    /// A tensor with the shape and the cells of a view, which may have any memory layout.
    ///
    /// Needs the feature `ndarray`; see [`views`](crate::views).
    ///
    /// - `name`: the name of the tensor in an error
    /// - errors: [`TensorError::TooLarge`]
    pub fn from_view<D: Dimension>(
        name: &str,
        view: ArrayView<'_, T, D>,
    ) -> Result<Self, TensorError>
    where
        T: Clone,
    {
        element_count(name, view.shape())?;
        Ok(Self::made(view.shape(), view.iter().cloned().collect()))
    }

    /// A view of all axes, without a copy.
    ///
    /// Needs the feature `ndarray`; see [`views`](crate::views).
    #[must_use]
    pub fn view(&self) -> ArrayViewD<'_, T> {
        ArrayViewD::from_shape(self.shape(), self.data())
            .expect("a tensor has as many cells as its shape says")
    }

    /// A view of the last two axes at these indexes of the axes before them, without a copy: of the
    /// weights of head `h` in batch entry `b`, with `[b, h]`.
    ///
    /// Needs the feature `ndarray`; see [`views`](crate::views).
    ///
    /// - edge case: `None` if the number of indexes is not the number of axes before the last two, or
    ///   if an index is out of range
    #[must_use]
    pub fn matrix_view(&self, indexes: &[usize]) -> Option<ArrayView2<'_, T>> {
        let leading = self.shape().len().checked_sub(2)?;
        let is_within = |(index, length): (&usize, &usize)| index < length;
        if indexes.len() != leading || !indexes.iter().zip(self.shape()).all(is_within) {
            return None;
        }
        let mut view = self.view();
        for &index in indexes {
            view.index_axis_inplace(ndarray::Axis(0), index);
        }
        view.into_dimensionality::<Ix2>().ok()
    }
}
