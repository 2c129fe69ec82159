//! Rollout: how input tokens reach later positions through the layers.

use crate::error::Error;
use crate::head_map::HeadMap;
use crate::limits::MAX_ROLLOUT_TOKENS;

/// Attention matrices multiplied through the layers.
///
/// ```text
/// Āₗ = rows of (Aₗ + I) / 2, each divided by its sum        Rₗ = Āₗ Rₗ₋₁        R₀ = I
/// ```
///
/// The weights of a later layer apply to positions, which by then contain a mixture of tokens; the
/// product has the shares of the tokens. `I` represents the residual connection, which adds the
/// unchanged position to the output of attention. `Aₗ` is one matrix for each layer: the paper uses
/// the mean over its heads, [`Combination::Mean`](crate::maps::Combination::Mean). Values and
/// feed-forward layers are ignored, so rollout shows which information can flow, not which does.
///
/// - edge cases: a query without a key keeps its position, because its row of `Āₗ` is the row of
///   `I`. If a position is NaN, the rows that attend to it are NaN
/// - returns: (positions, input tokens); rows sum to 1, even if those of `Aₗ` do not
/// - source: Abnar and Zuidema, "Quantifying Attention Flow in Transformers", 2020, section 3
///
/// ```
/// use heedmap_measures::{HeadMap, Rollout};
///
/// // Twice the same layer: the second token takes everything from the first.
/// let layer = HeadMap::new("layer", 2, 2, vec![1., 0., 1., 0.])?;
/// let mut rollout = Rollout::new(2)?;
/// rollout.layer(&layer)?;
/// rollout.layer(&layer)?;
///
/// // Each layer takes half from the first token, so a quarter of the second token is left.
/// assert_eq!(rollout.map().cells(), [1., 0., 0.75, 0.25]);
/// # Ok::<(), heedmap_measures::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Rollout {
    tokens: usize,
    layers: usize,
    reached: Vec<f64>,
}

impl Rollout {
    /// A rollout before the first layer: every position contains its own token.
    ///
    /// - errors: [`Error::RolloutTooLarge`] above [`MAX_ROLLOUT_TOKENS`]
    pub fn new(tokens: usize) -> Result<Self, Error> {
        if tokens > MAX_ROLLOUT_TOKENS {
            return Err(Error::RolloutTooLarge { tokens });
        }
        let mut reached = vec![0.0; tokens * tokens];
        reached.iter_mut().step_by(tokens + 1).for_each(|own| *own = 1.0);
        Ok(Self { tokens, layers: 0, reached })
    }

    /// Applies the next layer, from the input upwards.
    ///
    /// It takes tokens³ multiplications, and fewer for causal weights.
    ///
    /// - errors: [`Error::Layer`]; then the layer is not applied
    pub fn layer(&mut self, weights: &HeadMap) -> Result<(), Error> {
        let (tokens, queries, keys) = (self.tokens, weights.queries(), weights.keys());
        if (queries, keys) != (tokens, tokens) {
            return Err(Error::Layer { layer: self.layers, queries, keys, tokens });
        }
        let mut reached = vec![0.0; self.reached.len()];
        let rows = weights.rows().zip(reached.chunks_exact_mut(tokens.max(1)));
        for (position, (row, reached)) in rows.enumerate() {
            let own = |key: usize| if key == position { 1.0 } else { 0.0 };
            // The factors 1/2 cancel in the division by the sum.
            let sum = 1.0 + row.iter().map(|&weight| f64::from(weight)).sum::<f64>();
            for (key, &weight) in row.iter().enumerate() {
                let share = (f64::from(weight) + own(key)) / sum;
                // A weight of 0 contributes nothing, even if the row contains NaN.
                if share != 0.0 {
                    let from = &self.reached[key * tokens..(key + 1) * tokens];
                    for (cell, from) in reached.iter_mut().zip(from) {
                        *cell += share * from;
                    }
                }
            }
        }
        self.reached = reached;
        self.layers += 1;
        Ok(())
    }

    /// The share of each input token in each position, (positions, input tokens).
    #[must_use]
    pub fn map(&self) -> HeadMap {
        let cells = self.reached.iter().map(|&cell| cell as f32).collect();
        HeadMap::made(self.tokens, self.tokens, cells)
    }
}
