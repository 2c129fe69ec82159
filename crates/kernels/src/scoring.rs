//! How scores are computed from products: scale, cap, bias, and the keys that a query may attend to.

use std::f32::consts::LOG2_E;
use std::ops::Range;

use heedmap_attention_rule::{AttentionRule, Causal, Window, seen};

use crate::error::Error;

/// An [`AttentionRule`] for heads of one size, in 32 bits: what the kernels compute with.
///
/// ```text
/// score[i, j] = cap(scale · q[i] · k[j]) − slope · |i + offset − j|, divided by the temperature
/// cap(x)      = softcap · tanh(x / softcap), or x without a cap
/// ```
///
/// Query `i` is at the position `i + offset` among the keys, and sees the keys of [`AttentionRule::seen`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scoring {
    pub(crate) scale: f32,
    pub(crate) softcap: Option<f32>,
    /// The slope of the linear bias; 0 for none.
    pub(crate) slope: f32,
    pub(crate) sink: Option<f32>,
    pub(crate) causal: Causal,
    pub(crate) prefix: usize,
    pub(crate) window: Option<Window>,
    /// The position of query 0 among the keys.
    pub(crate) offset: i64,
}

impl Scoring {
    /// A rule for heads of this shape.
    ///
    /// Dividing the scale, the cap, the slope and the sink by the temperature divides the scores. Each is rounded to
    /// 32 bits once, after the division. A cap of 0 or below is none.
    ///
    /// - `shape`: the numbers of queries and of keys, which place the queries if the rule is `lower_right`
    /// - errors: [`Error::Temperature`] unless it is above 0 and finite; [`Error::NotFinite`]; [`Error::Unsupported`]
    ///   for RoPE, which must have been applied, and for a mask expression, which [`PreparedHead::see`] takes as ranges
    ///
    /// [`PreparedHead::see`]: crate::PreparedHead::see
    pub fn of(
        rule: &AttentionRule,
        [queries, keys]: [usize; 2],
        features: usize,
    ) -> Result<Self, Error> {
        if rule.rope.is_some() {
            return Err(Error::Unsupported {
                name: "RoPE",
                instead: "rotate queries and keys before",
            });
        }
        if rule.biases().next().is_some() {
            return Err(Error::Unsupported {
                name: "a bias of scores",
                instead: "give it to PreparedHead::with_bias",
            });
        }
        if rule.attn_temperature_tuning.is_some() {
            return Err(Error::Unsupported {
                name: "a temperature of queries",
                instead: "multiply queries before",
            });
        }
        if rule.mask.is_some() {
            return Err(Error::Unsupported {
                name: "a mask expression",
                instead: "give ranges of keys",
            });
        }
        let temperature = rule.temperature.unwrap_or(1.0);
        if !(temperature > 0.0 && temperature.is_finite()) {
            return Err(Error::Temperature { temperature });
        }
        let divided = |number: f64| (number / temperature) as f32;
        // The default is the root in 32 bits, as in models.
        let usual = f64::from(1.0 / (features.max(1) as f32).sqrt());
        let scoring = Self {
            scale: divided(rule.scale.unwrap_or(usual)),
            softcap: rule.softcap.filter(|&cap| cap > 0.0).map(divided),
            slope: divided(rule.slope.unwrap_or(0.0)),
            sink: rule.sink.map(divided),
            causal: rule.causal,
            prefix: rule.prefix,
            window: rule.window,
            offset: rule.first_position(queries, keys),
        };
        let Self { scale, slope, softcap, sink, .. } = scoring;
        let numbers = [scale, slope, softcap.unwrap_or(1.0), sink.unwrap_or(0.0)];
        if numbers.iter().all(|number| number.is_finite()) {
            return Ok(scoring);
        }
        Err(Error::NotFinite { name: "scale, softcap, slope and sink" })
    }

    /// The keys that a query may attend to, out of `keys`: always one range, which may be empty.
    #[must_use]
    #[inline]
    pub fn reached(&self, query: usize, keys: usize) -> Range<usize> {
        let position = i64::try_from(query).unwrap_or(i64::MAX).saturating_add(self.offset);
        seen(self.causal, self.prefix, self.window, position, keys)
    }

    /// The keys that any query of a range may attend to, out of `keys`.
    #[inline(always)]
    pub(crate) fn reached_by(&self, queries: Range<usize>, keys: usize) -> Range<usize> {
        let Some(last) = queries.end.checked_sub(1).filter(|_| !queries.is_empty()) else {
            return 0..0;
        };
        // Neither end decreases from one query to the next.
        let first = self.reached(queries.start, keys);
        let last = self.reached(last, keys);
        first.start..last.end.max(first.start)
    }

    /// The largest number of keys before and after its position that a query may attend to; `None` means all.
    pub(crate) fn sides(&self) -> [Option<usize>; 2] {
        let Window { left, right } = self.window.unwrap_or_default();
        [left, if self.causal == Causal::None { right } else { Some(0) }]
    }

    /// The factor of the queries, which makes products with keys equal to scores times log₂ e.
    pub(crate) fn query_factor(&self) -> f32 {
        if self.softcap.is_some() { self.scale } else { self.scale * LOG2_E }
    }

    /// Converts products to scores times log₂ e, in place.
    ///
    /// - `products`: the products of the query with `keys`
    #[inline(always)]
    pub(crate) fn finish(
        &self,
        products: &mut [f32],
        query: usize,
        keys: impl Iterator<Item = usize>,
    ) {
        // The products already are the scores.
        if self.softcap.is_none() && self.slope == 0.0 {
            return;
        }
        for (cell, key) in products.iter_mut().zip(keys) {
            *cell = self.finished(*cell, query, key);
        }
    }

    fn finished(&self, product: f32, query: usize, key: usize) -> f32 {
        let capped = match self.softcap {
            Some(cap) => cap * libm::tanhf(product / cap) * LOG2_E,
            None => product,
        };
        let position = query as i64 + self.offset;
        let distance = (position - key as i64).unsigned_abs() as f32;
        capped - self.slope * distance * LOG2_E
    }

    /// The same with the score of another sink, because learned sinks differ from head to head.
    #[must_use]
    pub fn with_sink(self, sink: Option<f32>) -> Self {
        Self { sink, ..self }
    }

    /// The score of the sink times log₂ e; -∞ without a sink.
    pub(crate) fn sink_log2(&self) -> f32 {
        self.sink.map_or(f32::NEG_INFINITY, |sink| sink * LOG2_E)
    }
}
