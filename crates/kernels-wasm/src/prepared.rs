//! Heads whose weights do not fit into memory as a whole. Parts of them are computed from queries and keys on
//! demand.

use std::ops::Range;

use heedmap_kernels::{self as kernels, Error, HeadColumns, Scoring};
use heedmap_measures::maps::{KnownRow, PooledGrid};
use heedmap_wasm_common::{
    GivenHeadRule, Js, LargePools, Places, Refusal, places, rule_in, serialize, usizes,
};
use js_sys::{Float32Array, Uint32Array};
use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::memory::check_memory;
use crate::numbers::{cells_of, log_sum_exps, rows, zeros};
use crate::pooled::RowPools;

/// The queries and keys of a large head, ready to compute any part of its weights.
///
/// A learned sink is a column before the keys. Its weights are its shares of the softmax.
#[wasm_bindgen]
pub struct PreparedHead {
    head: HeadColumns,
}

/// Properties of a large head that need no weights.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
#[tsify(missing_as_null)]
pub struct LargeInfo {
    queries: usize,
    /// The number of columns: the keys, and the sink before them if there is one.
    keys: usize,
    /// The number of first columns that are sinks: 0 or 1.
    sinks: usize,
    /// The position of query 0 among the columns.
    #[tsify(type = "number")]
    offset: i64,
    /// The largest number of keys before its position that a query attends to; null means all.
    before: Option<usize>,
    /// The largest number of keys after its position that a query attends to; null means all.
    after: Option<usize>,
    /// The columns with NaN or an infinity.
    #[tsify(type = "Uint32Array")]
    missing_keys: Js,
    /// The queries with NaN or an infinity.
    #[tsify(type = "Uint32Array")]
    missing_queries: Js,
    /// The bytes of wasm memory that it uses.
    bytes: usize,
}

#[wasm_bindgen]
impl PreparedHead {
    /// A head of queries `q` and keys `k`, row by row, of `features` numbers each.
    ///
    /// `at`: the indexes of the rows of `q` among `queries` queries, of which no other row is computed; or
    /// null if `q` has all queries.
    #[wasm_bindgen(constructor)]
    pub fn new(
        rule: &GivenHeadRule,
        features: u32,
        #[wasm_bindgen(unchecked_param_type = "Float32Array")] q: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Float32Array")] k: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Uint32Array | null")] at: &JsValue,
        queries: u32,
    ) -> Result<PreparedHead, Refusal> {
        let mut rule = rule_in(rule)?;
        let biases = rule.take_biases();
        let rows_of = |array: &JsValue| length(array) / (features as usize).max(1);
        let count = if at.is_null() { rows_of(q) } else { queries as usize };
        check_memory([count, rows_of(k)], features as usize)?;
        let q = rows("the queries", features, q)?;
        let k: Vec<f32> = rows("the keys", features, k)?;
        let features = features as usize;
        let q = match at.is_null() {
            true => q,
            false => spread(&q, &usizes("the places", at)?, queries as usize, features)?,
        };
        let shape = [q.len() / features, k.len() / features];
        let scoring = Scoring::of(&rule, shape, features)?;
        let head = kernels::PreparedHead::new(q, &k, shape, features, scoring)?;
        // Like the other parts of a score, biases are divided by the temperature.
        let divisor = rule.temperature.unwrap_or(1.0);
        let head = biases.into_iter().try_fold(head, |head, (by, bias)| {
            let bias: Vec<f32> = bias.iter().map(|bias| (bias / divisor) as f32).collect();
            head.with_bias(by, &bias)
        })?;
        Ok(Self { head: HeadColumns::new(head) })
    }

    /// Properties that need no weights.
    pub fn info(&self) -> Result<Ts<LargeInfo>, Refusal> {
        let indexes = |list: &[usize]| {
            let list: Vec<u32> = list.iter().map(|&index| index as u32).collect();
            Js::from(Uint32Array::new_from_slice(&list))
        };
        let ([queries, keys], [before, after]) = (self.head.shape(), self.head.sides());
        serialize(&LargeInfo {
            queries,
            keys,
            sinks: self.head.sinks(),
            offset: self.head.offset(),
            before,
            after,
            missing_keys: indexes(&self.head.missing_columns()),
            missing_queries: indexes(self.head.head().missing_queries()),
            bytes: self.head.head().bytes(),
        })
    }

    /// The weights of some rows and columns, row by row; NaN where masked or missing. The columns must be
    /// ascending.
    pub fn sample(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Uint32Array")] rows: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Uint32Array")] columns: &JsValue,
    ) -> Result<Float32Array, Refusal> {
        let (rows, columns) = (usizes("the rows", rows)?, usizes("the columns", columns)?);
        let mut cells = zeros("the cells", rows.len(), columns.len())?;
        self.head.sample(&rows, &columns, &mut cells)?;
        Ok(Float32Array::from(cells.as_slice()))
    }

    /// Pools for `rows` rows of this head: `group` rows by `side` columns become one.
    #[wasm_bindgen(js_name = rowPools)]
    pub fn row_pools(&self, rows: u32, group: u32, side: u32) -> Result<RowPools, Refusal> {
        let [_, columns] = self.head.shape();
        RowPools::new([rows as usize, columns], [group as usize, side as usize])
    }

    /// Sets the keys that some rows may attend to, in place of those of the options: any union of ranges. Only these
    /// rows can be computed then.
    ///
    /// `counts`: the number of ranges of each row. `bounds`: the first key and the end of each range, row by row.
    #[wasm_bindgen(js_name = seeRanges)]
    pub fn see(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Uint32Array")] rows: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Uint32Array")] counts: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Uint32Array")] bounds: &JsValue,
    ) -> Result<(), Refusal> {
        let (counts, ranges) = ranges_of(counts, bounds)?;
        Ok(self.head.see(&usizes("the rows", rows)?, &counts, &ranges)?)
    }

    /// The weights of some rows over other keys than those of `see`, which stay: (rows, columns), NaN where masked or
    /// missing. Rows ascend. `counts`, `bounds`: like for `see`; null for the keys of the rule.
    #[wasm_bindgen(js_name = rowsOverRanges)]
    pub fn rows_over(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Uint32Array")] rows: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Uint32Array | null")] counts: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Uint32Array | null")] bounds: &JsValue,
    ) -> Result<Float32Array, Refusal> {
        let keys = if counts.is_null() { None } else { Some(ranges_of(counts, bounds)?) };
        let keys = keys.as_ref().map(|(counts, ranges)| (&counts[..], &ranges[..]));
        let rows = usizes("the rows", rows)?;
        cells_of("the cells", rows.len(), self.head.shape()[1])?;
        Ok(Float32Array::from(self.head.rows_over(&rows, keys)?.as_slice()))
    }

    /// Computes rows and adds them to pools of this head. The result does not depend on how the rows are
    /// divided among calls.
    pub fn rows(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Uint32Array")] rows: &JsValue,
        pools: &mut RowPools,
    ) -> Result<(), Refusal> {
        let rows = usizes("the rows", rows)?;
        let [_, columns] = self.head.shape();
        let (pooled, sums) = pools.of_keys(columns)?;
        self.head.rows(&rows, &mut |row| {
            let (entropy, distance, before) = (row.entropy, row.distance, row.before);
            let known = KnownRow { entropy, distance, before };
            sums.push(row.log_sum_exp);
            pooled.add(row.weights, row.reached, row.position, Some(known));
        })?;
        Ok(())
    }

    /// Computes a rectangle in pools of `side` rows and columns.
    pub fn pools(
        &mut self,
        rows: &Places,
        cols: &Places,
        side: u32,
    ) -> Result<Ts<LargePools>, Refusal> {
        let ([row, rows], [col, cols]) = (places("rows", rows)?, places("columns", cols)?);
        let side = side as usize;
        let rectangle = [row..row.saturating_add(rows), col..col.saturating_add(cols)];
        let [lines, columns] = rectangle;
        self.head.check_part(&lines, &columns)?;
        let mut pools = PooledGrid::new([rows, cols], [side, side])?;
        self.head.part(lines, columns, &mut |row, reached, weights| {
            pools.add(row, reached, weights);
        })?;
        LargePools::of(&pools)
    }

    /// The number of keys that each row may attend to.
    #[wasm_bindgen(js_name = keyCounts)]
    pub fn key_counts(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Uint32Array")] rows: &JsValue,
    ) -> Result<Uint32Array, Refusal> {
        let rows = usizes("the rows", rows)?;
        let counts: Vec<u32> =
            rows.iter().map(|&row| self.head.head().key_count(row) as u32).collect();
        Ok(Uint32Array::from(counts.as_slice()))
    }

    /// A row of weights: NaN where masked or missing.
    pub fn row(&mut self, query: u32) -> Result<Float32Array, Refusal> {
        Ok(Float32Array::from(self.head.row(query as usize)?.as_slice()))
    }

    /// Sets the log-sum-exps of rows from `first` on, which another instance computed.
    #[wasm_bindgen(js_name = setLogSumExps)]
    pub fn set_log_sum_exps(
        &mut self,
        first: u32,
        #[wasm_bindgen(unchecked_param_type = "Float64Array")] sums: &JsValue,
    ) -> Result<(), Refusal> {
        self.head.set_log_sum_exps(first as usize, &log_sum_exps(sums)?);
        Ok(())
    }
}

/// The number of ranges of each row, and the ranges.
fn ranges_of(
    counts: &JsValue,
    bounds: &JsValue,
) -> Result<(Vec<usize>, Vec<Range<usize>>), Refusal> {
    let bounds = usizes("the ranges of keys", bounds)?;
    let ranges = bounds.as_chunks().0.iter().map(|&[start, end]| start..end).collect();
    Ok((usizes("the numbers of ranges", counts)?, ranges))
}

/// The length of an array of 32-bit floats; 0 for any other value, which is rejected when it is read.
fn length(array: &JsValue) -> usize {
    array.dyn_ref::<Float32Array>().map_or(0, |array| array.length() as usize)
}

/// Rows at their indexes among `queries` rows; the other rows are 0.
fn spread(
    rows: &[f32],
    indexes: &[usize],
    queries: usize,
    features: usize,
) -> Result<Vec<f32>, Refusal> {
    let mut all = zeros("the queries", queries, features)?;
    for (row, &index) in rows.chunks_exact(features).zip(indexes) {
        let to = all.chunks_exact_mut(features).nth(index);
        let missing = Error::Missing { name: "query", index, count: queries };
        to.ok_or(missing)?.copy_from_slice(row);
    }
    Ok(all)
}
