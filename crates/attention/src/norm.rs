//! Normalization: all tokens get the same size before they are projected.

use crate::real::{Real, inner, total};
use crate::softmax::axis_index;
use crate::tensor::{Broadcast, Tensor, TensorError};

/// A layer normalization with its means and deviations.
#[derive(Clone, Debug, PartialEq)]
pub struct LayerNorm<T> {
    /// The normalized cells, of the shape of `x`.
    pub output: Tensor<T>,
    /// The mean of each group; normalized axes have length 1.
    pub mean: Tensor<T>,
    /// `1 / √(variance + ε)` of each group; normalized axes have length 1.
    pub inverse_deviation: Tensor<T>,
}

/// Layer normalization over the axes from `axis` on.
///
/// `output = (x - mean) / √(variance + ε) · weight + bias`, mean and population variance over the
/// normalized axes.
///
/// Scores then depend on the directions of tokens and not on their lengths.
///
/// - edge case: a group of equal cells has variance 0; ε keeps the quotient 0 and not 0/0
/// - `weight`, `bias`: any shape that broadcasts to the shape of `x`
/// - errors: [`TensorError::Axis`], [`TensorError::Broadcast`], [`TensorError::NotFinite`]
/// - source: Ba, Kiros and Hinton, "Layer Normalization", 2016; ONNX `LayerNormalization`, opset 17
pub fn layer_norm<T: Real>(
    x: &Tensor<T>,
    weight: &Tensor<T>,
    bias: Option<&Tensor<T>>,
    axis: i64,
    epsilon: f64,
) -> Result<LayerNorm<T>, TensorError> {
    let groups = Groups::new(x, axis, epsilon)?;
    let count = T::from_f64(groups.size as f64);
    let (mut means, mut inverses, mut centered) = (Vec::new(), Vec::new(), Vec::new());
    for group in x.data().chunks_exact(groups.size.max(1)) {
        let mean = total(group.iter().copied()) / count;
        let around: Vec<T> = group.iter().map(|&cell| cell - mean).collect();
        let inverse = T::ONE / (inner(&around, &around) / count + T::from_f64(epsilon)).sqrt();
        means.push(mean);
        inverses.push(inverse);
        centered.extend(around.into_iter().map(|cell| cell * inverse));
    }
    let output = weighted(x.shape(), centered, weight, bias)?;
    let mean = Tensor::made(&groups.shape, means);
    Ok(LayerNorm { output, mean, inverse_deviation: Tensor::made(&groups.shape, inverses) })
}

/// Root-mean-square normalization over the axes from `axis` on.
///
/// `output = x / √(mean of x² + ε) · weight`: layer normalization without subtracting the mean, as
/// LLaMA and similar models use it.
///
/// - edge case: a group of zeros stays 0
/// - `weight`: any shape that broadcasts to the shape of `x`
/// - errors: [`TensorError::Axis`], [`TensorError::Broadcast`], [`TensorError::NotFinite`]
/// - source: Zhang and Sennrich, "Root Mean Square Layer Normalization", 2019; ONNX
///   `RMSNormalization`, opset 23
pub fn rms_norm<T: Real>(
    x: &Tensor<T>,
    weight: &Tensor<T>,
    axis: i64,
    epsilon: f64,
) -> Result<Tensor<T>, TensorError> {
    let groups = Groups::new(x, axis, epsilon)?;
    let count = T::from_f64(groups.size as f64);
    let mut cells = Vec::with_capacity(x.data().len());
    for group in x.data().chunks_exact(groups.size.max(1)) {
        let root = (inner(group, group) / count + T::from_f64(epsilon)).sqrt();
        cells.extend(group.iter().map(|&cell| cell / root));
    }
    weighted(x.shape(), cells, weight, None)
}

/// The groups of cells that are normalized together.
struct Groups {
    /// The number of cells of a group.
    size: usize,
    /// The shape with one figure for each group.
    shape: Vec<usize>,
}

impl Groups {
    fn new<T>(x: &Tensor<T>, axis: i64, epsilon: f64) -> Result<Self, TensorError> {
        let axis = axis_index(axis, x.shape().len())?;
        TensorError::unless_finite("epsilon", epsilon)?;
        let (kept, normalized) = x.shape().split_at(axis);
        let size = normalized.iter().product();
        if size == 0 {
            return Err(TensorError::Nothing { name: "x", axis: "cells to normalize" });
        }
        let shape = kept.iter().copied().chain(normalized.iter().map(|_| 1)).collect();
        Ok(Self { size, shape })
    }
}

/// Each cell times its weight, plus its bias.
fn weighted<T: Real>(
    shape: &[usize],
    mut cells: Vec<T>,
    weight: &Tensor<T>,
    bias: Option<&Tensor<T>>,
) -> Result<Tensor<T>, TensorError> {
    let weight = Broadcast::new("the weight", weight, shape)?;
    let bias = bias.map(|bias| Broadcast::new("the bias", bias, shape)).transpose()?;
    let width = shape.last().copied().unwrap_or(1).max(1);
    for (index, row) in cells.chunks_exact_mut(width).enumerate() {
        let mut rest = index;
        let mut indices: Vec<usize> = Vec::with_capacity(shape.len());
        for &side in shape.iter().rev().skip(1) {
            indices.push(rest % side);
            rest /= side;
        }
        indices.reverse();
        let weight_start = weight.start(&indices);
        let bias_start = bias.as_ref().map(|bias| bias.start(&indices));
        for (c, cell) in row.iter_mut().enumerate() {
            if let Some(&weight) = weight.at(weight_start, c) {
                *cell = *cell * weight;
            }
            let bias = bias.as_ref().zip(bias_start).and_then(|(bias, start)| bias.at(start, c));
            if let Some(&bias) = bias {
                *cell = *cell + bias;
            }
        }
    }
    Ok(Tensor::made(shape, cells))
}
