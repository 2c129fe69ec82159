//! The wrong formulas that attention over heads cannot be asked for.

use super::Mistake;
use super::side::Steps;
use crate::matrix::{Matrix, row, sum};
use crate::softmax::{Form, SoftmaxAxis, softmax};

/// The steps of a mistake from the scaled scores `z` to weights, as its formula has them; None if
/// attention over heads can follow it.
///
/// - `z`: (queries, keys), `allowed`: what the right side allows, as 1 and 0, (queries, keys)
pub(super) fn steps(mistake: Mistake, z: &Matrix, allowed: &Matrix) -> Option<Steps> {
    let by_rows = |z: &Matrix| softmax(z, SoftmaxAxis::Rows, Form::Stable).weights;
    let everywhere = || z.map(|_| 1.0);
    let (masked, allowed, weights) = match mistake {
        Mistake::Axis { axis } => (z.clone(), everywhere(), softmax(z, axis, Form::Stable).weights),
        Mistake::Late => (z.clone(), allowed.clone(), by_rows(z).component_mul(allowed)),
        Mistake::Zeroed => {
            let zeroed = z.component_mul(allowed);
            let weights = by_rows(&zeroed);
            (zeroed, everywhere(), weights)
        }
        Mistake::Empty { .. } => {
            let pick = |z: f64, allowed| if allowed == 0.0 { f64::NEG_INFINITY } else { z };
            let masked = z.zip_map(allowed, pick);
            let weights = plain_softmax(&masked);
            (masked, allowed.clone(), weights)
        }
        _ => return None,
    };
    Some(Steps { scaled: z.clone(), masked, allowed, weights })
}

/// The softmax of the textbook, row by row, with nothing said of a row that is -∞ throughout.
///
/// `weights[i, j] = exp(z[i, j] - m) / Σ exp(z - m)`, with `m` the largest score of the row.
fn plain_softmax(masked: &Matrix) -> Matrix {
    let mut weights = masked.clone();
    for (i, mut cells) in weights.row_iter_mut().enumerate() {
        let most = row(masked, i).into_iter().fold(f64::NEG_INFINITY, f64::max);
        cells.apply(|z| *z = libm::exp(*z - most));
        let total = sum(cells.iter().copied());
        cells.apply(|exponential| *exponential /= total);
    }
    weights
}
