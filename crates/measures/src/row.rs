//! What can be summed over one row of weights.

/// What a row turns out to be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Row {
    /// Weights with this sum, above 0.
    Weights(f64),
    /// The query may attend to no key: every weight is 0, or there are none.
    WithoutKey,
    /// NaN, an infinity or a number below 0 is among them.
    NotWeights,
}

impl Row {
    pub(crate) fn of(cells: &[f32]) -> Self {
        // NaN is in no range. Without a way out of the loop several cells are compared at a time.
        if !cells.iter().fold(true, |all, cell| all & (0.0..=f32::MAX).contains(cell)) {
            return Row::NotWeights;
        }
        match total(cells) {
            0.0 => Row::WithoutKey,
            total => Row::Weights(total),
        }
    }
}

/// `Σ w`.
pub(crate) fn total(weights: &[f32]) -> f64 {
    weights.iter().map(|&weight| f64::from(weight)).sum()
}

/// `-Σ w ln w` in nats, with `0 ln 0 = 0`.
pub(crate) fn entropy(weights: &[f32]) -> f64 {
    let term = |&weight: &f32| {
        let weight = f64::from(weight);
        // Half of a causal head is 0, and a logarithm is what costs.
        if weight == 0.0 { 0.0 } else { weight * libm::log(weight) }
    };
    0.0 - weights.iter().map(term).sum::<f64>()
}

/// `Σ w[j] |position - j|`.
pub(crate) fn distance(weights: &[f32], position: i64) -> f64 {
    let position = position as f64;
    let cells = weights.iter().enumerate();
    cells.map(|(key, &weight)| f64::from(weight) * (position - key as f64).abs()).sum()
}

/// The keys from one position to another, both included, as far as there are such keys.
pub(crate) fn keys_between(first: i64, last: i64, keys: usize) -> std::ops::Range<usize> {
    let clamped = |at: i64| usize::try_from(at.max(0)).unwrap_or(usize::MAX).min(keys);
    let (start, end) = (clamped(first), clamped(last.saturating_add(1)));
    start..end.max(start)
}
