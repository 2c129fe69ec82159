//! From scores to weights: exponentials, and the sums for the figures of a row.

use crate::exp2::Exp2;
use crate::lanes::{Lanes, WIDTH};
use crate::scores::{SUMMED, powers};

/// Sums over the exponentials of a row.
#[derive(Clone, Copy, Default)]
pub(crate) struct Moments {
    pub(crate) sum: f32,
    /// `Σ e · log₂ e`
    pub(crate) bits: f32,
    /// `Σ e · |p − j|`
    pub(crate) distance: f32,
}

impl Moments {
    pub(crate) fn add(&mut self, other: Self) {
        self.sum += other.sum;
        self.bits += other.bits;
        self.distance += other.distance;
    }
}

/// Replaces scores by `e = 2^(score − most)`, and returns their sums.
///
/// - the pair: the position of the query, and the index of the first key
pub(crate) fn moments(scores: &mut [f32], most: f32, (position, first): (i64, usize)) -> Moments {
    let exp2 = Exp2::new();
    let mut all = Moments::default();
    for (part, scores) in scores.chunks_mut(SUMMED).enumerate() {
        let sums = moments_of_part(scores, most, (position, first + part * SUMMED), exp2);
        all.sum += sums.sum;
        all.bits += sums.bits;
        all.distance += sums.distance;
    }
    all
}

fn moments_of_part(
    scores: &mut [f32],
    most: f32,
    (position, first): (i64, usize),
    exp2: Exp2,
) -> Moments {
    let away = (position - first as i64) as f32;
    let (shift, step) = (Lanes::splat(most), Lanes::splat(-(WIDTH as f32)));
    let mut distance = Lanes::load(&[away, away - 1.0, away - 2.0, away - 3.0]);
    let zero = Lanes::splat(0.0);
    let (mut sum, mut bits, mut distances) = (zero, zero, zero);
    let (vectors, rest) = scores.as_chunks_mut::<WIDTH>();
    for vector in &mut *vectors {
        let score = Lanes::load(vector).sub(shift);
        let power = exp2.of(score);
        power.store(vector);
        sum = sum.add(power);
        // The power of a score of -∞ is 0, and their product would be NaN.
        bits = power.mul_add(Lanes::splat(-126.0).max(score), bits);
        distances = power.mul_add(distance.max(zero.sub(distance)), distances);
        distance = distance.add(step);
    }
    let mut found = Moments { sum: sum.sum(), bits: bits.sum(), distance: distances.sum() };
    let mut away = distance.to_array()[0];
    for cell in rest {
        let score = (*cell - most).max(-126.0);
        let [power, ..] = exp2.of(Lanes::splat(score)).to_array();
        *cell = power;
        found.sum += power;
        found.bits += power * score;
        found.distance += power * away.abs();
        away -= 1.0;
    }
    found
}

/// Replaces scores by weights, given the log-sum-exp of the row.
pub(crate) fn normalize(scores: &mut [f32], log_sum_exp: f64) {
    if !log_sum_exp.is_finite() {
        scores.fill(if log_sum_exp == f64::NEG_INFINITY { 0.0 } else { f32::NAN });
        return;
    }
    powers(scores, log_sum_exp);
}
