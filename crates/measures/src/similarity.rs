//! The similarity of heads.

use crate::error::Error;
use crate::found::Mean;
use crate::head_map::HeadMap;
use crate::row::Row;

/// How similar two heads are: 1 minus the mean Jensen-Shannon distance of their rows.
///
/// ```text
/// distance = √JSD₂(a, b)        JSD₂(a, b) = ½ Σ a log₂(2a / (a + b)) + ½ Σ b log₂(2b / (a + b))
/// ```
///
/// where `a` and `b` are the rows of one query, each divided by its sum. A similarity of 1 means equal
/// weights everywhere; 0 means that no key has weight in both heads. Unlike a correlation, it is not
/// dominated by a few large weights. Unlike the divergence itself, its root satisfies the triangle
/// inequality.
///
/// Maps pooled by their mean can also be compared, which is enough to rank large heads. They look more
/// similar than the heads, because pooling removes differences.
///
/// - edge cases: a query without a key in both heads is excluded, and one without a key in one of
///   them has distance 1. A row with NaN, an infinity or a negative number is excluded
/// - returns: 0 to 1, or `None` if no row can be compared
/// - errors: [`Error::ShapesDiffer`]
/// - source: Lin, "Divergence measures based on the Shannon entropy", 1991; Endres and Schindelin,
///   "A new metric for probability distributions", 2003; for heads Clark et al. 2019, section 6
pub fn similarity(a: &HeadMap, b: &HeadMap) -> Result<Option<f64>, Error> {
    a.check_shape("one head", "the other", b)?;
    let mut distances = Mean::default();
    for (a, b) in a.rows().zip(b.rows()) {
        match (Row::of(a), Row::of(b)) {
            (Row::Weights(a_sum), Row::Weights(b_sum)) => {
                distances.add(distance((a, a_sum), (b, b_sum)));
            }
            (Row::Weights(_), Row::WithoutKey) | (Row::WithoutKey, Row::Weights(_)) => {
                distances.add(1.0);
            }
            _ => {}
        }
    }
    Ok(distances.get().map(|distance| 1.0 - distance))
}

/// The Jensen-Shannon distance of two rows, given with their sums, 0 to 1.
fn distance((a, a_sum): (&[f32], f64), (b, b_sum): (&[f32], f64)) -> f64 {
    let term = |(&a, &b): (&f32, &f32)| {
        let (a, b) = (f64::from(a) / a_sum, f64::from(b) / b_sum);
        let part = |x: f64| if x == 0.0 { 0.0 } else { x * libm::log2(2.0 * x / (a + b)) };
        part(a) + part(b)
    };
    let divergence = a.iter().zip(b).map(term).sum::<f64>() / 2.0;
    // Rounding may take it slightly out of range.
    libm::sqrt(divergence.clamp(0.0, 1.0))
}
