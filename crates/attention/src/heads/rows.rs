//! The kernel: one query of one head at a time, in four passes that all stay visible.

use super::bias::Bias;
use super::options::HeadOptions;
use super::result::{Found, NanRow, Row};
use super::rule::Rule;
use super::sizes::Sizes;
use crate::real::{Real, inner, total};
use crate::scores::Scale;
use crate::shares::{is_excluded, shares};
use crate::tensor::{Tensor, TensorError};

/// All that a row needs, checked.
pub(super) struct Rows<'a, T> {
    sizes: &'a Sizes,
    options: &'a HeadOptions<'a, T>,
    rule: Rule<'a, T>,
    bias: Bias<'a, T>,
    q: &'a Tensor<T>,
    k: &'a Tensor<T>,
    v: &'a Tensor<T>,
}

impl<'a, T: Real> Rows<'a, T> {
    pub(super) fn new(
        sizes: &'a Sizes,
        options: &'a HeadOptions<'a, T>,
        q: &'a Tensor<T>,
        k: &'a Tensor<T>,
        v: &'a Tensor<T>,
    ) -> Result<Self, TensorError> {
        let (rule, bias) = (Rule::new(options, sizes)?, Bias::new(options, sizes)?);
        Ok(Self { sizes, options, rule, bias, q, k, v })
    }

    /// Computes every row, in reading order.
    pub(super) fn all(&self) -> Found<T> {
        let mut found = Found::nothing(self.options.has_cap());
        for b in 0..self.sizes.batches {
            for h in 0..self.sizes.heads {
                for i in 0..self.sizes.queries {
                    self.one([b, h, i], &mut found);
                }
            }
        }
        found
    }

    fn one(&self, at: [usize; 3], found: &mut Found<T>) {
        let (sizes, options) = (self.sizes, self.options);
        let [b, h, i] = at;
        let kv_head = b * sizes.kv_heads + h / (sizes.heads / sizes.kv_heads);
        let position = options.position(sizes, b, i);

        // Pass 1: how well the query fits each key.
        let q = self.q.row((b * sizes.heads + h) * sizes.queries + i, sizes.d_k);
        let key = |j: usize| self.k.row(kv_head * sizes.keys + j, sizes.d_k);
        let scaled: Vec<T> = (0..sizes.keys).map(|j| self.scaled(inner(q, key(j)))).collect();
        let capped: Vec<T> = scaled.iter().map(|&score| self.capped(score)).collect();

        // Pass 2: which keys count, and by how much more or less.
        let admitted = self.rule.admitted(at, position, sizes.keys);
        let mut masked = self.bias.add(at, position, &capped);
        for (logit, admitted) in masked.iter_mut().zip(admitted) {
            if !admitted {
                *logit = T::NEG_INFINITY;
            }
        }

        // Pass 3: shares of 1.
        let temperature = T::from_f64(options.temperature);
        let logits: Vec<T> = masked.iter().map(|&logit| logit / temperature).collect();
        let shares = shares(&logits);

        // Pass 4: the values in those shares. Excluded ones are left out: 0 · NaN would be NaN.
        let value = |j: usize, c: usize| self.v.row(kv_head * sizes.keys + j, sizes.d_v)[c];
        for c in 0..sizes.d_v {
            let terms = (0..sizes.keys).filter(|&j| !is_excluded(logits[j]));
            found.output.push(total(terms.map(|j| shares.weights[j] * value(j, c))));
        }

        let row = Row { batch: b, head: h, query: i };
        if shares.log_sum_exp == T::NEG_INFINITY {
            found.rows_without_key.push(row);
        }
        let poison =
            |logit: &T| matches!(logit.to_f64(), logit if logit.is_nan() || logit == f64::INFINITY);
        if let Some(key) = logits.iter().position(poison) {
            found.rows_with_nan.push(NanRow { row, key });
        }
        found.log_sum_exp.push(shares.log_sum_exp);
        found.entropy.push(shares.entropy);
        found.weights.extend(shares.weights);
        found.masked.extend(masked);
        found.scaled.extend(scaled);
        if let Some(all) = &mut found.capped {
            all.extend(capped);
        }
    }

    /// A product of query and key times the scale. The default divides by the root and does not
    /// multiply by its rounded inverse: one rounding less.
    fn scaled(&self, score: T) -> T {
        match self.options.scale {
            Scale::InverseSqrtDk => score / T::from_f64(self.sizes.d_k as f64).sqrt(),
            Scale::None => score,
            Scale::Factor(factor) => score * T::from_f64(factor),
        }
    }

    fn capped(&self, score: T) -> T {
        if !self.options.has_cap() {
            return score;
        }
        let cap = T::from_f64(self.options.softcap);
        cap * (score / cap).tanh()
    }
}
