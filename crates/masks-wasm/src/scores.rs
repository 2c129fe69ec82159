//! A cache of the scores of synthetic tokens, for the last seed and size.

use std::cell::RefCell;

use heedmap_attention::synthetic::SyntheticScores;
use heedmap_wasm_common::Refusal;

/// The seed and the size of the scores, and the scores.
type Cached = Option<((f64, usize), SyntheticScores)>;

thread_local! {
    static CACHE: RefCell<Cached> = const { RefCell::new(None) };
}

/// Calls a function with the scores of a seed and a size.
pub(crate) fn with_scores<T>(
    seed: f64,
    size: usize,
    call: impl FnOnce(&mut SyntheticScores) -> Result<T, Refusal>,
) -> Result<T, Refusal> {
    CACHE.with_borrow_mut(|cached| {
        let (_, mut scores) = match cached.take() {
            Some(found) if found.0 == (seed, size) => found,
            // The former scores have been freed, because there may not be memory for both.
            _ => ((seed, size), SyntheticScores::new(seed, size)?),
        };
        let result = call(&mut scores);
        *cached = Some(((seed, size), scores));
        result
    })
}
