//! What both sides of a contrast start from.

use super::error::ContrastError;
use super::side::Side;
use super::{ALIBI_HEADS, ContrastSizes, Mistake};
use crate::heads::{HeadInputs, HeadOptions, attend_heads};
use crate::matrix::{Matrix, to_row_major};
use crate::random::{Distribution, Draw, RandomState, draw};
use crate::real::Real;
use crate::scores::{Scale, scaled, scores};
use crate::tensor::Tensor;

/// The features of a value: enough to see that an output is a mix.
const D_V: usize = 3;

/// Refuses options beyond their bounds, before anything is drawn.
pub(super) fn check(mistake: Mistake, sizes: ContrastSizes) -> Result<(), ContrastError> {
    let ContrastSizes { tokens, features, .. } = sizes;
    within("tokens", tokens, 1, 16)?;
    within("d", features, 1, 1024)?;
    // A sequence of nothing but padding is not padded on one side.
    let is_padding = |padding: usize| within("padding", padding, 0, tokens - 1);
    match mistake {
        Mistake::Finite { padding, magnitude, .. } => {
            is_padding(padding)?;
            within("magnitude", magnitude, 0, 10)
        }
        Mistake::Empty { padding } | Mistake::Padding { padding } => is_padding(padding),
        Mistake::Cache { past, offset } => {
            within("past", past, 0, 16)?;
            within("offset", offset, 0, past + 1)
        }
        Mistake::Alibi { head } => within("head", head, 0, ALIBI_HEADS - 1),
        Mistake::Axis { .. } | Mistake::Late | Mistake::Zeroed | Mistake::Unscaled => Ok(()),
    }
}

fn within(
    name: &'static str,
    value: usize,
    least: usize,
    most: usize,
) -> Result<(), ContrastError> {
    if (least..=most).contains(&value) {
        return Ok(());
    }
    Err(ContrastError::Range { name, value, least, most })
}

/// Queries, keys and values.
pub(super) struct Given {
    pub(super) q: Matrix,
    pub(super) k: Matrix,
    pub(super) v: Matrix,
    /// How many of the keys were there before the first query: query `i` stands beside key `past + i`.
    pub(super) past: usize,
}

impl Given {
    /// `randn(tokens, d)`, `randn(past + tokens, d)` and `randn(past + tokens, 3)`, in this order.
    pub(super) fn drawn(sizes: ContrastSizes, past: usize) -> Result<Self, ContrastError> {
        let ContrastSizes { seed, tokens, features } = sizes;
        let mut stream = RandomState::new(seed)?;
        let mut normal = |rows, cols| {
            draw(&mut stream, &Draw { distribution: Distribution::Randn, factor: None, rows, cols })
        };
        let q = normal(tokens, features)?;
        let k = normal(past + tokens, features)?;
        let v = normal(past + tokens, D_V)?;
        Ok(Self { q, k, v, past })
    }

    /// `Q Kᵀ` times the scale, (queries, keys).
    pub(super) fn scaled(&self, scale: Scale) -> Result<Matrix, ContrastError> {
        Ok(scaled(&scores(&self.q, &self.k)?, scale, self.k.ncols())?)
    }

    /// What attention over heads says of it: one batch entry, one head. The first `cached` keys and
    /// values come as a past.
    pub(super) fn attended<T: Real>(
        &self,
        options: &HeadOptions<'_, T>,
        cached: usize,
    ) -> Result<Side, ContrastError> {
        let q = tensor("q", &self.q, 0, self.q.nrows())?;
        let (k, v) = (&self.k, &self.v);
        let new = (tensor("k", k, cached, k.nrows())?, tensor("v", v, cached, v.nrows())?);
        let past = (tensor("past k", k, 0, cached)?, tensor("past v", v, 0, cached)?);
        let inputs = HeadInputs {
            past: (cached > 0).then_some((&past.0, &past.1)),
            ..HeadInputs::new(&q, &new.0, &new.1)
        };
        Side::of_heads(&attend_heads(&inputs, options)?, self.past)
    }
}

/// Rows of a matrix as the one head of the one entry of a batch.
fn tensor<T: Real>(
    name: &str,
    matrix: &Matrix,
    first: usize,
    end: usize,
) -> Result<Tensor<T>, ContrastError> {
    let features = matrix.ncols();
    let cells = to_row_major(matrix).into_iter().skip(first * features);
    let cells = cells.take((end - first) * features).map(T::from_f64).collect();
    Ok(Tensor::new(name, &[1, 1, end - first, features], cells)?)
}
