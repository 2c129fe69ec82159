//! The heads of a group of texts and variants in one layer of gated DeltaNet.

use super::earlier::joined;
use super::rows::heads_of;
use super::trace::{LayerTrace, Sizes, linear_head, not_finite};
use crate::config::{Config, GatedDelta};
use crate::error::{Error, zeros};
use crate::model::LayerParameters;
use crate::norm::{Factors, Norm};
use crate::parameter::Part;

/// What is added to the sum of the squares of a query or a key before its root is taken.
const EPSILON: f64 = 1e-6;

/// What the heads of a group have besides queries, keys and values.
#[derive(Clone, Debug)]
pub(super) struct DeltaHeads {
    delta: GatedDelta,
    /// Queries, keys and values before the convolution, (sequences, tokens, channels).
    channels: Vec<f32>,
    /// `SiLU(gate)` of the computed tokens, (sequences, computed tokens, values of all heads).
    gates: Vec<f32>,
    /// (sequences, heads, tokens)
    betas: Vec<f32>,
    log_decays: Vec<f32>,
    norm: Norm,
    factors: Factors,
}

/// Queries, keys and values of a group, each (sequences, heads, tokens, features).
pub(super) type Vectors = [Vec<f32>; 3];

impl DeltaHeads {
    /// Applies the convolution, splits its results into heads, and computes betas, decays and gates.
    ///
    /// - `projected`: (sequences, computed tokens, channels, gates, `b` and `a` of [`GatedDelta`])
    /// - `earlier`: what an earlier run kept of each sequence, whose rows come before these
    /// - `first`: the number of rows that are taken from there
    pub(super) fn split(
        (config, delta): (&Config, GatedDelta),
        (sizes, first): (Sizes, usize),
        parameters: &LayerParameters,
        projected: &[f32],
        earlier: &[Option<&LayerTrace>],
    ) -> Result<(Self, Vectors), Error> {
        let numbers = |part: Part| {
            let found = parameters.factors(part).map(|factors| &factors.factor);
            found.ok_or_else(|| Error::NoTensor { name: format!("{part:?}") })
        };
        let (sequences, computed) = (earlier.len(), sizes.tokens - first);
        let before: Vec<_> = earlier.iter().copied().flatten().collect();
        let part = |rows: &[f32], heads: usize, features: usize, column: usize| {
            let column = move |head: usize| column + head * features;
            heads_of(rows, [sequences, heads, computed, features], &column)
        };

        let width = delta.channels();
        let mut channels = part(projected, 1, width, 0)?;
        joined(&mut channels, |one| &one.channels, &before, [first, computed, width]);
        let tokens = [first, sizes.tokens];
        let blended = blended(&channels, numbers(Part::DeltaConvolution)?, tokens, &delta)?;
        let (keys, size) = (delta.key_width(), delta.key_size);
        let mut q = part(&blended, delta.key_heads, size, 0)?;
        let mut k = part(&blended, delta.key_heads, size, keys)?;
        let mut v = part(&blended, delta.heads, delta.value_size, 2 * keys)?;
        [&mut q, &mut k].into_iter().for_each(|rows| normalize(rows, size));
        joined(&mut q, |one| &one.q, &before, [first, computed, size]);
        joined(&mut k, |one| &one.k, &before, [first, computed, size]);
        joined(&mut v, |one| &one.v, &before, [first, computed, delta.value_size]);

        let mut betas = part(projected, delta.heads, 1, delta.beta_column())?;
        betas.iter_mut().for_each(|cell| *cell = sigmoid(f64::from(*cell)) as f32);
        joined(&mut betas, |one| &one.betas, &before, [first, computed, 1]);
        let mut log_decays = part(projected, delta.heads, 1, delta.step_column())?;
        let (rates, biases) = (numbers(Part::DeltaRate)?, numbers(Part::DeltaStepBias)?);
        for (at, steps) in log_decays.chunks_exact_mut(computed).enumerate() {
            let (rate, bias) = (f64::from(rates[at % delta.heads]), biases[at % delta.heads]);
            let rate = if delta.has_logarithms { -rate.exp() } else { rate };
            for step in steps {
                *step = (rate * softplus(f64::from(*step + bias))) as f32;
            }
        }
        joined(&mut log_decays, |one| &one.log_decays, &before, [first, computed, 1]);

        let mut gates = part(projected, 1, delta.value_width(), width)?;
        gates.iter_mut().for_each(|cell| *cell = silu(f64::from(*cell)));
        let norm = Norm { centered: false, one_plus: false, ..config.norm };
        let factors = Factors { factor: numbers(Part::DeltaNorm)?.clone(), bias: None };
        Ok((Self { delta, channels, gates, betas, log_decays, norm, factors }, [q, k, v]))
    }

    /// The output of one head for the computed tokens, (computed tokens, features): `norm(o) · SiLU(gate)`.
    ///
    /// The state goes through all tokens, also those of an earlier run, so its bits are those of a whole run.
    ///
    /// - errors: [`Error::NotFiniteOutside`]
    pub(super) fn output(
        &self,
        (sizes, first): (Sizes, usize),
        [q, k, v]: [&[f32]; 3],
        [sequence, head]: [usize; 2],
    ) -> Result<Vec<f32>, Error> {
        let GatedDelta { heads, value_size: size, .. } = self.delta;
        let state = linear_head(
            &self.delta,
            sizes,
            [q, k, &self.betas, &self.log_decays],
            [sequence, head],
        )?;
        let values = sizes.value_cells(v, sequence * heads + head);
        let all = state.output(values, size).map_err(not_finite)?;
        let mut rows: Vec<f32> = all[first * size..].iter().map(|&cell| cell as f32).collect();
        self.norm.apply(&mut rows, &self.factors);
        let computed = sizes.tokens - first;
        let width = self.delta.value_width();
        let gates = self.gates[sequence * computed * width..].chunks_exact(width);
        for (row, gates) in rows.chunks_exact_mut(size).zip(gates) {
            let gates = &gates[head * size..][..size];
            row.iter_mut().zip(gates).for_each(|(cell, gate)| *cell *= gate);
        }
        Ok(rows)
    }

    /// Adds what is kept of one text or variant.
    pub(super) fn keep(&self, sequence: usize, tokens: usize, layer: &mut LayerTrace) {
        let part = |cells: &[f32], width: usize| {
            let size = width * tokens;
            cells[sequence * size..][..size].to_vec()
        };
        layer.betas = part(&self.betas, self.delta.heads);
        layer.log_decays = part(&self.log_decays, self.delta.heads);
        layer.channels = part(&self.channels, self.delta.channels());
        layer.delta = Some(self.delta);
    }
}

/// `SiLU(Σ_p w[c, p] · x[t − places + 1 + p, c])` for the computed tokens, (sequences, computed tokens, channels). Before
/// the first token there are zeros.
///
/// - `[first, tokens]`: the first token that is computed, and the number of all
fn blended(
    channels: &[f32],
    weights: &[f32],
    [first, tokens]: [usize; 2],
    delta: &GatedDelta,
) -> Result<Vec<f32>, Error> {
    let (width, places) = (delta.channels(), delta.kernel);
    let sequences = channels.len() / (tokens * width).max(1);
    let mut cells = zeros("a convolution", sequences * (tokens - first) * width)?;
    for (at, row) in cells.chunks_exact_mut(width).enumerate() {
        let (sequence, token) = (at / (tokens - first), first + at % (tokens - first));
        let before = (places - 1).saturating_sub(token);
        let from = (sequence * tokens + token + before + 1 - places) * width;
        for (channel, (cell, weights)) in
            row.iter_mut().zip(weights.chunks_exact(places)).enumerate()
        {
            let rows = channels[from + channel..].iter().step_by(width);
            let products = weights[before..].iter().zip(rows);
            *cell = silu(products.map(|(weight, x)| f64::from(*weight) * f64::from(*x)).sum());
        }
    }
    Ok(cells)
}

/// Divides each row by `√(Σ x² + 10⁻⁶)`.
fn normalize(rows: &mut [f32], size: usize) {
    for row in rows.chunks_exact_mut(size) {
        let squares: f64 = row.iter().map(|&cell| f64::from(cell).powi(2)).sum();
        let scale = 1.0 / (squares + EPSILON).sqrt();
        row.iter_mut().for_each(|cell| *cell = (f64::from(*cell) * scale) as f32);
    }
}

/// `1 / (1 + e^-x)`
pub(super) fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// `x · sigmoid(x)`
///
/// That of the kernels is rounded to 1e-6, which the states of a text add up.
fn silu(x: f64) -> f32 {
    (x * sigmoid(x)) as f32
}

/// `ln(1 + e^x)`, without overflow.
fn softplus(x: f64) -> f64 {
    x.max(0.0) + (-x.abs()).exp().ln_1p()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    /// States add up what the convolution gives, so its error must be that of the last rounding to 32 bits.
    #[test]
    fn the_convolution_is_as_exact_as_a_number_of_32_bits() {
        let delta = GatedDelta {
            key_heads: 1,
            heads: 1,
            key_size: 1,
            value_size: 1,
            kernel: 2,
            is_tiled: false,
            has_logarithms: true,
        };
        let tokens = 400;
        let channels: Vec<f32> = (0..3 * tokens).map(|at| (at as f32 - 600.0) * 0.0171).collect();
        let weights = [0.7, -1.3, 0.31, 0.9, -0.11, 2.3];
        for first in [0, 150] {
            let found = blended(&channels, &weights, [first, tokens], &delta).unwrap();
            for (at, cell) in found.iter().enumerate() {
                let (token, channel) = (first + at / 3, at % 3);
                let x = |token: usize| f64::from(channels[token * 3 + channel]);
                let [before, now] = [weights[2 * channel], weights[2 * channel + 1]].map(f64::from);
                let sum = now * x(token) + if token > 0 { before * x(token - 1) } else { 0.0 };
                let wanted = sum / (1.0 + (-sum).exp());
                let error = (f64::from(*cell) - wanted).abs();
                assert!(
                    error <= 6e-8 * wanted.abs() + 1e-30,
                    "{token}, {channel}: {cell} for {wanted}"
                );
            }
        }
    }
}
