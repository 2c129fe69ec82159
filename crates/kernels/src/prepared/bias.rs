//! Biases of scores.

use std::f32::consts::LOG2_E;

use heedmap_attention_rule::BiasBy;

use super::{PreparedHead, UNKNOWN};
use crate::error::{Error, check_length};
use crate::panels::{INFINITE, largest_bits};

impl PreparedHead {
    /// The head with biases that are added to the scores, after a cap: by key or distance in memory linear in the tokens.
    ///
    /// `score[i, j] = cap(scale · q[i] · k[j]) − slope · |i + offset − j| + bias[start(i) + j]`, with `start` that of [`BiasBy`].
    /// What depends on the query alone cancels in the softmax, so causal ALiBi is a bias `slope · j` by key, and the forget gates
    /// of FoX are `−c[j]` with `c` the running sum of their logarithms. The relative biases of T5 are by distance.
    ///
    /// - errors: [`Error::Length`]; [`Error::NotFinite`]
    /// - source: Lin et al., "Forgetting Transformer: Softmax Attention with a Forget Gate", 2025, equation 2; Raffel et al., 2020,
    ///   section 2.1
    pub fn with_bias(mut self, by: BiasBy, bias: &[f32]) -> Result<Self, Error> {
        let [queries, keys] = self.shape;
        check_length("the bias", bias.len(), by.count(queries, keys), 1)?;
        let bias: Vec<f32> = bias.iter().map(|bias| bias * LOG2_E).collect();
        if largest_bits(&bias) >= INFINITE {
            return Err(Error::NotFinite { name: "the bias" });
        }
        self.biases.push((by, bias));
        for (query, sum) in self.sums.iter_mut().enumerate() {
            let is_missing = self.missing_queries.binary_search(&query).is_ok();
            *sum = if is_missing { f64::NAN } else { UNKNOWN };
        }
        Ok(self)
    }

    /// Converts products to scores times log₂ e, in place.
    #[inline(always)]
    pub(super) fn finish(
        &self,
        products: &mut [f32],
        query: usize,
        keys: &(impl Iterator<Item = usize> + Clone),
    ) {
        self.scoring.finish(products, query, keys.clone());
        let [queries, count] = self.shape;
        for (by, bias) in &self.biases {
            let own = &bias[by.start(query, queries, count)..];
            products.iter_mut().zip(keys.clone()).for_each(|(cell, key)| *cell += own[key]);
        }
    }
}
