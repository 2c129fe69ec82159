//! Mistakes in the softmax itself.

use super::ContrastSizes;
use super::error::ContrastError;
use super::given::Given;
use super::position::left_padding;
use super::side::Side;
use crate::heads::{HeadOptions, Masks};
use crate::matrix::{Matrix, row, sum};
use crate::scores::Scale;
use crate::softmax::{Form, SoftmaxAxis, softmax};

/// [`Mistake::Axis`](super::Mistake::Axis): the softmax over another axis than that of the keys.
pub(super) fn over_axis(
    sizes: ContrastSizes,
    axis: SoftmaxAxis,
) -> Result<[Side; 2], ContrastError> {
    let given = Given::drawn(sizes, 0)?;
    let z = given.scaled(Scale::InverseSqrtDk)?;
    let weights = softmax(&z, axis, Form::Stable).weights;
    let wrong = Side::mixed(&z, z.clone(), z.map(|_| 1.0), weights, &given.v, 0)?;
    Ok([wrong, given.attended::<f64>(&HeadOptions::default(), 0)?])
}

/// [`Mistake::Empty`](super::Mistake::Empty): a softmax without a rule for the row that has no key.
pub(super) fn without_key(
    sizes: ContrastSizes,
    padding: usize,
) -> Result<[Side; 2], ContrastError> {
    let given = Given::drawn(sizes, 0)?;
    let mask = left_padding(sizes.tokens, padding)?;
    let masks = Masks { padding: Some(&mask), ..Masks::default() };
    let right =
        given.attended::<f64>(&HeadOptions { causal: true, masks, ..HeadOptions::default() }, 0)?;
    let z = given.scaled(Scale::InverseSqrtDk)?;
    let (masked, allowed) = (right.masked.clone(), right.allowed.clone());
    let weights = plain_softmax(&masked);
    Ok([Side::mixed(&z, masked, allowed, weights, &given.v, 0)?, right])
}

/// The softmax of the textbook, row by row, with nothing said of a row that is -∞ throughout.
///
/// `weights[i, j] = exp(z[i, j] - m) / Σ exp(z - m)`, with `m` the largest score of the row.
fn plain_softmax(masked: &Matrix) -> Matrix {
    let (rows, cols) = masked.shape();
    let shift: Vec<f64> =
        (0..rows).map(|i| row(masked, i).into_iter().fold(f64::NEG_INFINITY, f64::max)).collect();
    let exponentials = Matrix::from_fn(rows, cols, |i, j| libm::exp(masked[(i, j)] - shift[i]));
    let sums: Vec<f64> = (0..rows).map(|i| sum(row(&exponentials, i).into_iter())).collect();
    Matrix::from_fn(rows, cols, |i, j| exponentials[(i, j)] / sums[i])
}
