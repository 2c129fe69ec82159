//! A cache of the scores of synthetic tokens.
//!
//! They can be computed again at any time: another seed or size replaces them, and a new instance
//! has none.

use std::cell::RefCell;

use heedmap_attention::pooled::Scores;
use heedmap_wasm_common::Refusal;

/// The seed and the size of the scores, and the scores.
type Kept = Option<((f64, usize), Scores)>;

thread_local! {
    static KEPT: RefCell<Kept> = const { RefCell::new(None) };
}

/// Calls a function with the scores of a seed and a size.
pub(crate) fn with_scores<T>(
    seed: f64,
    size: usize,
    call: impl FnOnce(&mut Scores) -> Result<T, Refusal>,
) -> Result<T, Refusal> {
    KEPT.with_borrow_mut(|kept| {
        let (_, mut scores) = match kept.take() {
            Some(found) if found.0 == (seed, size) => found,
            // The former scores are freed by now, because there may not be memory for both.
            _ => ((seed, size), Scores::new(seed, size)?),
        };
        let result = call(&mut scores);
        *kept = Some(((seed, size), scores));
        result
    })
}
