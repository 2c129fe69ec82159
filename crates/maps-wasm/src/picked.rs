//! Picked keys: the weights over them, and what they lose of the dense weights.

use std::ops::Range;
use std::rc::Rc;

use heedmap_attention::streaming::{self, Vectors};
use heedmap_measures::HeadMap as Cells;
use heedmap_sparse_attention::{
    Error, Kept, Policy, Recall, Recalls, Selected, draw_picked, keep_seen, kept, mass_lost,
};
use heedmap_wasm_common::{GivenRule, InputError, Refusal, read_options, rule_in, usizes};
use js_sys::{Float32Array, Uint32Array};
use serde::Deserialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::head_map::HeadMap;
use crate::indexes::array;
use crate::large_head::Indexes;
use crate::mask_ranges::{KeyRanges, seen_keys};

/// The most pixels of a row of a picture.
const MOST_WIDTH: usize = 8192;

/// The keys of a picture, and its width in pixels.
#[derive(Deserialize, Tsify)]
pub struct Columns {
    first: usize,
    length: usize,
    width: usize,
}

impl Columns {
    /// The columns, and the width if it fits.
    pub(crate) fn checked(&self) -> Result<(Range<usize>, usize), Refusal> {
        match self.width {
            1..=MOST_WIDTH => Ok((self.first..self.first.saturating_add(self.length), self.width)),
            _ => Err(InputError::wanted("the width", "1 to 8192 pixels").into()),
        }
    }
}

/// The keys that each query of a head picked, as a file has them.
#[wasm_bindgen]
pub struct PickedKeys(Selected);

/// The picks of a group of heads: of how many keys, the position of query 0 among them, and the number of keys of a
/// block. Errors name `layer` and `group`.
#[derive(Deserialize, Tsify)]
pub struct PicksOptions {
    keys: usize,
    #[tsify(type = "number")]
    offset: i64,
    block: usize,
    layer: usize,
    group: usize,
}

/// The picks of some rows of a large head of this many queries and keys.
#[derive(Deserialize, Tsify)]
pub struct PickedRowsOptions {
    queries: usize,
    keys: usize,
    block: usize,
    layer: usize,
    group: usize,
}

/// The picks of a group of heads.
///
/// `picks`: (queries, places), keys or blocks of keys counted from 0; a negative number is an unused place.
#[wasm_bindgen(js_name = pickedKeys)]
pub fn picked_keys(picks: &HeadMap, options: &Ts<PicksOptions>) -> Result<PickedKeys, Refusal> {
    let PicksOptions { keys, offset, block, layer, group } = read_options("the picks", options)?;
    let found = Selected::new(&integers(picks), picks.0.keys(), keys, offset, block);
    Ok(PickedKeys(found.map_err(|error| error.at(layer, group))?))
}

#[wasm_bindgen]
impl PickedKeys {
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

/// The keys that some queries of a large head picked and that its rule lets them see: see [`picked_keys`].
///
/// `picks`: (rows, places). `rows`: the query of each.
#[wasm_bindgen(js_name = pickedRanges)]
pub fn picked_ranges(
    picks: &HeadMap,
    rows: &Indexes,
    rule: &GivenRule,
    options: &Ts<PickedRowsOptions>,
) -> Result<PickedRanges, Refusal> {
    let PickedRowsOptions { queries, keys, block, layer, group } =
        read_options("the picks", options)?;
    let rule = rule_in(rule)?;
    let rows = usizes("the rows", rows)?;
    let offset = rule.first_position(queries, keys);
    let found = Selected::of_rows(&integers(picks), &rows, picks.0.keys(), keys, offset, block);
    let found = found.map_err(|error| error.at(layer, group))?;
    let seen = seen_keys(&rule, [queries, keys])?;
    let rows = rows.iter().enumerate();
    let ranges = rows.map(|(at, &query)| {
        let seen = seen(query);
        (common(&runs(&found.keys(at)), &seen), seen)
    });
    let (picked, seen) = ranges.unzip();
    Ok(PickedRanges { picked, seen })
}

/// The keys that some queries of a head picked and see, as ranges, and those that they see.
#[wasm_bindgen]
pub struct PickedRanges {
    picked: Vec<Vec<Range<usize>>>,
    seen: Vec<Vec<Range<usize>>>,
}

#[wasm_bindgen]
impl PickedRanges {
    /// The picked keys.
    pub fn ranges(&self) -> Result<Ts<KeyRanges>, Refusal> {
        KeyRanges::of(&self.picked)
    }

    /// The keys that could have been picked, and the picked ones.
    pub fn seen(&self) -> Result<Ts<KeyRanges>, Refusal> {
        KeyRanges::of(&self.seen)
    }

    /// A picture, (rows, width): of the visible keys in a pixel the share that is picked, -1 if none is picked, NaN if none
    /// is visible.
    pub fn picture(&self, columns: &Ts<Columns>) -> Result<Float32Array, Refusal> {
        let columns: Columns = read_options("the columns", columns)?;
        let (columns, width) = columns.checked()?;
        let mut cells = vec![f32::NAN; self.picked.len() * width];
        let rows = self.picked.iter().zip(&self.seen);
        for (line, (picked, seen)) in cells.chunks_exact_mut(width).zip(rows) {
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

/// The weights of a head, with NaN for the keys that its rule hides from a query.
#[wasm_bindgen(js_name = seenWeights)]
pub fn seen_weights(map: &HeadMap, rule: &GivenRule) -> Result<HeadMap, Refusal> {
    let [queries, keys] = [map.0.queries(), map.0.keys()];
    let rule = rule_in(rule)?;
    let seen = seen_keys(&rule, [queries, keys])?;
    let mut cells = vec![f32::NAN; queries * keys];
    let rows = cells.chunks_exact_mut(keys.max(1)).zip(map.0.cells().chunks_exact(keys.max(1)));
    for (query, (to, from)) in rows.enumerate() {
        for range in seen(query) {
            to[range.clone()].copy_from_slice(&from[range]);
        }
    }
    Ok(HeadMap::of(Cells::new("weights", queries, keys, cells)?))
}

/// The keys that each query of a head keeps, beside the dense weights of all its keys.
#[wasm_bindgen]
pub struct KeptKeys {
    dense: Rc<Cells>,
    kept: Kept,
}

#[wasm_bindgen(typescript_custom_section)]
const KEPT_POLICY: &str = "/** How keys are kept: those with the largest weights, the first and the last ones, or those of H2O or SnapKV. */
export type KeptPolicy = 'best' | 'window' | 'h2o' | 'snapkv';";

/// The keys that queries keep with a budget: those with the largest weights (`best`), sinks and a window (`window`), or
/// those of `h2o` or `snapkv`; or the ones that a file has, for which `policy` and `budget` have no meaning.
///
/// `dense`: NaN for keys that a query cannot see, see `seenWeights`.
#[wasm_bindgen(js_name = keptKeys)]
pub fn kept_keys(
    dense: &HeadMap,
    #[wasm_bindgen(unchecked_param_type = "KeptPolicy")] policy: &str,
    budget: usize,
    picked: Option<PickedKeys>,
) -> Result<KeptKeys, Refusal> {
    let tokens = square(&dense.0)?;
    let found = match picked {
        Some(PickedKeys(picks)) => {
            let mut found: Kept = (0..tokens).map(|query| picks.keys(query)).collect();
            let rows = dense.0.cells().chunks_exact(tokens.max(1));
            found.iter_mut().zip(rows).for_each(|(keys, row)| keep_seen(keys, row));
            found
        }
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
        let all = self.dense.cells().iter().filter(|weight| !weight.is_nan()).count();
        array([kept, all].into_iter())
    }

    /// The largest number of keys that a query keeps.
    pub fn most(&self) -> usize {
        self.kept.iter().map(Vec::len).max().unwrap_or(0)
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
                if !row[key].is_nan() {
                    *cell = kept.binary_search(&key).map_or(-1.0, |_| row[key]);
                }
            }
        }
        Float32Array::new_from_slice(&cells)
    }
}

/// How much of the dense weights each budget keeps.
#[wasm_bindgen]
pub struct RecallCurve(Vec<Recalls>);

#[wasm_bindgen]
impl RecallCurve {
    /// For each budget the mean, what nine of ten queries keep at least, what one of ten keeps at least, and what one query
    /// keeps.
    pub fn of(&self, query: usize) -> Float32Array {
        curve_of(&self.0.iter().filter_map(|recalls| recalls.at(query)).collect::<Vec<_>>())
    }
}

/// How much of the dense weights each budget keeps with a policy, for all queries.
#[wasm_bindgen(js_name = recallCurve)]
pub fn recall_curve(
    dense: &HeadMap,
    #[wasm_bindgen(unchecked_param_type = "KeptPolicy")] policy: &str,
    budgets: &Indexes,
) -> Result<RecallCurve, Refusal> {
    let tokens = square(&dense.0)?;
    let policy = policy_of(policy)?;
    let cells = dense.0.cells();
    let curve = usizes("the budgets", budgets)?
        .into_iter()
        .map(|budget| Recalls::of(cells, &kept(cells, tokens, policy, budget)?));
    Ok(RecallCurve(curve.collect::<Result<Vec<_>, Error>>()?))
}

/// For each budget the mean, two quantiles, and what one query keeps.
pub(crate) fn curve_of(curve: &[Recall]) -> Float32Array {
    let numbers = curve.iter().map(|found| [found.mean, found.low, found.high, found.query]);
    let numbers: Vec<f32> = numbers.flatten().map(|number| number as f32).collect();
    Float32Array::new_from_slice(&numbers)
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
