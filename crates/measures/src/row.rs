//! Sums over one row of weights.

/// The kind of a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Row {
    /// Weights with this sum, which is above 0.
    Weights(f64),
    /// All weights are 0 or there are none: the query may attend to no key.
    WithoutKey,
    /// The row contains NaN, an infinity or a negative number.
    NotWeights,
}

impl Row {
    pub(crate) fn of(cells: &[f32]) -> Self {
        if !are_weights(cells) {
            return Row::NotWeights;
        }
        match total(cells) {
            0.0 => Row::WithoutKey,
            total => Row::Weights(total),
        }
    }
}

/// Whether all cells are finite and 0 or more.
pub(crate) fn are_weights(cells: &[f32]) -> bool {
    // No range contains NaN. The loop has no early exit, so that the compiler can vectorize it.
    cells.iter().fold(true, |all, cell| all & (0.0..=f32::MAX).contains(cell))
}

/// `Σ w`.
pub(crate) fn total(weights: &[f32]) -> f64 {
    weights.iter().map(|&weight| f64::from(weight)).sum()
}

/// All sums over a part of a row, in one pass.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Sums {
    /// `Σ w`.
    pub(crate) weight: f64,
    /// `Σ w |p - j|`.
    pub(crate) distance: f64,
    /// `-Σ w ln w` in nats, with `0 ln 0 = 0`.
    pub(crate) entropy: f64,
}

impl Sums {
    /// The sums of weights on the keys from `first` on, for a query at a position.
    pub(crate) fn of(weights: &[f32], first: usize, position: i64) -> Self {
        let (position, mut sums) = (position as f64, Self::default());
        for (key, &weight) in (first..).zip(weights) {
            // Half of a causal head is 0, and the logarithm is the expensive part.
            if weight != 0.0 {
                let weight = f64::from(weight);
                sums.weight += weight;
                sums.distance += weight * (position - key as f64).abs();
                sums.entropy -= weight * libm::log(weight);
            }
        }
        sums
    }
}

/// The keys from one position to another, both included, as far as they exist.
pub(crate) fn keys_between(first: i64, last: i64, keys: usize) -> std::ops::Range<usize> {
    let clamped = |at: i64| usize::try_from(at.max(0)).unwrap_or(usize::MAX).min(keys);
    let (start, end) = (clamped(first), clamped(last.saturating_add(1)));
    start..end.max(start)
}
