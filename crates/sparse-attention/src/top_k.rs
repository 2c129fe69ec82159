//! The largest scores.

use std::cmp::Ordering;

/// The indexes of the `k` largest scores, ascending.
///
/// **Ties go to the earlier index.** Libraries differ in this, and PyTorch leaves it open; picks that a model made are
/// read from its file ([`Selected`](crate::Selected)).
///
/// - edge cases: -∞ and NaN are never picked; with fewer other scores than `k`, all of them are
/// - cost: linear in the scores, and `k ln k`
#[must_use]
pub fn top_k(scores: &[f64], k: usize) -> Vec<usize> {
    let mut picks: Vec<usize> =
        (0..scores.len()).filter(|&j| scores[j] > f64::NEG_INFINITY).collect();
    if k < picks.len() {
        let order = |&a: &usize, &b: &usize| descending(scores[a], scores[b]).then(a.cmp(&b));
        if k > 0 {
            picks.select_nth_unstable_by(k - 1, order);
        }
        picks.truncate(k);
    }
    picks.sort_unstable();
    picks
}

/// The order of two scores, the larger first. 0 and -0 are the same, unlike in `total_cmp`; there is no NaN.
pub(crate) fn descending(a: f64, b: f64) -> Ordering {
    b.partial_cmp(&a).unwrap_or(Ordering::Equal)
}
