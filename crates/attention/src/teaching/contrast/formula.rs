//! The wrong formulas that attention over heads has no option for.
//!
//! Everywhere `z` are the scaled scores and `allowed` is the right mask as 1 and 0, both (queries,
//! keys).

use super::side::Steps;
use crate::matrix::{Matrix, row, sum};
use crate::softmax::{SoftmaxAxis, SoftmaxForm, softmax};

/// `softmax(z)` over an axis other than the keys.
pub(super) fn over_axis(z: Matrix, axis: SoftmaxAxis) -> Steps {
    let weights = softmax(&z, axis, SoftmaxForm::Stable).weights;
    Steps { allowed: everywhere(&z), masked: z.clone(), weights, scaled: z }
}

/// `softmax(z) · allowed`.
pub(super) fn late(z: Matrix, allowed: &Matrix) -> Steps {
    let weights = by_rows(&z).component_mul(allowed);
    Steps { allowed: allowed.clone(), masked: z.clone(), weights, scaled: z }
}

/// `softmax(z · allowed)`.
pub(super) fn zeroed(z: Matrix, allowed: &Matrix) -> Steps {
    let masked = z.component_mul(allowed);
    Steps { allowed: everywhere(&z), weights: by_rows(&masked), masked, scaled: z }
}

/// `exp(z - m) / Σ exp(z - m)` of each row, where `m` is its largest score and forbidden scores are
/// -∞. A row of only -∞ becomes NaN.
pub(super) fn plain(z: Matrix, allowed: &Matrix) -> Steps {
    let masked =
        z.zip_map(allowed, |score, allowed| if allowed == 0.0 { f64::NEG_INFINITY } else { score });
    let mut weights = masked.clone();
    for (i, mut cells) in weights.row_iter_mut().enumerate() {
        let most = row(&masked, i).into_iter().fold(f64::NEG_INFINITY, f64::max);
        cells.apply(|score| *score = libm::exp(*score - most));
        let total = sum(cells.iter().copied());
        cells.apply(|exponential| *exponential /= total);
    }
    Steps { allowed: allowed.clone(), masked, weights, scaled: z }
}

fn by_rows(z: &Matrix) -> Matrix {
    softmax(z, SoftmaxAxis::Rows, SoftmaxForm::Stable).weights
}

fn everywhere(z: &Matrix) -> Matrix {
    z.map(|_| 1.0)
}
