//! The keys that each query sees by a rule with a mask expression.

use std::ops::Range;

use heedmap_attention::AttentionRule;
use heedmap_masks::MaskRows;
use heedmap_wasm_common::{GivenRule, Js, Refusal, rule_in, serialize, usizes};
use js_sys::Uint32Array;
use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::indexes::array;
use crate::large_head::Indexes;
use crate::refusal::MapsError;

/// Ascending ranges of keys for each row: their number, and the first key and the end of each, row by row.
#[derive(Serialize, Tsify)]
pub struct KeyRanges {
    #[tsify(type = "Uint32Array")]
    counts: Js,
    #[tsify(type = "Uint32Array")]
    bounds: Js,
}

impl KeyRanges {
    pub(crate) fn of(rows: &[Vec<Range<usize>>]) -> Result<Ts<Self>, Refusal> {
        let bounds = rows.iter().flatten().flat_map(|range| [range.start, range.end]);
        let counts = array(rows.iter().map(Vec::len)).into();
        serialize(&Self { counts, bounds: array(bounds).into() })
    }
}

/// The keys that each query sees by a rule with or without a mask expression, as ascending ranges.
pub(crate) fn seen_keys(
    rule: &AttentionRule,
    shape: [usize; 2],
) -> Result<impl Fn(usize) -> Vec<Range<usize>>, Refusal> {
    let [queries, keys] = shape;
    let offset = rule.first_position(queries, keys);
    let mask = MaskRanges::of(rule, shape)?;
    Ok(move |query: usize| match &mask {
        Some(mask) => mask.row(query),
        None => vec![rule.seen(offset.saturating_add(query as i64), keys)],
    })
}

/// The keys that each query sees by a rule with a mask expression, row by row.
#[wasm_bindgen]
pub struct MaskRanges {
    rows: MaskRows,
    rule: AttentionRule,
    shape: [usize; 2],
}

impl MaskRanges {
    /// The ranges of a rule; `None` if it has no mask expression.
    pub(crate) fn of(rule: &AttentionRule, shape: [usize; 2]) -> Result<Option<Self>, Refusal> {
        let Some(mask) = &rule.mask else { return Ok(None) };
        let [queries, keys] = shape;
        let offset = rule.first_position(queries, keys);
        let rows = MaskRows::at(mask, queries, keys, offset).map_err(|_| MapsError::Mask {
            mask: mask.clone(),
            queries,
            keys,
        })?;
        Ok(Some(Self { rows, rule: rule.clone(), shape }))
    }

    /// The keys of a query, as ascending ranges.
    pub(crate) fn row(&self, query: usize) -> Vec<Range<usize>> {
        let [queries, keys] = self.shape;
        let position = self.rule.first_position(queries, keys).saturating_add(query as i64);
        self.rows.ranges_within(query, self.rule.seen(position, keys))
    }
}

#[wasm_bindgen]
impl MaskRanges {
    /// The ranges of a rule with a mask expression, for this many queries and keys.
    #[wasm_bindgen(constructor)]
    pub fn new(rule: &GivenRule, queries: u32, keys: u32) -> Result<MaskRanges, Refusal> {
        let found = Self::of(&rule_in(rule)?, [queries as usize, keys as usize])?;
        found.ok_or_else(|| MapsError::NoMask.into())
    }

    /// The ranges of keys of some queries.
    pub fn ranges(&self, queries: &Indexes) -> Result<Ts<KeyRanges>, Refusal> {
        let queries = usizes("the queries", queries)?.into_iter();
        KeyRanges::of(&queries.map(|query| self.row(query)).collect::<Vec<_>>())
    }

    /// The number of keys of each query.
    #[wasm_bindgen(js_name = keyCounts)]
    pub fn key_counts(&self, queries: &Indexes) -> Result<Uint32Array, Refusal> {
        let queries = usizes("the queries", queries)?.into_iter();
        Ok(array(queries.map(|query| self.row(query).iter().map(Range::len).sum())))
    }
}
