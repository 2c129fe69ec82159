//! Broadcasting: reads a tensor as if it had a larger shape.

use super::{Tensor, TensorError};

/// A tensor that is read under a larger shape.
///
/// Shapes are aligned at their last axis; an axis of length 1, or one missing at the front, is
/// repeated. Every other axis must have the same length: a mask that is shorter than the keys is
/// rejected and not extended, because the values would be arbitrary.
///
/// Source: NumPy's broadcasting rules, in the one direction from tensor to shape.
pub(crate) struct Broadcast<'a, T> {
    data: &'a [T],
    /// The step in `data` for one step along each axis of the larger shape.
    strides: Vec<usize>,
}

impl<'a, T> Broadcast<'a, T> {
    /// - errors: [`TensorError::Broadcast`] with both shapes
    pub(crate) fn new(
        name: &'static str,
        tensor: &'a Tensor<T>,
        onto: &[usize],
    ) -> Result<Self, TensorError> {
        let refused =
            || TensorError::Broadcast { name, shape: tensor.shape.clone(), onto: onto.to_vec() };
        let missing = onto.len().checked_sub(tensor.shape.len()).ok_or_else(refused)?;
        let mut strides = vec![0; onto.len()];
        let mut stride = 1;
        for (axis, &side) in tensor.shape.iter().enumerate().rev() {
            match side {
                side if side == onto[missing + axis] => strides[missing + axis] = stride,
                1 => {}
                _ => return Err(refused()),
            }
            stride *= side;
        }
        Ok(Self { data: &tensor.data, strides })
    }

    /// The start of the cells at these indexes of the larger shape, or of its first axes.
    pub(crate) fn start(&self, indices: &[usize]) -> usize {
        indices.iter().zip(&self.strides).map(|(&index, &stride)| index * stride).sum()
    }

    /// The cell `step` further along the last axis from a start.
    pub(crate) fn at(&self, start: usize, step: usize) -> Option<&'a T> {
        let stride = self.strides.last().copied().unwrap_or_default();
        self.data.get(start + step * stride)
    }
}
