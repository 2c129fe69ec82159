//! Rows of a large head, pooled, with figures for each row.

use std::slice;

use heedmap_measures::maps::{PooledGrid, PooledRows};
use heedmap_wasm_common::{Js, Refusal, serialize, singles};
use js_sys::{Float32Array, Float64Array};
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
    #[tsify(type = "Float64Array")]
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
    let shape = [cells.len() / keys, keys];
    let mut pooled = PooledRows::new(shape, [group as usize, side as usize])?;
    let reached = 0..keys;
    let first = position.clamp(-MOST_POSITION, MOST_POSITION) as i64;
    for (row, position) in cells.chunks_exact(keys).zip(first..) {
        pooled.add(row, slice::from_ref(&reached), position, None);
    }
    LargeRows::of(&pooled, &[])
}

/// The greatest position: the largest integer that JavaScript represents exactly with all smaller ones.
const MOST_POSITION: f64 = 9_007_199_254_740_991.0;

/// Rows of a large head that are pooled in several calls.
#[wasm_bindgen]
pub struct RowPools {
    pooled: PooledRows,
    log_sum_exps: Vec<f64>,
}

#[wasm_bindgen]
impl RowPools {
    /// The pools and the figures of all rows that were added.
    pub fn finish(self) -> Result<Ts<LargeRows>, Refusal> {
        LargeRows::of(&self.pooled, &self.log_sum_exps)
    }
}

impl RowPools {
    pub(crate) fn new(shape: [usize; 2], cell: [usize; 2]) -> Result<Self, Refusal> {
        Ok(Self { pooled: PooledRows::new(shape, cell)?, log_sum_exps: Vec::new() })
    }

    /// The pools and the log-sum-exps, to which rows of `keys` weights are added.
    pub(crate) fn of_keys(
        &mut self,
        keys: usize,
    ) -> Result<(&mut PooledRows, &mut Vec<f64>), Refusal> {
        let found = self.pooled.key_sums().len();
        if found != keys {
            let name = "the pools";
            return Err(KernelError::Rows { name, found, features: keys as u32 }.into());
        }
        Ok((&mut self.pooled, &mut self.log_sum_exps))
    }
}

impl LargeRows {
    pub(crate) fn of(pooled: &PooledRows, log_sum_exps: &[f64]) -> Result<Ts<Self>, Refusal> {
        let figures: Vec<_> = pooled.figures().iter().flat_map(|row| row.to_array()).collect();
        serialize(&Self {
            greatest: array(&pooled.grid().greatest()),
            sums: array(&pooled.grid().sums()),
            log_sum_exps: Js::from(Float64Array::new_from_slice(log_sum_exps)),
            figures: array(&figures),
            key_sums: array(pooled.key_sums()),
        })
    }
}

impl LargePools {
    pub(crate) fn of(pools: &PooledGrid) -> Result<Ts<Self>, Refusal> {
        serialize(&Self { greatest: array(&pools.greatest()), sums: array(&pools.sums()) })
    }
}

fn array(cells: &[f32]) -> Js {
    Js::from(Float32Array::new_from_slice(cells))
}
