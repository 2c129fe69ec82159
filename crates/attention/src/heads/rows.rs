//! The kernel: one query of one head at a time, in four passes whose results are all returned.

use std::ops::Range;
use std::slice;

use super::bias::Bias;
use super::options::HeadOptions;
use super::panels::Panels;
use super::result::{Found, HeadRow, NanRow, next_row};
use super::rule::Rule;
use super::sizes::Sizes;
use crate::real::Real;
use crate::scores::Scale;
use crate::softmax::{is_excluded, is_nan, softmax_row_with_figures, tempered};
use crate::tensor::{Tensor, TensorError};

/// The inputs of a row, checked.
pub(super) struct Rows<'a, T> {
    sizes: &'a Sizes,
    options: &'a HeadOptions<'a, T>,
    rule: Rule<'a, T>,
    bias: Bias<'a, T>,
    q: &'a Tensor<T>,
    k: &'a Tensor<T>,
    v: &'a Tensor<T>,
}

/// The keys and values of one head, and memory that rows reuse.
struct Head<T> {
    keys: Panels<T>,
    values: Panels<T>,
    /// The ranges of keys that the current query may attend to.
    runs: Vec<Range<usize>>,
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
    ///
    /// - errors: [`TensorError::OutOfMemory`]
    pub(super) fn all(&self) -> Result<Found<T>, TensorError> {
        let &Sizes { batches, heads, kv_heads, queries, keys, d_k, d_v, .. } = self.sizes;
        let mut found = Found::with_capacity(self.sizes, self.options.has_cap())?;
        let mut head = Head {
            keys: Panels::with_capacity("the keys of a head", keys, d_k)?,
            values: Panels::with_capacity("the values of a head", d_v, keys)?,
            runs: Vec::new(),
        };
        let group = heads / kv_heads;
        for b in 0..batches {
            for kv_head in 0..kv_heads {
                let index = b * kv_heads + kv_head;
                head.keys.set_rows(self.k.row(index, keys * d_k));
                head.values.set_columns(self.v.row(index, keys * d_v), d_v);
                for h in kv_head * group..(kv_head + 1) * group {
                    for i in 0..queries {
                        self.one([b, h, i], &mut head, &mut found);
                    }
                }
            }
        }
        Ok(found)
    }

    fn one(&self, at: [usize; 3], head: &mut Head<T>, found: &mut Found<T>) {
        let (sizes, options) = (self.sizes, self.options);
        let [b, h, i] = at;
        let row = HeadRow { batch: b, head: h, query: i };
        let position = options.position(sizes, b, i);

        // Pass 1: the scores of the query and each key.
        let q = self.q.row((b * sizes.heads + h) * sizes.queries + i, sizes.d_k);
        let scaled = next_row(&mut found.scaled, sizes.keys);
        head.keys.sums(q, slice::from_ref(&(0..sizes.d_k)), scaled);
        self.scale(scaled);
        let scores = match &mut found.capped {
            None => &*scaled,
            Some(all) => {
                let capped = next_row(all, sizes.keys);
                capped.copy_from_slice(scaled);
                self.cap(capped);
                capped
            }
        };

        // Pass 2: masks and biases.
        let reached = self.rule.reached(b, position, sizes.keys);
        let masked = next_row(&mut found.masked, sizes.keys);
        masked[..reached.start].fill(T::NEG_INFINITY);
        masked[reached.end..].fill(T::NEG_INFINITY);
        let logits = &mut masked[reached.clone()];
        logits.copy_from_slice(&scores[reached.clone()]);
        self.bias.add(at, position, reached.start, logits);
        self.rule.exclude(at, reached.start, logits);

        // Pass 3: the softmax.
        let weights = next_row(&mut found.weights, sizes.keys);
        let shift =
            tempered(logits, T::from_f64(options.temperature), &mut weights[reached.clone()]);
        let shares = softmax_row_with_figures(&mut weights[reached.clone()]);
        found.log_sum_exp.push(shares.log_sum_exp + shift);
        found.entropy.push(shares.entropy);
        if is_nan(shares.entropy) {
            weights.fill(shares.entropy);
            let invalid = |logit: &T| is_nan(*logit) || logit.to_f64() == f64::INFINITY;
            let key = reached.start + logits.iter().position(invalid).unwrap_or_default();
            found.rows_with_nan.push(NanRow { row, key });
        }

        // Pass 4: the weighted sum of the values. Excluded ones are left out: 0 · NaN would be NaN.
        head.runs.clear();
        let mut key = reached.start;
        for run in logits.chunk_by(|&a, &b| is_excluded(a) == is_excluded(b)) {
            if !is_excluded(run[0]) {
                head.runs.push(key..key + run.len());
            }
            key += run.len();
        }
        let output = next_row(&mut found.output, sizes.d_v);
        if head.runs.is_empty() {
            found.rows_without_key.push(row);
        } else {
            head.values.sums(weights, &head.runs, output);
        }
    }

    /// The products of query and key times the scale. The default divides by the root and does not
    /// multiply by its rounded inverse, which saves one rounding.
    fn scale(&self, scores: &mut [T]) {
        match self.options.scale {
            Scale::InverseSqrtDk => {
                let root = T::from_f64(self.sizes.d_k as f64).sqrt();
                scores.iter_mut().for_each(|score| *score = *score / root);
            }
            Scale::None => {}
            Scale::Factor(factor) => {
                let factor = T::from_f64(factor);
                scores.iter_mut().for_each(|score| *score = *score * factor);
            }
        }
    }

    fn cap(&self, scores: &mut [T]) {
        let cap = T::from_f64(self.options.softcap);
        scores.iter_mut().for_each(|score| *score = cap * (*score / cap).tanh());
    }
}
