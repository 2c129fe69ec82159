//! The kernel: one query of one head at a time, in four passes whose results are all returned.

use std::ops::Range;
use std::slice;

use heedmap_attention_rule::AttentionRule;

use super::bias::Bias;
use super::panels::Panels;
use super::result::{Found, HeadRow, NanRow, next_row};
use super::sizes::{HeadInputs, Sizes};
use super::visible::Visible;
use crate::real::Real;
use crate::softmax::{is_excluded, is_nan, softmax_row_with_figures, tempered};
use crate::tensor::{Tensor, TensorError};

/// The inputs of a row, checked.
pub(super) struct Rows<'a, T> {
    sizes: &'a Sizes,
    rule: &'a AttentionRule,
    visible: &'a Visible<'a, T>,
    bias: Bias<'a, T>,
    sinks: Option<&'a [T]>,
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
    /// The logits of the sink and the visible keys, and their weights.
    with_sink: [Vec<T>; 2],
}

impl<'a, T: Real> Rows<'a, T> {
    pub(super) fn new(
        sizes: &'a Sizes,
        (rule, visible): (&'a AttentionRule, &'a Visible<'a, T>),
        inputs: &HeadInputs<'a, T>,
        [q, k, v]: [&'a Tensor<T>; 3],
    ) -> Result<Self, TensorError> {
        let bias = Bias::new(rule, inputs, sizes)?;
        Ok(Self { sizes, rule, visible, bias, sinks: inputs.sinks, q, k, v })
    }

    /// Computes every row, in reading order.
    ///
    /// - errors: [`TensorError::OutOfMemory`]
    pub(super) fn all(&self) -> Result<Found<T>, TensorError> {
        let &Sizes { batches, heads, kv_heads, queries, keys, d_k, d_v, .. } = self.sizes;
        let mut found = Found::with_capacity(self.sizes, has_cap::<T>(self.rule))?;
        let mut head = Head {
            keys: Panels::with_capacity("the keys of a head", keys, d_k)?,
            values: Panels::with_capacity("the values of a head", d_v, keys)?,
            runs: Vec::new(),
            with_sink: [Vec::new(), Vec::new()],
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
        let sizes = self.sizes;
        let [b, h, i] = at;
        let row = HeadRow { batch: b, head: h, query: i };
        let position = self.visible.position(b, i);

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
        let reached = self.visible.reached(b, position, sizes.keys);
        let masked = next_row(&mut found.masked, sizes.keys);
        masked[..reached.start].fill(T::NEG_INFINITY);
        masked[reached.end..].fill(T::NEG_INFINITY);
        let logits = &mut masked[reached.clone()];
        logits.copy_from_slice(&scores[reached.clone()]);
        self.bias.add(at, position, reached.start, logits);
        self.visible.exclude(at, reached.start, logits);

        // Pass 3: the softmax.
        let weights = next_row(&mut found.weights, sizes.keys);
        let (log_sum_exp, entropy) =
            self.softmax(h, logits, &mut weights[reached.clone()], &mut head.with_sink);
        found.log_sum_exp.push(log_sum_exp);
        found.entropy.push(entropy);
        if is_nan(entropy) {
            weights.fill(entropy);
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

    /// Writes the weights of the visible keys, and returns the log-sum-exp and the entropy of the row, with the
    /// sink if there is one.
    fn softmax(
        &self,
        h: usize,
        logits: &[T],
        weights: &mut [T],
        scratch: &mut [Vec<T>; 2],
    ) -> (T, T) {
        let temperature = T::from_f64(self.rule.temperature.unwrap_or(1.0));
        let sink = match self.sinks {
            Some(sinks) => sinks.get(h).copied(),
            None => self.rule.sink.map(T::from_f64),
        };
        let Some(sink) = sink else {
            let shift = tempered(logits, temperature, weights);
            let figures = softmax_row_with_figures(weights);
            return (figures.log_sum_exp + shift, figures.entropy);
        };
        let [all, shares] = scratch;
        all.clear();
        all.push(sink);
        all.extend_from_slice(logits);
        shares.clone_from(all);
        let shift = tempered(all, temperature, shares);
        let figures = softmax_row_with_figures(shares);
        weights.copy_from_slice(&shares[1..]);
        (figures.log_sum_exp + shift, figures.entropy)
    }

    /// The products of query and key times the scale. The default divides by the root and does not
    /// multiply by its rounded inverse, which saves one rounding.
    fn scale(&self, scores: &mut [T]) {
        match self.rule.scale {
            None => {
                let root = T::from_f64(self.sizes.d_k as f64).sqrt();
                scores.iter_mut().for_each(|score| *score = *score / root);
            }
            Some(factor) => {
                let factor = T::from_f64(factor);
                scores.iter_mut().for_each(|score| *score = *score * factor);
            }
        }
    }

    fn cap(&self, scores: &mut [T]) {
        let cap = T::from_f64(self.rule.softcap.unwrap_or(0.0));
        scores.iter_mut().for_each(|score| *score = cap * (*score / cap).tanh());
    }
}

/// Whether a rule bounds the scores in a width of numbers: a softcap of 0 or below is none.
pub(super) fn has_cap<T: Real>(rule: &AttentionRule) -> bool {
    T::from_f64(rule.softcap.unwrap_or(0.0)) > T::ZERO
}
