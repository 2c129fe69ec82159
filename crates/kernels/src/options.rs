//! How scores are computed from products: scale, cap, bias, and the keys that a query may attend to.

use std::f32::consts::LOG2_E;
use std::ops::Range;

use crate::error::Error;

/// How the scores of one head are computed.
///
/// ```text
/// score[i, j] = cap(scale · q[i] · k[j]) − slope · |i + offset − j|
/// cap(x)      = softcap · tanh(x / softcap), or x without a cap
/// ```
///
/// Query `i` is at the position `i + offset` among the keys. It may attend to the keys `j` that satisfy all of
/// these: `j ≤ i + offset` or `j < prefix` if `causal`; `j ≥ i + offset − left`; `j ≤ i + offset + right`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct ScoreOptions {
    /// The factor of the products of queries and keys: 1/√d in most models.
    pub scale: f32,
    /// The bound of the scores; `None` for no bound.
    pub softcap: Option<f32>,
    /// Whether later keys are hidden from a query.
    pub causal: bool,
    /// The number of first keys that the causal mask does not hide.
    pub prefix: usize,
    /// The position of the first query among the keys.
    pub offset: i64,
    /// The maximum number of keys before the position of a query that it may attend to; `None` for all.
    pub left: Option<usize>,
    /// The maximum number of keys after the position of a query that it may attend to; `None` for all.
    pub right: Option<usize>,
    /// The slope of the linear bias (ALiBi); 0 for none.
    pub slope: f32,
    /// The score of a learned sink, which is part of the softmax and has neither key nor value.
    pub sink: Option<f32>,
}

/// The numbers of [`ScoreOptions`] in 64 bits, before they are divided by a temperature.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Factors {
    /// The factor of the products of queries and keys; `None` keeps that of the options.
    pub scale: Option<f64>,
    /// The bound of the scores; `None` for no bound.
    pub softcap: Option<f64>,
    /// The slope of the linear bias (ALiBi); 0 for none.
    pub slope: f64,
    /// The score of a learned sink, if there is one.
    pub sink: Option<f64>,
}

/// Writes a setter for each field.
macro_rules! setters {
    ($($field:ident: $type:ty),* $(,)?) => {
        $(
            #[doc = concat!("Returns the options with this value of the field `", stringify!($field), "`.")]
            #[must_use]
            pub fn $field(mut self, $field: $type) -> Self {
                self.$field = $field;
                self
            }
        )*
    };
}

impl ScoreOptions {
    setters! {
        scale: f32,
        softcap: Option<f32>,
        causal: bool,
        prefix: usize,
        offset: i64,
        left: Option<usize>,
        right: Option<usize>,
        slope: f32,
        sink: Option<f32>,
    }

    /// The paper's attention for a number of features: scores times 1/√d, without a mask.
    #[must_use]
    pub fn new(features: usize) -> Self {
        Self {
            scale: 1.0 / (features.max(1) as f32).sqrt(),
            softcap: None,
            causal: false,
            prefix: 0,
            offset: 0,
            left: None,
            right: None,
            slope: 0.0,
            sink: None,
        }
    }

    /// The options with these factors, and with scores that are divided by a temperature before the softmax.
    ///
    /// Dividing the scale, the cap, the slope and the sink divides the scores. Each is rounded to 32 bits once,
    /// after the division.
    ///
    /// - errors: [`Error::Temperature`] unless it is above 0 and finite
    pub fn tempered(self, factors: &Factors, temperature: f64) -> Result<Self, Error> {
        if !(temperature > 0.0 && temperature.is_finite()) {
            return Err(Error::Temperature { temperature });
        }
        let divided = |number: f64| (number / temperature) as f32;
        Ok(Self {
            scale: divided(factors.scale.unwrap_or(f64::from(self.scale))),
            softcap: factors.softcap.map(divided),
            slope: divided(factors.slope),
            sink: factors.sink.map(divided),
            ..self
        })
    }

    /// The keys that a query may attend to, out of `keys`: always one range, which may be empty.
    #[must_use]
    pub fn reached(&self, query: usize, keys: usize) -> Range<usize> {
        let clamped = |key: i64| usize::try_from(key.max(0)).map_or(keys, |key| key.min(keys));
        let side = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
        let position = i64::try_from(query).unwrap_or(i64::MAX).saturating_add(self.offset);
        let start = self.left.map_or(0, |left| clamped(position.saturating_sub(side(left))));
        let mut end = keys;
        if self.causal {
            end = end.min(clamped(position.saturating_add(1)).max(self.prefix));
        }
        if let Some(right) = self.right {
            end = end.min(clamped(position.saturating_add(side(right)).saturating_add(1)));
        }
        start..end.max(start)
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

    /// The score of the sink times log₂ e; -∞ without a sink.
    pub(crate) fn sink_log2(&self) -> f32 {
        self.sink.map_or(f32::NEG_INFINITY, |sink| sink * LOG2_E)
    }

    /// Checks that all numbers are finite.
    pub(crate) fn check(&self) -> Result<(), Error> {
        let numbers =
            [self.scale, self.slope, self.softcap.unwrap_or(1.0), self.sink.unwrap_or(0.0)];
        if numbers.iter().all(|number| number.is_finite()) {
            return Ok(());
        }
        Err(Error::NotFinite { name: "scale, softcap, slope and sink" })
    }
}
