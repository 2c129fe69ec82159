//! The experts of an MLP: a router gives each token to a few of them.

use super::rows::Rows;
use crate::config::Config;
use crate::error::{Error, zeros};
use crate::model::LayerParameters;
use crate::parameter::Part;

/// The largest gate, and the largest absolute value of the other half.
const LIMIT: f32 = 7.0;
/// The factor of the gate in the sigmoid.
const SLOPE: f32 = 1.702;

/// The rows that each expert takes, with their weights.
#[derive(Debug, Default)]
pub(super) struct Experts {
    rows: Vec<Vec<(usize, f32)>>,
}

impl Experts {
    /// Gives each row to the experts with the largest scores, weighted by the softmax over these, and empties the
    /// result of the MLP.
    ///
    /// - edge case: of equal scores, the first expert is taken
    /// - source: Shazeer et al., "Outrageously Large Neural Networks: The Sparsely-Gated Mixture-of-Experts Layer",
    ///   2017
    pub(super) fn route(
        rows: &mut Rows,
        parameters: &LayerParameters,
        config: &Config,
    ) -> Result<Self, Error> {
        let Some(experts) = config.experts else { return Ok(Self::default()) };
        let matrix = parameters.matrix(Part::Router)?;
        let mut scores = zeros("scores of experts", rows.count * experts.count)?;
        let to = (&mut scores[..], experts.count, 0);
        let bias = parameters.bias(Part::Router);
        matrix.product_into((&rows.h, rows.count), 0..experts.count, bias, to)?;
        rows.y.fill(0.0);
        let mut taken = vec![Vec::new(); experts.count];
        for (row, scores) in scores.chunks_exact(experts.count).enumerate() {
            let mut order: Vec<usize> = (0..experts.count).collect();
            order.sort_by(|&a, &b| scores[b].total_cmp(&scores[a]));
            order.truncate(experts.used);
            let most = order.first().map_or(0.0, |&first| scores[first]);
            let sum: f32 = order.iter().map(|&expert| (scores[expert] - most).exp()).sum();
            for &expert in &order {
                taken[expert].push((row, (scores[expert] - most).exp() / sum));
            }
        }
        Ok(Self { rows: taken })
    }

    /// Adds what an expert writes for its rows:
    /// `y ← y + weight · ((up + 1) · gate · sigmoid(1.702 · gate) · W + b)`
    pub(super) fn add(
        &self,
        expert: usize,
        rows: &mut Rows,
        parameters: &LayerParameters,
        config: &Config,
    ) -> Result<(), Error> {
        let taken = self.rows.get(expert).map_or(&[][..], Vec::as_slice);
        if taken.is_empty() {
            return Ok(());
        }
        let (width, hidden, count) = (config.width, config.hidden, taken.len());
        let mut x = zeros("the rows of an expert", count * width)?;
        for (to, &(row, _)) in x.chunks_exact_mut(width).zip(taken) {
            to.copy_from_slice(&rows.h[row * width..][..width]);
        }
        let product = |part: Part, x: &[f32], outputs: usize| {
            let bias = parameters.bias(part).and_then(|all| all.get(expert * outputs..));
            let mut out = zeros("the rows of an expert", count * outputs)?;
            let matrix = parameters.expert(part, expert)?;
            matrix.product_into((x, count), 0..outputs, bias, (&mut out, outputs, 0))?;
            Ok::<_, Error>(out)
        };
        let halves: Vec<[f32; 2]> = if config.experts.is_some_and(|all| all.is_interleaved) {
            let both = product(Part::ExpertGateUp, &x, 2 * hidden)?;
            both.as_chunks().0.to_vec()
        } else {
            let gates = product(Part::ExpertGate, &x, hidden)?;
            let ups = product(Part::ExpertUp, &x, hidden)?;
            gates.into_iter().zip(ups).map(|(gate, up)| [gate, up]).collect()
        };
        let inside: Vec<f32> = halves.into_iter().map(clamped_swiglu).collect();
        let out = product(Part::ExpertDown, &inside, width)?;
        for (line, &(row, weight)) in out.chunks_exact(width).zip(taken) {
            let to = &mut rows.y[row * width..][..width];
            to.iter_mut().zip(line).for_each(|(cell, other)| *cell += weight * other);
        }
        Ok(())
    }
}

/// `(up + 1) · gate · sigmoid(1.702 · gate)`, with clamped halves.
fn clamped_swiglu([gate, up]: [f32; 2]) -> f32 {
    let (gate, up) = (gate.min(LIMIT), up.clamp(-LIMIT, LIMIT));
    (up + 1.0) * gate / (1.0 + (-SLOPE * gate).exp())
}
