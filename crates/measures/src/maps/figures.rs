//! Figures of a single row of a large map.

use crate::Measure;
use crate::row::{Sums, keys_between, total};

use super::error::Error;
use super::pools::Summary;

/// The figures of one row of weights. If the row has no weights, all but the sum and the greatest are NaN.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RowFigures {
    /// `Σ w`.
    pub sum: f32,
    /// `−Σ w ln w`, in nats.
    pub entropy: f32,
    /// The entropy divided by `ln n` for the `n` keys that the query may attend to.
    pub normalised_entropy: f32,
    /// The weight of the first key.
    pub sink_share: f32,
    /// The weight of the key before the position of the query; NaN if there is none.
    pub previous_token: f32,
    /// The weight of the key after it; NaN if there is none.
    pub next_token: f32,
    /// `Σ w |p − j|`.
    pub mean_distance: f32,
    /// `Σ w` over `|p − j| ≤ 1`.
    pub diagonal_share: f32,
    /// `Σ w` over `j ≤ p`.
    pub causal_share: f32,
    /// The greatest weight; NaN if there is none.
    pub greatest: f32,
    /// Its key.
    pub greatest_key: f32,
}

/// Sums of a row that were computed together with its weights. Computing them again would take longer.
#[derive(Clone, Copy, Debug)]
pub struct KnownRow {
    /// `−Σ w ln w`, in nats.
    pub entropy: f32,
    /// `Σ w |p − j|`.
    pub distance: f32,
    /// `Σ w` over the keys up to the position.
    pub before: f32,
}

impl RowFigures {
    /// The number of figures.
    pub const COUNT: usize = 11;

    /// The figures of a row of signed weights: their sum, and no others.
    pub(super) fn of_sum<'a>(parts: impl Iterator<Item = &'a [f32]>) -> Self {
        let weights = parts.flatten().filter(|weight| !weight.is_nan());
        let sum = weights.map(|&weight| f64::from(weight)).sum::<f64>() as f32;
        let none = f32::NAN;
        Self {
            sum,
            entropy: none,
            normalised_entropy: none,
            sink_share: none,
            previous_token: none,
            next_token: none,
            mean_distance: none,
            diagonal_share: none,
            causal_share: none,
            greatest: none,
            greatest_key: none,
        }
    }

    /// The figures of a row.
    ///
    /// - `position`: the position of the query among the keys; `reached`: the number of keys that are not
    ///   masked
    /// - `known`: sums that were computed with the weights, or `None` if the weights come from a file
    /// - edge cases: a row of zeros has no figures; neither has a row with NaN, except for NaN of missing
    ///   keys if `known` is given
    #[must_use]
    pub fn of(row: &[f32], position: i64, reached: usize, known: Option<KnownRow>) -> Self {
        let summary = Summary::of(row);
        let (greatest_key, greatest) = greatest(row, summary.greatest);
        let nothing = f32::NAN;
        let sums = known.unwrap_or_else(|| {
            let past = keys_between(0, position, row.len()).end;
            let before = Sums::of(&row[..past], 0, position);
            let after = Sums::of(&row[past..], past, position);
            KnownRow {
                entropy: (before.entropy + after.entropy) as f32,
                distance: (before.distance + after.distance) as f32,
                before: before.weight as f32,
            }
        });
        let sum = summary.sum;
        let is_empty = sum == 0.0 || sums.entropy.is_nan() || greatest.is_nan();
        if is_empty {
            return Self {
                sum: if greatest.is_nan() { nothing } else { sum },
                entropy: nothing,
                normalised_entropy: nothing,
                sink_share: nothing,
                previous_token: nothing,
                next_token: nothing,
                mean_distance: nothing,
                diagonal_share: nothing,
                causal_share: nothing,
                greatest,
                greatest_key,
            };
        }
        let at = |key: i64| {
            usize::try_from(key).ok().and_then(|key| row.get(key)).copied().unwrap_or(nothing)
        };
        let near = keys_between(position - 1, position + 1, row.len());
        Self {
            sum,
            entropy: sums.entropy,
            normalised_entropy: if reached > 1 {
                sums.entropy / (reached as f32).ln()
            } else {
                nothing
            },
            sink_share: at(0),
            previous_token: at(position - 1),
            next_token: at(position + 1),
            mean_distance: sums.distance,
            diagonal_share: total(&row[near]) as f32,
            causal_share: sums.before,
            greatest,
            greatest_key,
        }
    }

    /// The measure of this row; `None` without one, and for repeated tokens, which need all rows at once.
    #[must_use]
    pub fn measure(&self, measure: Measure) -> Option<f32> {
        let value = match measure {
            Measure::Entropy => self.entropy,
            Measure::NormalisedEntropy => self.normalised_entropy,
            Measure::SinkShare => self.sink_share,
            Measure::PreviousToken => self.previous_token,
            Measure::NextToken => self.next_token,
            Measure::MeanDistance => self.mean_distance,
            Measure::DiagonalShare => self.diagonal_share,
            Measure::CausalShare => self.causal_share,
            Measure::Induction | Measure::DuplicateToken => f32::NAN,
        };
        (!value.is_nan()).then_some(value)
    }

    /// The figures of several rows, from their numbers in the order of [`RowFigures::to_array`].
    ///
    /// - errors: `Entries` if the numbers are not whole rows
    pub fn of_rows(numbers: &[f32]) -> Result<Vec<Self>, Error> {
        let (rows, rest) = numbers.as_chunks::<{ Self::COUNT }>();
        let wanted = (rows.len() + usize::from(!rest.is_empty())) * Self::COUNT;
        crate::Error::check_count(("figures", numbers.len()), ("numbers of rows", wanted))?;
        Ok(rows.iter().copied().map(Self::from_array).collect())
    }

    /// The inverse of [`RowFigures::to_array`].
    #[must_use]
    pub fn from_array(numbers: [f32; Self::COUNT]) -> Self {
        let [sum, entropy, normalised_entropy, sink_share, previous_token, next_token, rest @ ..] =
            numbers;
        let [mean_distance, diagonal_share, causal_share, greatest, greatest_key] = rest;
        Self {
            sum,
            entropy,
            normalised_entropy,
            sink_share,
            previous_token,
            next_token,
            mean_distance,
            diagonal_share,
            causal_share,
            greatest,
            greatest_key,
        }
    }

    /// All figures, in the order of the fields.
    #[must_use]
    pub fn to_array(self) -> [f32; Self::COUNT] {
        [
            self.sum,
            self.entropy,
            self.normalised_entropy,
            self.sink_share,
            self.previous_token,
            self.next_token,
            self.mean_distance,
            self.diagonal_share,
            self.causal_share,
            self.greatest,
            self.greatest_key,
        ]
    }
}

/// The index of the greatest number, and the number; both NaN if there is none.
fn greatest(row: &[f32], most: f32) -> (f32, f32) {
    if most == f32::NEG_INFINITY {
        return (f32::NAN, f32::NAN);
    }
    let index = row.iter().position(|&weight| weight == most).unwrap_or(0);
    (index as f32, most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_of_a_row_are_those_of_plain_sums() {
        let found = RowFigures::of(&[0.5, 0.25, 0.25, 0.0], 2, 3, None);
        assert_eq!((found.sum, found.sink_share), (1.0, 0.5));
        assert_eq!((found.previous_token, found.next_token), (0.25, 0.0));
        assert_eq!((found.mean_distance, found.diagonal_share), (1.25, 0.5));
        assert_eq!((found.causal_share, found.greatest, found.greatest_key), (1.0, 0.5, 0.0));
        assert!((found.entropy - 1.039_720_8).abs() < 1e-6, "{found:?}");
        assert!((found.normalised_entropy - found.entropy / 3_f32.ln()).abs() < 1e-6);
    }

    #[test]
    fn rows_without_weights_have_no_figures() {
        let zeros = RowFigures::of(&[0.0, 0.0], 1, 2, None);
        assert!(zeros.entropy.is_nan() && zeros.sum == 0.0, "{zeros:?}");
        let missing = RowFigures::of(&[f32::NAN, f32::NAN], 1, 2, None);
        assert!(missing.sum.is_nan() && missing.greatest.is_nan(), "{missing:?}");
    }
}
