//! Parts of the map of a head that keeps a state, for heads whose map does not fit into memory.

use std::ops::Range;

use heedmap_linear_attention::Error;
use heedmap_measures::maps::{PooledGrid, PooledRows};
use heedmap_wasm_common::{LargePools, LargeRows, Places, Refusal, places, usizes};
use js_sys::Float32Array;
use tsify::Ts;
use wasm_bindgen::prelude::*;

use crate::large_head::Indexes;
use crate::linear::LinearHead;

/// A row goes back only as far as weights of more than this share of its bound are possible. The weights before are 0.
const SHARE: f64 = 1e-8;

#[wasm_bindgen]
impl LinearHead {
    /// The number of tokens.
    pub fn tokens(&self) -> usize {
        self.head.tokens()
    }

    /// The bytes of memory that it uses.
    pub fn bytes(&self) -> usize {
        self.head.bytes()
    }

    /// A row of weights; NaN for keys after the query.
    pub fn row(&self, query: usize) -> Result<Float32Array, Refusal> {
        let mut cells = vec![f32::NAN; self.head.tokens()];
        self.each(&[query], 0..self.head.tokens(), &mut |_, query, row| {
            cells[..=query].copy_from_slice(&row[..=query]);
        })?;
        Ok(Float32Array::from(cells.as_slice()))
    }

    /// The weights of some rows at some columns, row by row; NaN for keys after their query. Columns ascend.
    pub fn sample(&self, rows: &Indexes, columns: &Indexes) -> Result<Float32Array, Refusal> {
        let (rows, columns) = (usizes("the rows", rows)?, usizes("the columns", columns)?);
        let tokens = self.head.tokens();
        let keys = columns.first().copied().unwrap_or(0)..columns.last().map_or(0, |last| last + 1);
        if keys.end > tokens {
            let (index, count) = (keys.end - 1, tokens);
            return Err(self.placed(Error::Missing { name: "key", index, count }).into());
        }
        let mut cells = Vec::with_capacity(rows.len() * columns.len());
        self.each(&rows, keys.clone(), &mut |_, query, row| {
            let weight = |&key: &usize| if key <= query { row[key - keys.start] } else { f32::NAN };
            cells.extend(columns.iter().map(weight));
        })?;
        Ok(Float32Array::from(cells.as_slice()))
    }

    /// Rows, pooled: `group` rows by `side` keys become one cell, which has the weight farthest from 0.
    pub fn rows(&self, rows: &Indexes, group: u32, side: u32) -> Result<Ts<LargeRows>, Refusal> {
        let rows = usizes("the rows", rows)?;
        let tokens = self.head.tokens();
        let cell = [group as usize, side as usize];
        let mut pools = PooledRows::new([rows.len(), tokens], cell)?.signed();
        self.each(&rows, 0..tokens, &mut |_, query, row| {
            let reached = 0..query + 1;
            pools.add(row, std::slice::from_ref(&reached), query as i64, None);
        })?;
        LargeRows::of(&pools, &[])
    }

    /// A rectangle in pools of `side` rows and columns.
    pub fn pools(
        &self,
        rows: &Places,
        cols: &Places,
        side: u32,
    ) -> Result<Ts<LargePools>, Refusal> {
        let ([row, rows], [col, cols]) = (places("rows", rows)?, places("columns", cols)?);
        let side = side as usize;
        let mut pools = PooledGrid::new([rows, cols], [side, side])?.signed();
        let queries: Vec<usize> = (row..row.saturating_add(rows)).collect();
        self.each(&queries, col..col.saturating_add(cols), &mut |at, query, line| {
            let reached = 0..(query + 1).saturating_sub(col).min(cols);
            pools.add(at, std::slice::from_ref(&reached), line);
        })?;
        LargePools::of(&pools)
    }
}

impl LinearHead {
    /// Computes rows for a range of keys, and calls `visit` with the place of each among the rows, its query, and one
    /// weight for each key. Neighboring rows are computed together.
    fn each(
        &self,
        rows: &[usize],
        keys: Range<usize>,
        visit: &mut dyn FnMut(usize, usize, &[f32]),
    ) -> Result<(), Refusal> {
        let mut at = 0;
        for run in rows.chunk_by(|a, b| a + 1 == *b) {
            self.run(run, &keys, &mut |query, row| {
                visit(at, query, row);
                at += 1;
            })
            .map_err(|error| self.placed(error))?;
        }
        Ok(())
    }

    fn run(
        &self,
        run: &[usize],
        keys: &Range<usize>,
        visit: &mut dyn FnMut(usize, &[f32]),
    ) -> Result<(), Error> {
        let Some(&first) = run.first() else { return Ok(()) };
        let bounds = run.iter().map(|&query| self.head.bound(query));
        let least = bounds.collect::<Result<Vec<f64>, _>>()?.into_iter().fold(f64::MAX, f64::min);
        let queries = first..first + run.len();
        self.head.rows_in(queries, keys.clone(), SHARE * least, &mut |query, _, row| {
            visit(query, row);
        })
    }
}
