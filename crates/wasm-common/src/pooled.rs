//! Pooled rows of large heads, as results.

use heedmap_measures::maps::{PooledGrid, PooledRows};
use js_sys::{Float32Array, Float64Array};
use serde::Serialize;
use tsify::{Ts, Tsify};

use crate::{Js, Refusal, serialize};

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
    /// Eleven numbers for each row: sum, entropy, normalized entropy, sink share, previous token, next token, mean
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

impl LargeRows {
    /// The pools and figures of rows.
    ///
    /// - `log_sum_exps`: of each row, or empty
    pub fn of(pooled: &PooledRows, log_sum_exps: &[f64]) -> Result<Ts<Self>, Refusal> {
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
    /// The pools of a rectangle.
    pub fn of(pools: &PooledGrid) -> Result<Ts<Self>, Refusal> {
        serialize(&Self { greatest: array(&pools.greatest()), sums: array(&pools.sums()) })
    }
}

fn array(cells: &[f32]) -> Js {
    Js::from(Float32Array::new_from_slice(cells))
}
