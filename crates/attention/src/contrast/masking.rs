//! Mistakes in how a mask is laid over the scores.

use super::error::ContrastError;
use super::given::Given;
use super::position::left_padding;
use super::side::Side;
use super::{ContrastSizes, Precision, largest};
use crate::heads::{HeadOptions, Masks};
use crate::mask::Mask;
use crate::matrix::{Matrix, cells, sum};
use crate::real::Real;
use crate::scores::Scale;
use crate::softmax::{Form, SoftmaxAxis, softmax};
use crate::tensor::Tensor;

/// What people write for -∞.
const HUGE: f64 = -1e9;

/// [`Mistake::Late`](super::Mistake::Late): `softmax(z) · allowed`.
pub(super) fn late(sizes: ContrastSizes) -> Result<[Side; 2], ContrastError> {
    let given = Given::drawn(sizes, 0)?;
    let z = given.scaled(Scale::InverseSqrtDk)?;
    let allowed = Mask::Causal.allowed(sizes.tokens, sizes.tokens);
    let weights = by_rows(&z).component_mul(&allowed);
    let wrong = Side::mixed(&z, z.clone(), allowed, weights, &given.v, 0)?;
    Ok([wrong, causal(&given)?])
}

/// [`Mistake::Zeroed`](super::Mistake::Zeroed): `softmax(z · allowed)`.
pub(super) fn zeroed(sizes: ContrastSizes) -> Result<[Side; 2], ContrastError> {
    let given = Given::drawn(sizes, 0)?;
    let z = given.scaled(Scale::InverseSqrtDk)?;
    let zeroed = z.component_mul(&Mask::Causal.allowed(sizes.tokens, sizes.tokens));
    let weights = by_rows(&zeroed);
    let wrong = Side::mixed(&z, zeroed, z.map(|_| 1.0), weights, &given.v, 0)?;
    Ok([wrong, causal(&given)?])
}

/// [`Mistake::Finite`](super::Mistake::Finite): `softmax(z + bias)`, the bias -10⁹ where a key is
/// forbidden.
pub(super) fn finite<T: Real>(
    sizes: ContrastSizes,
    padding: usize,
    magnitude: usize,
) -> Result<[Side; 2], ContrastError> {
    let mut given = Given::drawn(sizes, 0)?;
    given.q *= libm::pow(10.0, magnitude as f64);
    let mask = left_padding(sizes.tokens, padding)?;
    let masks = Masks { padding: Some(&mask), ..Masks::default() };
    let right =
        given.attended::<T>(&HeadOptions { causal: true, masks, ..HeadOptions::default() }, 0)?;
    let bias = cells(&right.allowed)
        .map(|allowed| if allowed == 0.0 { T::from_f64(HUGE) } else { T::ZERO });
    let bias = Tensor::new("the bias", &[sizes.tokens, sizes.tokens], bias.collect())?;
    let masks = Masks { additive: Some(&bias), ..Masks::default() };
    Ok([given.attended::<T>(&HeadOptions { masks, ..HeadOptions::default() }, 0)?, right])
}

/// How far the first row of the output is from the mean of V in its own precision.
pub(super) fn mean_gap(
    sizes: ContrastSizes,
    precision: Precision,
    output: &Matrix,
) -> Result<f64, ContrastError> {
    let v = Given::drawn(sizes, 0)?.v.map(|value| match precision {
        Precision::F64 => value,
        Precision::F32 => f64::from(value as f32),
    });
    let mean = |c: usize| sum((0..v.nrows()).map(|j| v[(j, c)])) / v.nrows() as f64;
    Ok(largest((0..v.ncols()).map(|c| (output[(0, c)] - mean(c)).abs())))
}

fn by_rows(z: &Matrix) -> Matrix {
    softmax(z, SoftmaxAxis::Rows, Form::Stable).weights
}

fn causal(given: &Given) -> Result<Side, ContrastError> {
    given.attended::<f64>(&HeadOptions { causal: true, ..HeadOptions::default() }, 0)
}
