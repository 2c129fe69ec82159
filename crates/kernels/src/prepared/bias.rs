//! A bias for each key.

use std::f32::consts::LOG2_E;

use super::{PreparedHead, UNKNOWN};
use crate::error::{Error, check_length};
use crate::panels::{INFINITE, largest_bits};

impl PreparedHead {
    /// The head with a bias that is added to the scores of each key, after a cap, in memory linear in the keys.
    ///
    /// `score[i, j] = cap(scale · q[i] · k[j]) − slope · |i + offset − j| + bias[j]`. What depends on the query alone
    /// cancels in the softmax, so causal ALiBi is `bias[j] = slope · j`, and the forget gates of FoX are `bias[j] = −c[j]` with
    /// `c` the running sum of their logarithms.
    ///
    /// - errors: [`Error::Length`]; [`Error::NotFinite`]
    /// - source: Lin et al., "Forgetting Transformer: Softmax Attention with a Forget Gate", 2025, equation 2
    pub fn with_key_bias(mut self, bias: &[f32]) -> Result<Self, Error> {
        check_length("the bias of keys", bias.len(), self.shape[1], 1)?;
        self.bias = bias.iter().map(|bias| bias * LOG2_E).collect();
        if largest_bits(&self.bias) >= INFINITE {
            return Err(Error::NotFinite { name: "the bias of keys" });
        }
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
        keys: impl Iterator<Item = usize> + Clone,
    ) {
        self.scoring.finish(products, query, keys.clone());
        if !self.bias.is_empty() {
            products.iter_mut().zip(keys).for_each(|(cell, key)| *cell += self.bias[key]);
        }
    }
}
