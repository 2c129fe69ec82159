//! Picked keys: the weights over them, and what they lose of the dense weights.

use std::ops::Range;
use std::rc::Rc;

use heedmap_attention::streaming::{self, Vectors};
use heedmap_measures::HeadMap as Cells;
use heedmap_sparse_attention::{
    Error, Kept, Policy, Recall, Selected, draw_picked, kept, mass_lost, recall_of,
};
use heedmap_wasm_common::{GivenRule, InputError, Refusal, rule_in, usizes};
use js_sys::{Float32Array, Uint32Array};
use wasm_bindgen::prelude::*;

use crate::head_map::HeadMap;
use crate::large_head::{Indexes, array};
use crate::mask_ranges::seen_keys;

/// The most pixels of a row of a picture.
const MOST_WIDTH: u32 = 8192;

/// The keys that each query of a head picked, as a file has them.
#[wasm_bindgen]
pub struct PickedKeys(Selected);

/// The picks of a group of heads.
///
/// `picks`: (queries, places), keys or blocks of `block` keys counted from 0; a negative number is an unused place.
/// `keys`: the number of keys. `offset`: the position of query 0 among them. `layer`, `group`: named by errors.
#[wasm_bindgen(js_name = pickedKeys)]
pub fn picked_keys(
    picks: &HeadMap,
    keys: usize,
    offset: f64,
    block: usize,
    layer: usize,
    group: usize,
) -> Result<PickedKeys, Refusal> {
    let found = Selected::new(&integers(picks), picks.0.keys(), keys, offset as i64, block);
    Ok(PickedKeys(found.map_err(|error| error.at(layer, group))?))
}

#[wasm_bindgen]
impl PickedKeys {
    /// The largest number of keys that a query picked.
    pub fn most(&self) -> usize {
        (0..self.0.queries()).map(|query| self.0.keys(query).len()).max().unwrap_or(0)
    }

    /// The weights of a head over the picked keys that its rule lets a query see.
    pub fn weights(&self, q: &HeadMap, k: &HeadMap, rule: &GivenRule) -> Result<HeadMap, Refusal> {
        let (q, k) = (&q.0, &k.0);
        let rule = rule_in(rule)?;
        let [queries, keys] = [q.queries(), k.queries()];
        let vectors = |map| Vectors { cells: Cells::cells(map), size: map.keys() };
        let seen = seen_keys(&rule, [queries, keys])?;
        let row = |query: usize| common(&runs(&self.0.keys(query)), &seen(query));
        let cells = streaming::weights_over(vectors(q), vectors(k), &rule, &row)?;
        let columns = keys + usize::from(rule.sink.is_some());
        Ok(HeadMap::of(Cells::new("weights", queries, columns, cells)?))
    }
}

/// The keys that some queries of a head picked and see, as ranges, and those that they see.
#[wasm_bindgen]
pub struct PickedRanges(Vec<[Vec<Range<usize>>; 2]>);

/// The picks of some rows of a large head: see [`picked_keys`].
///
/// `picks`: (rows, places). `rows`: the query of each. `queries`: the number of all queries. `rule`: which of the
/// picked keys a query sees.
#[allow(clippy::too_many_arguments, reason = "JavaScript passes them by name")]
#[wasm_bindgen(js_name = pickedRanges)]
pub fn picked_ranges(
    picks: &HeadMap,
    rows: &Indexes,
    rule: &GivenRule,
    queries: usize,
    keys: usize,
    block: usize,
    layer: usize,
    group: usize,
) -> Result<PickedRanges, Refusal> {
    let rule = rule_in(rule)?;
    let rows = usizes("the rows", rows)?;
    let offset = rule.first_position(queries, keys);
    let found = Selected::of_rows(&integers(picks), &rows, picks.0.keys(), keys, offset, block);
    let found = found.map_err(|error| error.at(layer, group))?;
    let seen = seen_keys(&rule, [queries, keys])?;
    let rows = rows.iter().enumerate();
    let ranges = rows.map(|(at, &query)| {
        let seen = seen(query);
        [common(&runs(&found.keys(at)), &seen), seen]
    });
    Ok(PickedRanges(ranges.collect()))
}

#[wasm_bindgen]
impl PickedRanges {
    /// The number of ranges of each row.
    pub fn counts(&self) -> Uint32Array {
        array(self.0.iter().map(|[picked, _]| picked.len()))
    }

    /// The first key and the end of each range, one row after the other.
    pub fn bounds(&self) -> Uint32Array {
        let picked = self.0.iter().flat_map(|[picked, _]| picked);
        array(picked.flat_map(|range| [range.start, range.end]))
    }

    /// A picture of `length` keys from `first` on, (rows, width): of the visible keys in a pixel the share that is picked,
    /// -1 if none is picked, NaN if none is visible.
    pub fn picture(&self, first: u32, length: u32, width: u32) -> Result<Float32Array, Refusal> {
        let columns = columns_of(first, length);
        let width = width_of(width)?;
        let mut cells = vec![f32::NAN; self.0.len() * width];
        for (line, [picked, seen]) in cells.chunks_exact_mut(width).zip(&self.0) {
            draw_picked(picked, seen, &columns, line);
        }
        Ok(Float32Array::new_from_slice(&cells))
    }
}

/// Picks, which files may have as floats.
pub(crate) fn integers(picks: &HeadMap) -> Vec<i32> {
    picks.0.cells().iter().map(|&pick| pick as i32).collect()
}

/// Ascending keys as ranges.
fn runs(keys: &[usize]) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    for &key in keys {
        match found.last_mut().filter(|run| run.end == key) {
            Some(run) => run.end += 1,
            None => found.push(key..key + 1),
        }
    }
    found
}

/// What two ascending lists of ranges have in common.
fn common(one: &[Range<usize>], other: &[Range<usize>]) -> Vec<Range<usize>> {
    let pairs = one.iter().flat_map(|a| other.iter().map(move |b| (a, b)));
    let both = pairs.map(|(a, b)| a.start.max(b.start)..a.end.min(b.end));
    both.filter(|range| !range.is_empty()).collect()
}

/// The keys that each query of a causal head keeps, beside the dense weights of all its keys.
#[wasm_bindgen]
pub struct KeptKeys {
    dense: Rc<Cells>,
    kept: Kept,
}

/// The keys that queries keep with a budget: those with the largest weights (`best`), sinks and a window (`window`), or
/// those of `h2o` or `snapkv`; or the ones that a file has, for which `policy` and `budget` have no meaning.
#[wasm_bindgen(js_name = keptKeys)]
pub fn kept_keys(
    dense: &HeadMap,
    policy: &str,
    budget: usize,
    picked: Option<PickedKeys>,
) -> Result<KeptKeys, Refusal> {
    let tokens = square(&dense.0)?;
    let found = match picked {
        Some(PickedKeys(picks)) => (0..tokens).map(|query| picks.keys(query)).collect(),
        None => kept(dense.0.cells(), tokens, policy_of(policy)?, budget)?,
    };
    Ok(KeptKeys { dense: Rc::clone(&dense.0), kept: found })
}

#[wasm_bindgen]
impl KeptKeys {
    /// For each query, the share of its dense weights that is lost.
    pub fn lost(&self) -> Result<Float32Array, Refusal> {
        let rows = self.dense.cells().chunks_exact(self.dense.keys().max(1)).zip(&self.kept);
        let lost = rows.map(|(row, keys)| Ok(mass_lost(row, keys)? as f32));
        Ok(Float32Array::new_from_slice(&lost.collect::<Result<Vec<f32>, Error>>()?))
    }

    /// The kept keys of a query.
    pub fn keys(&self, query: usize) -> Uint32Array {
        array(self.kept.get(query).into_iter().flatten().copied())
    }

    /// The number of kept keys of all queries, and of those that they could have kept.
    pub fn counts(&self) -> Uint32Array {
        let kept: usize = self.kept.iter().map(Vec::len).sum();
        let all = self.kept.len() * (self.kept.len() + 1) / 2;
        array([kept, all].into_iter())
    }

    /// A square picture: the dense weight of a kept key, -1 for one that could have been kept, NaN for one that is not
    /// visible. If there are more tokens than `side`, one cell of each block is shown.
    pub fn picture(&self, side: usize) -> Float32Array {
        let tokens = self.kept.len();
        let side = side.clamp(1, tokens.max(1));
        let mut cells = vec![f32::NAN; side * side];
        for (at, line) in cells.chunks_exact_mut(side).enumerate() {
            let query = at * tokens / side;
            let Some(kept) = self.kept.get(query) else { continue };
            let row = &self.dense.cells()[query * tokens..][..tokens];
            for (to, cell) in line.iter_mut().enumerate() {
                let key = to * tokens / side;
                if key <= query {
                    *cell = kept.binary_search(&key).map_or(-1.0, |_| row[key]);
                }
            }
        }
        Float32Array::new_from_slice(&cells)
    }
}

/// How much of the dense weights each budget keeps: for each the mean, what nine of ten queries keep at least, what one of
/// ten keeps at least, and what one query keeps.
#[wasm_bindgen(js_name = recallCurve)]
pub fn recall_curve(
    dense: &HeadMap,
    policy: &str,
    budgets: &Indexes,
    query: usize,
) -> Result<Float32Array, Refusal> {
    let tokens = square(&dense.0)?;
    let policy = policy_of(policy)?;
    let mut curve = Vec::new();
    for budget in usizes("the budgets", budgets)? {
        let kept = kept(dense.0.cells(), tokens, policy, budget)?;
        curve.extend(recall_of(dense.0.cells(), &kept, query)?);
    }
    Ok(curve_of(&curve))
}

/// For each budget the mean, two quantiles, and what one query keeps.
pub(crate) fn curve_of(curve: &[Recall]) -> Float32Array {
    let numbers = curve.iter().map(|found| [found.mean, found.low, found.high, found.query]);
    let numbers: Vec<f32> = numbers.flatten().map(|number| number as f32).collect();
    Float32Array::new_from_slice(&numbers)
}

/// The columns of a picture.
pub(crate) fn columns_of(first: u32, length: u32) -> Range<usize> {
    first as usize..first.saturating_add(length) as usize
}

/// The number of pixels of a row of a picture.
pub(crate) fn width_of(width: u32) -> Result<usize, Refusal> {
    match width {
        1..=MOST_WIDTH => Ok(width as usize),
        _ => Err(InputError::wanted("the width", "1 to 8192 pixels").into()),
    }
}

fn square(map: &Cells) -> Result<usize, Refusal> {
    match map.queries() == map.keys() {
        true => Ok(map.queries()),
        false => {
            Err(InputError::wanted("the dense weights", "a map with as many queries as keys")
                .into())
        }
    }
}

pub(crate) fn policy_of(name: &str) -> Result<Policy, Refusal> {
    Policy::named(name)
        .ok_or_else(|| InputError::wanted("the policy", "best, window, h2o or snapkv").into())
}
