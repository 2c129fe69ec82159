//! Heads whose weights do not fit into memory as a whole. Parts of them are computed from queries and keys on
//! demand.

use std::ops::Range;
use std::slice;

use heedmap_kernels::{self as kernels, Error};
use heedmap_measures::maps::{KnownRow, PooledGrid};
use heedmap_wasm_common::{Js, Refusal, read_options, serialize, usizes};
use js_sys::{Float32Array, Uint32Array};
use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::memory::check_memory;
use crate::numbers::{log_sum_exps, rows, zeros};
use crate::options::KernelOptions;
use crate::pooled::{LargePools, RowPools};

/// The queries and keys of a large head, ready to compute any part of its weights.
///
/// A learned sink is a column before the keys. Its weights are its shares of the softmax.
#[wasm_bindgen]
pub struct PreparedHead {
    head: kernels::PreparedHead,
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
        options: &Ts<KernelOptions>,
        features: u32,
        #[wasm_bindgen(unchecked_param_type = "Float32Array")] q: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Float32Array")] k: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Uint32Array | null")] at: &JsValue,
        queries: u32,
    ) -> Result<PreparedHead, Refusal> {
        let options = read_options("kernel options", options)?.core(features as usize)?;
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
        Ok(Self { head: kernels::PreparedHead::new(q, &k, shape, features, options)? })
    }

    /// Properties that need no weights.
    pub fn info(&self) -> Result<Ts<LargeInfo>, Refusal> {
        let sinks = self.sinks();
        let indexes = |list: &[usize], offset: usize| {
            let list: Vec<u32> = list.iter().map(|&index| (index + offset) as u32).collect();
            Js::from(Uint32Array::new_from_slice(&list))
        };
        let ([queries, keys], options) = (self.head.shape(), self.head.options());
        let after = if options.causal { Some(0) } else { options.right };
        serialize(&LargeInfo {
            queries,
            keys: keys + sinks,
            sinks,
            offset: options.offset + sinks as i64,
            before: options.left,
            after,
            missing_keys: indexes(self.head.missing_keys(), sinks),
            missing_queries: indexes(self.head.missing_queries(), 0),
            bytes: self.head.bytes(),
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
        let shows_sink = self.sinks() > 0 && columns.first() == Some(&0);
        let key_columns = &columns[usize::from(shows_sink)..];
        // If the sink is listed twice, its second index wraps around, and the kernels reject it.
        let keys: Vec<_> = key_columns.iter().map(|key| key.wrapping_sub(self.sinks())).collect();
        let mut cells = zeros("the cells", rows.len(), keys.len())?;
        self.head.sample(&rows, &keys, &mut cells)?;
        if !shows_sink {
            return Ok(Float32Array::from(cells.as_slice()));
        }
        let mut all = Vec::with_capacity(rows.len() * columns.len());
        for (at, &row) in rows.iter().enumerate() {
            all.extend(self.head.sink_weight(row));
            all.extend_from_slice(&cells[at * keys.len()..][..keys.len()]);
        }
        Ok(Float32Array::from(all.as_slice()))
    }

    /// Pools for `rows` rows of this head: `group` rows by `side` columns become one.
    #[wasm_bindgen(js_name = rowPools)]
    pub fn row_pools(&self, rows: u32, group: u32, side: u32) -> Result<RowPools, Refusal> {
        let [_, keys] = self.head.shape();
        let shape = [rows as usize, keys + self.sinks()];
        RowPools::new(shape, [group as usize, side as usize])
    }

    /// Computes rows and adds them to pools of this head. The result does not depend on how the rows are
    /// divided among calls.
    pub fn rows(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Uint32Array")] rows: &JsValue,
        pools: &mut RowPools,
    ) -> Result<(), Refusal> {
        let rows = usizes("the rows", rows)?;
        let (sinks, [_, keys]) = (self.sinks(), self.head.shape());
        let offset = self.head.options().offset + sinks as i64;
        let (pooled, sums) = pools.of_keys(keys + sinks)?;
        let mut line = Vec::new();
        self.head.rows(&rows, &mut |row| {
            let known =
                KnownRow { entropy: row.entropy, distance: row.distance, before: row.before };
            let position = row.query as i64 + offset;
            sums.push(row.log_sum_exp);
            match row.sink {
                None => {
                    let reached = slice::from_ref(&row.reached);
                    pooled.add(row.weights, reached, position, Some(known));
                }
                Some(sink) => {
                    let known = known.with_sink(sink, position);
                    let reached = beside_sink(sink, &row.reached, row.weights, &mut line);
                    pooled.add(&line, &reached, position, Some(known));
                }
            }
        })?;
        Ok(())
    }

    /// Computes a rectangle in pools of `side` rows and columns.
    pub fn pools(
        &mut self,
        row: u32,
        rows: u32,
        col: u32,
        cols: u32,
        side: u32,
    ) -> Result<Ts<LargePools>, Refusal> {
        let [row, rows, col, cols, side] =
            [row, rows, col, cols, side].map(|number| number as usize);
        let sinks = self.sinks();
        // Nothing is allocated for rows and columns that do not exist.
        let [queries, keys] = self.head.shape();
        for (name, end, count) in [
            ("query", row.saturating_add(rows), queries),
            ("column", col.saturating_add(cols), keys + sinks),
        ] {
            if end > count {
                return Err(Error::Missing { name, index: end - 1, count }.into());
            }
        }
        let mut pools = PooledGrid::new([rows, cols], [side, side])?;
        let shown_sinks = if col == 0 { sinks.min(cols) } else { 0 };
        let first = (col + shown_sinks).saturating_sub(sinks);
        let keys = first..first + cols - shown_sinks;
        let lines = row..row + rows;
        let mut sink_weights = Vec::new();
        if shown_sinks > 0 {
            self.head.sum(&lines.clone().collect::<Vec<_>>())?;
            sink_weights.extend(lines.clone().filter_map(|query| self.head.sink_weight(query)));
        }
        let mut line = Vec::new();
        self.head.part(lines, keys, &mut |query, reached, weights| match sink_weights
            .get(query - row)
        {
            None => pools.add(query - row, slice::from_ref(&reached), weights),
            Some(&sink) => {
                let reached = beside_sink(sink, &reached, weights, &mut line);
                pools.add(query - row, &reached, &line);
            }
        })?;
        LargePools::of(&pools)
    }

    /// A row of weights: NaN where masked or missing.
    pub fn row(&mut self, query: u32) -> Result<Float32Array, Refusal> {
        let mut cells = Vec::new();
        self.head.rows(&[query as usize], &mut |row| {
            cells.extend(row.sink);
            let first = cells.len();
            cells.extend_from_slice(row.weights);
            cells[first..first + row.reached.start].fill(f32::NAN);
            cells[first + row.reached.end..].fill(f32::NAN);
        })?;
        Ok(Float32Array::from(cells.as_slice()))
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

    fn sinks(&self) -> usize {
        usize::from(self.head.options().sink.is_some())
    }
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

/// Writes the weights of the sink and of keys to `line`, and returns the columns that are not masked.
fn beside_sink(
    sink: f32,
    reached: &Range<usize>,
    weights: &[f32],
    line: &mut Vec<f32>,
) -> [Range<usize>; 2] {
    line.clear();
    line.push(sink);
    line.extend_from_slice(weights);
    [0..1, reached.start + 1..reached.end + 1]
}
