//! Common mistakes in attention, computed together with the correct formula.
//!
//! Each wrong side follows the wrong formula exactly; each right side comes from
//! [`attend_heads`](crate::attend_heads). Both start from the same numbers, drawn as NumPy draws
//! them, so that a reader can run either one.

use crate::matrix::{Matrix, cells, sum};

mod attend;
mod error;
mod formula;
mod inputs;
mod mistake;
mod picked;
mod plan;
mod side;

pub use error::ContrastError;
pub use mistake::{ALIBI_HEADS, ContrastSizes, Mistake, POOLED_TOKENS, Precision, SLOTS};
pub use side::{Side, SideFigures};

use inputs::Inputs;
use plan::Plan;

/// The results of a mistake and of the correct computation.
#[derive(Clone, Debug, PartialEq)]
pub struct Contrast {
    /// The result of the mistake.
    pub wrong: Side,
    /// The correct result.
    pub right: Side,
    /// 1 where the query could pick the key, else 0, (queries, keys); 0 everywhere without picks.
    pub pickable: Matrix,
    /// The largest sum of weights that a query on the wrong side gives to forbidden keys.
    pub leaked: f64,
    /// The largest sum of weights of a query on the right side that the wrong side's mask removes.
    pub lost: f64,
    /// The largest difference of two outputs; NaN if one is NaN.
    pub difference: f64,
    /// The largest distance of the wrong side's first output from the mean of V, if its query may
    /// attend to no key.
    pub mean_gap: Option<f64>,
    /// ALiBi's slope, if it is used.
    pub slope: Option<f64>,
    /// The figures of both sides for each number of features, if [`Mistake::Unscaled`] requests
    /// them.
    pub curve: Vec<CurvePoint>,
}

/// The figures of both sides at one number of features.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CurvePoint {
    /// The number of features.
    pub features: usize,
    /// The figures of the mistake.
    pub wrong: SideFigures,
    /// The figures of the correct computation.
    pub right: SideFigures,
}

/// Computes a mistake and the correct result from the same numbers.
///
/// - errors: [`ContrastError::Range`] with the option and its bounds
///
/// ```
/// use heedmap_attention::teaching::contrast::{ContrastSizes, Mistake, contrast};
///
/// let sizes = ContrastSizes { seed: 1, tokens: 4, features: 8 };
/// let found = contrast(Mistake::Late, sizes)?;
///
/// assert!(found.wrong.sums[(0, 0)] < 0.9);
/// assert_eq!(found.right.sums[(0, 0)], 1.0);
/// # Ok::<(), heedmap_attention::teaching::contrast::ContrastError>(())
/// ```
pub fn contrast(mistake: Mistake, sizes: ContrastSizes) -> Result<Contrast, ContrastError> {
    plan::check(mistake, sizes)?;
    let (wrong, right, inputs) = sides(mistake, sizes)?;
    let pickable = pickable(mistake, &right.allowed);
    let differences = cells(&wrong.output).zip(cells(&right.output)).map(|(a, b)| (a - b).abs());
    Ok(Contrast {
        leaked: largest_share(&wrong.weights, &right.allowed),
        lost: largest_share(&right.weights, &wrong.allowed),
        difference: largest(differences),
        mean_gap: match mistake {
            Mistake::Finite { padding: 1.., precision, .. } => {
                Some(mean_gap(&wrong.output, &inputs.v, precision))
            }
            _ => None,
        },
        slope: match mistake {
            Mistake::Alibi { head } => Some(plan::slope(head)),
            _ => None,
        },
        curve: match mistake {
            Mistake::Unscaled { curve: true } => curve(sizes)?,
            _ => Vec::new(),
        },
        wrong,
        right,
        pickable,
    })
}

/// See [`Contrast::pickable`].
fn pickable(mistake: Mistake, allowed: &Matrix) -> Matrix {
    match mistake {
        Mistake::Shared { .. } | Mistake::Indexer { .. } | Mistake::Prefill { .. } => {
            Matrix::from_fn(allowed.nrows(), allowed.ncols(), |i, j| f64::from(j <= i))
        }
        Mistake::Slot { .. } => allowed.map(|_| 1.0),
        _ => allowed.map(|_| 0.0),
    }
}

/// The wrong side, the right side, and the inputs of both.
fn sides(mistake: Mistake, sizes: ContrastSizes) -> Result<(Side, Side, Inputs), ContrastError> {
    let inputs = Inputs::drawn(mistake, sizes)?;
    let plan = Plan::right(mistake, sizes, &inputs);
    let right = match mistake {
        Mistake::Pooled { block, padding } => {
            inputs.pooled(block, |token| token >= padding).attend(&plan)?
        }
        _ => inputs.attend(&plan)?,
    };
    let (z, allowed) = (|| inputs.scaled(), &right.allowed);
    let wrong = match mistake {
        Mistake::Axis { axis } => inputs.with_weights(formula::over_axis(z()?, axis))?,
        Mistake::Late => inputs.with_weights(formula::late(z()?, allowed))?,
        Mistake::Zeroed => inputs.with_weights(formula::zeroed(z()?, allowed))?,
        Mistake::Empty { .. } => inputs.with_weights(formula::plain(z()?, allowed))?,
        Mistake::Unscaled { .. } => inputs.attend(&Plan { scale: Some(1.0), ..plan })?,
        Mistake::Finite { .. } => inputs.attend(&Plan { finite: true, ..plan })?,
        Mistake::Cache { offset, .. } => inputs.attend(&Plan { offset, cached: 0, ..plan })?,
        Mistake::Padding { .. } => {
            // The same number of real tokens, but from the first on.
            inputs.attend(&Plan { real: 0..plan.real.len(), ..plan })?
        }
        Mistake::Alibi { .. } => inputs.attend(&Plan { slope: -plan.slope, ..plan })?,
        Mistake::Shared { .. } => {
            inputs.attend(&Plan { picked: plan.picked.as_ref().map(picked::shared), ..plan })?
        }
        Mistake::Indexer { picks } => {
            let picked = inputs.best(picks, |_, _| true);
            inputs.attend(&Plan { causal: false, picked, ..plan })?
        }
        Mistake::Pooled { block, .. } => {
            inputs.pooled(block, |_| true).attend(&Plan { real: 0..plan.real.end, ..plan })?
        }
        Mistake::Slot { .. } => {
            let without_first = |picked: &Matrix| {
                let mut picked = picked.clone();
                picked.column_mut(0).fill(0.0);
                picked
            };
            inputs.attend(&Plan { picked: plan.picked.as_ref().map(without_first), ..plan })?
        }
        Mistake::Prefill { picks } if sizes.tokens <= picks => {
            inputs.attend(&Plan { causal: false, picked: None, ..plan })?
        }
        Mistake::Prefill { .. } => right.clone(),
    };
    Ok((wrong, right, inputs))
}

/// The powers of two up to the largest number of features.
const POWERS: u32 = 10;

/// The figures of both sides at every power of two, and at the requested number of features.
fn curve(sizes: ContrastSizes) -> Result<Vec<CurvePoint>, ContrastError> {
    let mut features: Vec<usize> = (0..=POWERS).map(|power| 1 << power).collect();
    if let Err(place) = features.binary_search(&sizes.features) {
        features.insert(place, sizes.features);
    }
    let point = |features| {
        let (wrong, right, _) =
            sides(Mistake::Unscaled { curve: false }, ContrastSizes { features, ..sizes })?;
        Ok(CurvePoint { features, wrong: wrong.figures, right: right.figures })
    };
    features.into_iter().map(point).collect()
}

/// The distance of the first row of the output from the mean of V, computed in the same precision.
fn mean_gap(output: &Matrix, v: &Matrix, precision: Precision) -> f64 {
    let v = v.map(|value| match precision {
        Precision::F64 => value,
        Precision::F32 => f64::from(value as f32),
    });
    let mean = |c: usize| sum((0..v.nrows()).map(|j| v[(j, c)])) / v.nrows() as f64;
    largest((0..v.ncols()).map(|c| (output[(0, c)] - mean(c)).abs()))
}

/// The largest sum of weights of a row on cells where `allowed` is 0.
fn largest_share(weights: &Matrix, allowed: &Matrix) -> f64 {
    let forbidden = |i: usize| (0..weights.ncols()).filter(move |&j| allowed[(i, j)] == 0.0);
    largest((0..weights.nrows()).map(|i| sum(forbidden(i).map(|j| weights[(i, j)]))))
}

/// The largest of non-negative numbers; NaN if one is NaN, 0 if there are none.
fn largest(numbers: impl Iterator<Item = f64>) -> f64 {
    numbers.fold(0.0, |most, number| if number > most || number.is_nan() { number } else { most })
}
