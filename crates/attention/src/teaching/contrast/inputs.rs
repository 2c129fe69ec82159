//! The inputs of both sides of a contrast.

use super::error::ContrastError;
use super::side::{Side, Steps};
use super::{ContrastSizes, Mistake, POOLED_TOKENS, SLOTS};
use crate::Error;
use crate::matrix::{Matrix, product};
use crate::random::{Distribution, Draw, RandomState, draw};
use crate::scores::{scaled, scores};

/// The features of a value: enough to see that an output is a mixture.
pub(super) const D_V: usize = 3;

/// The features of an index: fewer than those of queries and keys, because it is to be cheap.
const INDEX_FEATURES: usize = 4;

/// Queries, keys and values.
pub(super) struct Inputs {
    pub(super) q: Matrix,
    pub(super) k: Matrix,
    pub(super) v: Matrix,
    /// The scores by which keys are picked, (queries, keys), for mistakes with picks.
    pub(super) index: Option<Matrix>,
    /// The number of keys before the first query: query `i` is at key `past + i`.
    pub(super) past: usize,
}

impl Inputs {
    /// `randn(tokens, d)`, `randn(keys, d)` and `randn(keys, 3)`, in this order. Keys are picked by the
    /// product of `randn(tokens, 4)` and the transpose of `randn(keys, 4)`, which come next.
    pub(super) fn drawn(mistake: Mistake, sizes: ContrastSizes) -> Result<Self, ContrastError> {
        let ContrastSizes { seed, tokens, features } = sizes;
        let (past, magnitude) = match mistake {
            Mistake::Cache { past, .. } => (past, 0),
            Mistake::Finite { magnitude, .. } => (0, magnitude),
            _ => (0, 0),
        };
        let mut stream = RandomState::new(seed).map_err(Error::from)?;
        let mut normal = |rows, cols| {
            draw(&mut stream, &Draw { distribution: Distribution::Randn, factor: None, rows, cols })
        };
        let q = normal(tokens, features)? * libm::pow(10.0, magnitude as f64);
        let keys = match mistake {
            Mistake::Pooled { .. } => POOLED_TOKENS,
            Mistake::Slot { .. } => SLOTS,
            _ => past + tokens,
        };
        let k = normal(keys, features)?;
        let v = normal(keys, D_V)?;
        let index = match mistake {
            Mistake::Shared { .. }
            | Mistake::Indexer { .. }
            | Mistake::Slot { .. }
            | Mistake::Prefill { .. } => {
                let queries = normal(tokens, INDEX_FEATURES)?;
                Some(scores(&queries, &normal(keys, INDEX_FEATURES)?)?)
            }
            _ => None,
        };
        Ok(Self { q, k, v, index, past })
    }

    /// `Q Kᵀ / √d`, (queries, keys).
    pub(super) fn scaled(&self) -> Result<Matrix, ContrastError> {
        Ok(scaled(&scores(&self.q, &self.k)?, None, self.k.ncols())?)
    }

    /// A side whose weights do not come from [`attend_heads`]: `output = weights · V`, summed over
    /// all keys.
    pub(super) fn with_weights(&self, steps: Steps) -> Result<Side, ContrastError> {
        let output = product(&steps.weights, &self.v)?;
        Ok(Side::of(steps, output, self.past))
    }
}
