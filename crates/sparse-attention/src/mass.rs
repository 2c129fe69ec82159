//! What a selection loses.

use crate::error::Error;

/// The mass lost, `1 - Σ w[j]` over the picked keys, with the dense weights `w` of the query.
///
/// - `weights`: the softmax over all keys that the query can see, one weight for each key; NaN for the other keys
/// - `picked`: each key once
/// - edge cases: 0 for a row without weight, which has no keys; rounding below 0 is 0. A picked key that the query cannot see
///   keeps nothing
/// - errors: [`Error::NoSuchKey`]
pub fn mass_lost<T: Copy + Into<f64>>(weights: &[T], picked: &[usize]) -> Result<f64, Error> {
    if weights.iter().all(|&weight| seen(weight) == 0.0) {
        return Ok(0.0);
    }
    let mut kept = 0.0;
    for &key in picked {
        let weight = weights.get(key).ok_or(Error::NoSuchKey { key, keys: weights.len() })?;
        kept += seen(*weight);
    }
    let lost: f64 = 1.0 - kept;
    Ok(if lost < 0.0 { 0.0 } else { lost })
}

/// The recall for every budget: how much of the mass the first `b` keys of a ranking have, for `b` from 0 on.
///
/// `recall[b] = Σ w[ranking[r]]` over `r < b`. With the keys by descending weight, it is the best that any selection of as many
/// keys can keep.
///
/// - `ranking`: keys, the best first; returns: one number more than the ranking has
/// - errors: [`Error::NoSuchKey`]
pub fn recall<T: Copy + Into<f64>>(weights: &[T], ranking: &[usize]) -> Result<Vec<f64>, Error> {
    let mut kept = 0.0;
    let mut curve = vec![kept];
    for &key in ranking {
        let weight = weights.get(key).ok_or(Error::NoSuchKey { key, keys: weights.len() })?;
        kept += (*weight).into();
        curve.push(kept);
    }
    Ok(curve)
}

/// A weight, which is 0 for a key that the query cannot see.
pub(crate) fn seen<T: Into<f64>>(weight: T) -> f64 {
    let weight = weight.into();
    if weight.is_nan() { 0.0 } else { weight }
}
