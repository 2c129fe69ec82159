//! Which heads come first.

use std::cmp::Ordering;

/// Which end of a ranking is its beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The smallest first.
    Ascending,
    /// The largest first.
    Descending,
}

/// The places of the values, the first of the order first.
///
/// - edge cases: equal values stay as they stood; what has no value, or NaN, comes last either way
#[must_use]
pub fn ranked(values: &[Option<f64>], order: Order) -> Vec<usize> {
    let value = |&at: &usize| values[at].filter(|value| !value.is_nan());
    let mut places: Vec<usize> = (0..values.len()).collect();
    places.sort_by(|a, b| match (value(a), value(b)) {
        (Some(a), Some(b)) if order == Order::Ascending => a.total_cmp(&b),
        (Some(a), Some(b)) => b.total_cmp(&a),
        (Some(_), None) => Ordering::Less,
        (None, Some(_)) => Ordering::Greater,
        (None, None) => Ordering::Equal,
    });
    places
}
