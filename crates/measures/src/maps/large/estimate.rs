//! The mean of a measure over all rows, estimated from a sample of rows.

/// A mean and its standard error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The mean over all rows that have a value.
    pub value: f64,
    /// Its standard error, widened so that about 95 % of all means are within two errors; 0 if all rows are known.
    pub error: f64,
}

/// Estimates the mean of a measure over all rows from one row of each stratum.
///
/// With `W = N_h / N`, the share of the rows that are in stratum `h`, and `y` its value, the mean is `Σ W y`. The
/// variance of `y` within a stratum is estimated from its neighbors: `e = y_h − (y_{h−1} + y_{h+1}) / 2` has the
/// variance `3/2 σ²` if the measure has a linear trend, so `σ² = 2/3 e²` (Gasser, Sroka and Jennen-Steinmetz 1986;
/// Wolter 2007, section 8.2). At both ends it is the half squared difference from the only neighbor. Then
///
/// ```text
/// s² = Σ W² σ² (1 − 1/N_h)
/// γ = |Σ W³ · 4/3 e³| / s³
/// error = s (1 + 5/(4 d) + 49/(32 d²) + 3/4 γ)
/// ```
///
/// where `N_h` is the size of a stratum and `d = n / 2` the degrees of freedom of `σ²`. The factor is that of two
/// standard errors: the quantile of Student's t (Abramowitz and Stegun 26.7.5) plus the first term of its Edgeworth
/// expansion, which widens it for skewed measures (Hall 1992, section 2.6). A value that fewer than 3 of `n` rows
/// have can be missed.
///
/// - `values`, `sizes`: one for each stratum. A row without a value is NaN and not counted
/// - edge cases: the error is NaN if one value is known and others are not
/// - returns: `None` without values
#[must_use]
pub fn estimated_mean(values: &[f64], sizes: &[u32]) -> Option<Estimate> {
    let pairs = values.iter().zip(sizes).filter(|(value, _)| !value.is_nan());
    let known: Vec<(f64, f64)> = pairs.map(|(&value, &size)| (value, f64::from(size))).collect();
    let all: f64 = known.iter().map(|(_, size)| size).sum();
    let value = known.iter().map(|(value, size)| size * value).sum::<f64>() / all;
    let is_whole = known.iter().all(|&(_, size)| size == 1.0);
    match known.len() {
        0 => return None,
        _ if is_whole => return Some(Estimate { value, error: 0.0 }),
        1 => return Some(Estimate { value, error: f64::NAN }),
        _ => {}
    }
    let (mut variance, mut third) = (0.0, 0.0);
    for (place, &(value, size)) in known.iter().enumerate() {
        let before = place.checked_sub(1).map(|before| known[before].0);
        let after = known.get(place + 1).map(|after| after.0);
        let (expected, factor, is_inner) = match (before, after) {
            (Some(before), Some(after)) => (f64::midpoint(before, after), 2.0 / 3.0, true),
            (one, other) => (one.or(other).unwrap_or(value), 0.5, false),
        };
        let (difference, share) = (value - expected, size / all);
        variance += (share * difference).powi(2) * factor * (1.0 - 1.0 / size);
        if is_inner && size > 1.0 {
            third += (share * difference).powi(3) * (4.0 / 3.0);
        }
    }
    let error = variance.sqrt();
    if error == 0.0 {
        return Some(Estimate { value, error });
    }
    let degrees = known.len() as f64 / 2.0;
    let skewness = third.abs() / error.powi(3);
    let factor = 1.0 + 5.0 / (4.0 * degrees) + 49.0 / (32.0 * degrees.powi(2)) + 0.75 * skewness;
    Some(Estimate { value, error: error * factor })
}
