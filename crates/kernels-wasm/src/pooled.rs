//! Rows of a large head, pooled, with figures for each row.

use std::ops::Range;
use std::slice;

use heedmap_measures::maps::{KnownRow, Pools, RowFigures};
use heedmap_wasm_common::{Js, Refusal, serialize, singles};
use js_sys::Float32Array;
use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::error::KernelError;

/// Rows of a large head, pooled, with figures for each row.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct LargeRows {
    /// The greatest weight of each pool, row by row; NaN if all of its weights are masked or missing.
    #[tsify(type = "Float32Array")]
    greatest: Js,
    /// The sum of each pool.
    #[tsify(type = "Float32Array")]
    sums: Js,
    /// The log-sum-exp of each row; empty if the weights came from a file.
    #[tsify(type = "Float32Array")]
    log_sum_exps: Js,
    /// Eleven numbers for each row: sum, entropy, normalised entropy, sink share, previous token, next token, mean
    /// distance, diagonal share, causal share, greatest weight, its key.
    #[tsify(type = "Float32Array")]
    figures: Js,
    /// The sum of the weights of each key, over the rows whose weights are valid.
    #[tsify(type = "Float32Array")]
    key_sums: Js,
}

/// A rectangle of a large head, pooled.
#[derive(Serialize, Tsify)]
pub struct LargePools {
    #[tsify(type = "Float32Array")]
    greatest: Js,
    #[tsify(type = "Float32Array")]
    sums: Js,
}

/// Pools rows of weights that came from a file.
///
/// `keys`: the number of weights in a row. `position`: the position of the first row among the keys.
/// `group`: the number of rows in a pool. `side`: the number of columns in a pool.
#[wasm_bindgen(js_name = pooledRows)]
pub fn pooled_rows(
    #[wasm_bindgen(unchecked_param_type = "Float32Array")] cells: &JsValue,
    keys: u32,
    position: f64,
    group: u32,
    side: u32,
) -> Result<Ts<LargeRows>, Refusal> {
    let cells = singles("the weights", cells)?;
    if keys == 0 || !cells.len().is_multiple_of(keys as usize) {
        let (name, found) = ("the weights", cells.len());
        return Err(KernelError::Rows { name, found, features: keys }.into());
    }
    let keys = keys as usize;
    let mut pooled = PooledRows::new(keys, group as usize, side as usize);
    let reached = 0..keys;
    let first = position.clamp(-MOST_POSITION, MOST_POSITION) as i64;
    for (row, position) in cells.chunks_exact(keys).zip(first..) {
        pooled.add(row, slice::from_ref(&reached), position, None)?;
    }
    pooled.finish()
}

/// The greatest position: the largest integer that JavaScript represents exactly with all smaller ones.
const MOST_POSITION: f64 = 9_007_199_254_740_991.0;

/// Pools rows as they are added.
pub(crate) struct PooledRows {
    keys: usize,
    group: usize,
    side: usize,
    pools: Vec<Pools>,
    count: usize,
    sums: Vec<f32>,
    figures: Vec<f32>,
    key_sums: Vec<f32>,
}

impl PooledRows {
    pub(crate) fn new(keys: usize, group: usize, side: usize) -> Self {
        Self {
            keys,
            group: group.max(1),
            side: side.max(1),
            pools: Vec::new(),
            count: 0,
            sums: Vec::new(),
            figures: Vec::new(),
            key_sums: vec![0.0; keys],
        }
    }

    /// Adds the log-sum-exp of the next row.
    pub(crate) fn add_log_sum_exp(&mut self, log_sum_exp: f32) {
        self.sums.push(log_sum_exp);
    }

    /// Adds a row.
    ///
    /// - `reached`: the keys that are not masked, as ascending ranges
    /// - `known`: figures that were computed with the weights
    pub(crate) fn add(
        &mut self,
        row: &[f32],
        reached: &[Range<usize>],
        position: i64,
        known: Option<KnownRow>,
    ) -> Result<(), Refusal> {
        if self.count.is_multiple_of(self.group) {
            self.pools.push(Pools::new(self.keys, self.side)?);
        }
        self.count += 1;
        if let Some(pools) = self.pools.last_mut() {
            for range in reached {
                pools.add(range.clone(), row);
            }
        }
        let count = reached.iter().map(Range::len).sum();
        let figures = RowFigures::of(row, position, count, known);
        if !figures.entropy.is_nan() {
            for range in reached {
                for (sum, weight) in
                    self.key_sums[range.clone()].iter_mut().zip(&row[range.clone()])
                {
                    *sum += if weight.is_nan() { 0.0 } else { *weight };
                }
            }
        }
        self.figures.extend(figures.to_array());
        Ok(())
    }

    pub(crate) fn finish(self) -> Result<Ts<LargeRows>, Refusal> {
        serialize(&LargeRows {
            greatest: array(&joined(&self.pools, Pools::greatest)),
            sums: array(&joined(&self.pools, Pools::sums)),
            log_sum_exps: array(&self.sums),
            figures: array(&self.figures),
            key_sums: array(&self.key_sums),
        })
    }
}

/// The result for a rectangle.
pub(crate) fn pooled_rectangle(pools: &[Pools]) -> Result<Ts<LargePools>, Refusal> {
    serialize(&LargePools {
        greatest: array(&joined(pools, Pools::greatest)),
        sums: array(&joined(pools, Pools::sums)),
    })
}

fn array(cells: &[f32]) -> Js {
    Js::from(Float32Array::new_from_slice(cells))
}

fn joined(pools: &[Pools], of: impl Fn(&Pools) -> &[f32]) -> Vec<f32> {
    pools.iter().flat_map(|pools| of(pools).iter().copied()).collect()
}
