//! Rows of large heads that come from a file, pooled.

use std::slice;

use heedmap_measures::maps::{PooledGrid, PooledRows};
use heedmap_wasm_common::{LargePools, LargeRows, Refusal, usizes};
use tsify::Ts;
use wasm_bindgen::prelude::*;

use crate::head_map::HeadMap;
use crate::large_head::Indexes;
use crate::refusal::MapsError;

/// Rows of weights that are pooled as they are read.
#[wasm_bindgen]
pub struct RowPools(PooledRows);

/// Pools for `rows` rows of `keys` weights: `group` rows by `side` columns become one.
#[wasm_bindgen(js_name = rowPools)]
pub fn row_pools(rows: u32, keys: u32, group: u32, side: u32) -> Result<RowPools, Refusal> {
    let [rows, keys, group, side] = [rows, keys, group, side].map(|number| number as usize);
    Ok(RowPools(PooledRows::new([rows, keys], [group, side])?))
}

#[wasm_bindgen]
impl RowPools {
    /// Adds the rows of a map. `queries`: the query of each row. `offset`: the position of query 0 among the keys.
    pub fn add(&mut self, map: &HeadMap, queries: &Indexes, offset: f64) -> Result<(), Refusal> {
        let queries = usizes("the queries", queries)?;
        let offset = offset as i64;
        let (wanted, keys) = (self.0.key_sums().len(), map.0.keys());
        if queries.len() != map.0.queries() || keys != wanted {
            return Err(MapsError::Rows {
                rows: queries.len(),
                wanted,
                queries: map.0.queries(),
                keys,
            }
            .into());
        }
        let reached = 0..keys;
        for (row, query) in map.0.rows().zip(queries) {
            self.0.add(row, slice::from_ref(&reached), offset.saturating_add(query as i64), None);
        }
        Ok(())
    }

    /// The pools and the figures of all rows that were added.
    pub fn finish(self) -> Result<Ts<LargeRows>, Refusal> {
        LargeRows::of(&self.0, &[])
    }
}

/// The pools of a map, of `side` rows and columns.
#[wasm_bindgen(js_name = pooled)]
pub fn pooled(map: &HeadMap, side: u32) -> Result<Ts<LargePools>, Refusal> {
    let side = side as usize;
    let mut grid = PooledGrid::new([map.0.queries(), map.0.keys()], [side, side])?;
    let reached = 0..map.0.keys();
    for (at, row) in map.0.rows().enumerate() {
        grid.add(at, slice::from_ref(&reached), row);
    }
    LargePools::of(&grid)
}
