//! The options of attention over heads on either side of a contrast.

use std::ops::Range;

use super::error::ContrastError;
use super::inputs::Inputs;
use super::{ALIBI_HEADS, ContrastSizes, Mistake, POOLED_TOKENS, Precision, SLOTS};
use crate::alibi::alibi_slopes;
use crate::matrix::Matrix;

/// One head over one sequence.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Plan {
    /// That of an `AttentionRule`.
    pub(super) scale: Option<f64>,
    pub(super) causal: bool,
    /// The number that a causal mask adds to the index of a query.
    pub(super) offset: usize,
    /// The number of cached keys.
    pub(super) cached: usize,
    /// The keys that are not padding.
    pub(super) real: Range<usize>,
    /// The keys that each query picked, as 1 and 0, (queries, keys).
    pub(super) picked: Option<Matrix>,
    /// ALiBi's slope; 0 is none.
    pub(super) slope: f64,
    /// Whether forbidden keys get a bias of -10⁹ instead of being excluded.
    pub(super) finite: bool,
    pub(super) precision: Precision,
}

impl Plan {
    /// The correct options.
    pub(super) fn right(mistake: Mistake, sizes: ContrastSizes, inputs: &Inputs) -> Self {
        let tokens = sizes.tokens;
        let plan = Self {
            scale: None,
            causal: true,
            offset: 0,
            cached: 0,
            real: 0..tokens,
            picked: None,
            slope: 0.0,
            finite: false,
            precision: Precision::F64,
        };
        match mistake {
            Mistake::Axis { .. } | Mistake::Unscaled { .. } => Self { causal: false, ..plan },
            Mistake::Late | Mistake::Zeroed => plan,
            Mistake::Finite { padding, precision, .. } => {
                Self { real: padding..tokens, precision, ..plan }
            }
            Mistake::Empty { padding } => Self { real: padding..tokens, ..plan },
            Mistake::Cache { past, .. } => {
                Self { offset: past, cached: past, real: 0..past + tokens, ..plan }
            }
            Mistake::Padding { padding } => Self { causal: false, real: padding..tokens, ..plan },
            Mistake::Alibi { head } => Self { slope: slope(head), ..plan },
            Mistake::Shared { picks } | Mistake::Indexer { picks } | Mistake::Prefill { picks } => {
                Self { picked: inputs.best(picks, |i, j| j <= i), ..plan }
            }
            Mistake::Pooled { block, padding } => {
                Self { causal: false, real: padding / block..POOLED_TOKENS / block, ..plan }
            }
            Mistake::Slot { picks } => {
                let picked = inputs.best(picks, |_, _| true);
                Self { causal: false, real: 0..SLOTS, picked, ..plan }
            }
        }
    }

    /// Whether the query may attend to the key.
    pub(super) fn allows(&self, query: usize, key: usize) -> bool {
        self.real.contains(&key) && (!self.causal || key <= query + self.offset)
    }
}

/// The slope of one of the heads.
pub(super) fn slope(head: usize) -> f64 {
    alibi_slopes(ALIBI_HEADS).get(head).copied().unwrap_or_default()
}

/// Rejects options out of range, before anything is drawn.
pub(super) fn check(mistake: Mistake, sizes: ContrastSizes) -> Result<(), ContrastError> {
    within("tokens", sizes.tokens, 1, 16)?;
    within("d", sizes.features, 1, 1024)?;
    // A sequence of only padding is not padded on one side.
    let most = sizes.tokens - 1;
    match mistake {
        Mistake::Finite { padding, magnitude, .. } => {
            within("padding", padding, 0, most)?;
            within("magnitude", magnitude, 0, 10)
        }
        Mistake::Empty { padding } | Mistake::Padding { padding } => {
            within("padding", padding, 0, most)
        }
        Mistake::Cache { past, offset } => {
            within("past", past, 0, 16)?;
            within("offset", offset, 0, past + 1)
        }
        Mistake::Alibi { head } => within("head", head, 0, ALIBI_HEADS - 1),
        Mistake::Shared { picks } | Mistake::Indexer { picks } | Mistake::Prefill { picks } => {
            within("picks", picks, 1, 16)
        }
        Mistake::Slot { picks } => within("picks", picks, 1, SLOTS),
        Mistake::Pooled { block, padding } => {
            within("block", block, 2, 4)?;
            within("padding", padding, 0, POOLED_TOKENS - 1)
        }
        Mistake::Axis { .. } | Mistake::Late | Mistake::Zeroed | Mistake::Unscaled { .. } => Ok(()),
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
