//! The inputs of attention over heads, and their sizes.

use super::masks::Masks;
use super::panels::Panels;
use crate::real::Real;
use crate::rule::check_sink;
use crate::setters::setters;
use crate::tensor::{Tensor, TensorError, element_count};

/// The inputs of attention over heads.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct HeadInputs<'a, T> {
    /// The queries, (batch, heads, queries, `d_k`).
    pub q: &'a Tensor<T>,
    /// The keys, (batch, kv heads, keys, `d_k`).
    pub k: &'a Tensor<T>,
    /// The values, (batch, kv heads, keys, `d_v`).
    pub v: &'a Tensor<T>,
    /// Keys and values of earlier steps, which come before these.
    #[doc(alias = "kv_cache")]
    pub past: Option<(&'a Tensor<T>, &'a Tensor<T>)>,
    /// Masks with a value for each cell.
    pub masks: Masks<'a, T>,
    /// The slope of the linear bias of each head, in place of that of the rule: see
    /// [`alibi_slopes`](crate::alibi_slopes).
    pub slopes: Option<&'a [T]>,
    /// The score of the sink of each head, in place of that of the rule.
    pub sinks: Option<&'a [T]>,
    /// The position of query 0 among the keys of each batch entry, in place of that of the rule.
    pub offsets: Option<&'a [i64]>,
}

impl<'a, T> HeadInputs<'a, T> {
    /// Queries, keys and values alone.
    #[must_use]
    pub fn new(q: &'a Tensor<T>, k: &'a Tensor<T>, v: &'a Tensor<T>) -> Self {
        let masks = Masks::default();
        Self { q, k, v, past: None, masks, slopes: None, sinks: None, offsets: None }
    }

    setters! {
        past: Option<(&'a Tensor<T>, &'a Tensor<T>)>,
        masks: Masks<'a, T>,
        slopes: Option<&'a [T]>,
        sinks: Option<&'a [T]>,
        offsets: Option<&'a [i64]>,
    }
}

impl<T: Real> HeadInputs<'_, T> {
    /// Checks the lists with a number for each head or batch entry.
    pub(super) fn check_lists(&self, sizes: &Sizes) -> Result<(), TensorError> {
        let entries = |name, got: Option<usize>, of, wanted: usize| match got {
            Some(got) if got != wanted => Err(TensorError::Entries { name, got, of, wanted }),
            _ => Ok(()),
        };
        entries("slopes", self.slopes.map(<[T]>::len), "heads", sizes.heads)?;
        entries("sinks", self.sinks.map(<[T]>::len), "heads", sizes.heads)?;
        entries("offsets", self.offsets.map(<[i64]>::len), "batch entries", sizes.batches)?;
        for slope in self.slopes.unwrap_or_default() {
            TensorError::unless_finite("a slope of ALiBi", slope.to_f64())?;
        }
        for sink in self.sinks.unwrap_or_default() {
            check_sink(sink.to_f64(), sink.to_f64())?;
        }
        self.masks.check(sizes.batches, sizes.keys)
    }
}

/// The sizes that all tensors of one computation share.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sizes {
    pub(super) batches: usize,
    pub(super) heads: usize,
    pub(super) kv_heads: usize,
    pub(super) queries: usize,
    /// The number of past and new keys.
    pub(super) keys: usize,
    pub(super) past: usize,
    pub(super) d_k: usize,
    pub(super) d_v: usize,
}

const AXES: &str = "(batch, heads, length, features)";

impl Sizes {
    /// Checks every shape against every other.
    pub(super) fn of<T>(inputs: &HeadInputs<'_, T>) -> Result<Self, TensorError> {
        let same = TensorError::unless_same;
        let [batches, heads, queries, d_k] = inputs.q.axes("q", AXES)?;
        let [k_batches, kv_heads, new, k_features] = inputs.k.axes("k", AXES)?;
        let [v_batches, v_heads, values, d_v] = inputs.v.axes("v", AXES)?;
        same("batch entries", ("q", batches), ("k", k_batches))?;
        same("batch entries", ("q", batches), ("v", v_batches))?;
        same("features", ("q", d_k), ("k", k_features))?;
        same("heads", ("k", kv_heads), ("v", v_heads))?;
        if new != values {
            return Err(TensorError::KeysAndValues { keys: new, values });
        }
        let past = match inputs.past {
            None => 0,
            Some((k, v)) => {
                let [batch, k_heads, past, features] = k.axes("past k", AXES)?;
                same("batch entries", ("k", batches), ("past k", batch))?;
                same("heads", ("k", kv_heads), ("past k", k_heads))?;
                same("features", ("k", d_k), ("past k", features))?;
                let [batch, v_heads, values, features] = v.axes("past v", AXES)?;
                same("batch entries", ("v", batches), ("past v", batch))?;
                same("heads", ("v", kv_heads), ("past v", v_heads))?;
                same("features", ("v", d_v), ("past v", features))?;
                if past != values {
                    return Err(TensorError::KeysAndValues { keys: past, values });
                }
                past
            }
        };
        let named = [("q", "heads", heads), ("k", "heads", kv_heads)];
        let features = [("q", "features", d_k), ("v", "features", d_v)];
        for (name, axis, size) in named.into_iter().chain(features) {
            if size == 0 {
                return Err(TensorError::Nothing { name, axis });
            }
        }
        if heads % kv_heads != 0 {
            return Err(TensorError::HeadsDoNotDivide { heads, kv_heads });
        }
        let keys = past.saturating_add(new);
        let sizes = Self { batches, heads, kv_heads, queries, keys, past, d_k, d_v };
        element_count("k with its past", &[batches, kv_heads, keys, d_k])?;
        element_count("v with its past", &[batches, kv_heads, keys, d_v])?;
        element_count("scores", &sizes.scores())?;
        element_count("output", &[batches, heads, queries, d_v])?;
        Ok(sizes)
    }

    /// The shape of scores, (batch, heads, queries, keys).
    pub(super) fn scores(&self) -> [usize; 4] {
        [self.batches, self.heads, self.queries, self.keys]
    }

    /// The number of rows of weights.
    pub(super) fn rows(&self) -> usize {
        self.batches * self.heads * self.queries
    }

    /// Checks that this target can address the memory of the results and of the intermediate data,
    /// before any of it is allocated.
    ///
    /// - errors: [`TensorError::Memory`]
    pub(super) fn check_memory<T: Real>(
        &self,
        has_cap: bool,
        has_rope: bool,
    ) -> Result<(), TensorError> {
        let product = |sides: &[usize]| {
            sides.iter().fold(size_of::<T>() as u64, |all, &side| all.saturating_mul(side as u64))
        };
        let &Self { batches, heads, kv_heads, queries, keys, d_k, d_v, .. } = self;
        let q = product(&[batches, heads, queries, d_k]);
        let k = product(&[batches, kv_heads, keys, d_k]);
        let v = product(&[batches, kv_heads, keys, d_v]);
        let scores = product(&self.scores());
        let parts = [
            // The inputs are in memory already, and copies of keys and values are returned.
            [q, k, v, k, v],
            if has_rope { [q, k, 0, 0, 0] } else { [0; 5] },
            [scores, scores, scores, if has_cap { scores } else { 0 }, 0],
            [product(&[batches, heads, queries, d_v]), product(&[self.rows(), 2]), 0, 0, 0],
            [Panels::<T>::bytes(keys, d_k), Panels::<T>::bytes(d_v, keys), 0, 0, 0],
        ];
        let needed =
            parts.as_flattened().iter().fold(0, |all: u64, &part| all.saturating_add(part));
        let allowed = usize::MAX as u64;
        if needed <= allowed { Ok(()) } else { Err(TensorError::Memory { needed, allowed }) }
    }
}
