//! From the products of a row to its weights and sums.

use std::ops::Range;

use super::PreparedHead;
use super::ranges::fill_gaps;
use crate::lanes::scale;
use crate::moments::{Moments, moments};
use crate::online::log_sum_exp;
use crate::row::WeightsRow;
use crate::scores::largest;

impl PreparedHead {
    /// Converts the products of a row to weights.
    pub(super) fn finish_row<'a>(
        &self,
        query: usize,
        reached: &'a [Range<usize>],
        line: &'a mut [f32],
    ) -> WeightsRow<'a> {
        fill_gaps(line, reached, 0.0);
        let mut row = WeightsRow {
            query,
            reached,
            weights: &[],
            log_sum_exp: f64::NEG_INFINITY,
            sink: None,
            entropy: 0.0,
            distance: 0.0,
            before: 0.0,
        };
        let is_missing = self.missing_queries.binary_search(&query).is_ok();
        let missing = |range: &Range<usize>| self.keys.missing_between(range.start, range.end);
        let sink = self.scoring.sink_log2();
        let mut most = sink;
        for range in reached {
            self.finish(&mut line[range.clone()], query, range);
            for &key in missing(range) {
                line[key] = f32::NEG_INFINITY;
            }
            most = largest(&line[range.clone()], most);
        }
        if most > f32::NEG_INFINITY && !is_missing {
            let position = query as i64 + self.scoring.offset;
            let split = usize::try_from(position.saturating_add(1).max(0)).unwrap_or(usize::MAX);
            let (mut behind, mut ahead) = (Moments::default(), Moments::default());
            for range in reached {
                let split = split.clamp(range.start, range.end);
                let start = range.start;
                behind.add(moments(&mut line[start..split], most, (position, start)));
                ahead.add(moments(&mut line[split..range.end], most, (position, split)));
            }
            let of_sink = if sink == f32::NEG_INFINITY { 0.0 } else { (sink - most).exp2() };
            let sum = behind.sum + ahead.sum + of_sink;
            let share = 1.0 / sum;
            reached.iter().for_each(|range| scale(&mut line[range.clone()], share));
            row.log_sum_exp = log_sum_exp(most, sum);
            // Σ w ln w = ln 2 · (Σ e · log₂ e / sum − Σ e / sum · log₂ sum)
            let (bits, all) = (behind.bits + ahead.bits, behind.sum + ahead.sum);
            row.entropy = ((all * sum.log2() - bits) * share * std::f32::consts::LN_2).max(0.0);
            row.distance = (behind.distance + ahead.distance) * share;
            row.before = behind.sum * share;
        }
        let is_invalid = !row.log_sum_exp.is_finite() && most > f32::NEG_INFINITY;
        let value = match is_missing || is_invalid || most.is_nan() {
            true => Some(f32::NAN),
            false => Some(0.0).filter(|_| most == f32::NEG_INFINITY),
        };
        if let Some(value) = value {
            reached.iter().for_each(|range| line[range.clone()].fill(value));
        }
        if value.is_some_and(f32::is_nan) {
            row.log_sum_exp = f64::NAN;
        }
        for &key in reached.iter().flat_map(missing) {
            line[key] = f32::NAN;
        }
        row.sink = self.sink_weight_in(row.log_sum_exp);
        row.weights = line;
        row
    }
}
