//! Rows of a large head, pooled in several calls.

use heedmap_measures::maps::PooledRows;
use heedmap_wasm_common::{LargeRows, Refusal};
use tsify::Ts;
use wasm_bindgen::prelude::*;

use crate::error::KernelError;

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
