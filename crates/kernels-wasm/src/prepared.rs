//! Heads whose weights do not fit into memory as a whole. Parts of them are computed from queries and keys on
//! demand.

use heedmap_kernels::{Error, Prepared};
use heedmap_measures::maps::{KnownRow, Pools};
use heedmap_wasm_common::{Js, Refusal, read_options, serialize, singles, usizes};
use js_sys::{Float32Array, Uint32Array};
use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::numbers::{rows, zeros};
use crate::options::KernelOptions;
use crate::pooled::{LargePools, LargeRows, PooledRows, pooled_rectangle};

/// The queries and keys of a large head, ready to compute any part of its weights.
///
/// A learned sink is a column before the keys. Its weights are its shares of the softmax.
#[wasm_bindgen]
pub struct PreparedHead {
    head: Prepared,
    /// The score of the sink, if there is one.
    sink: Option<f32>,
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
        let rule = read_options("kernel options", options)?.rule(features as usize)?;
        let q = rows("the queries", features, q)?;
        let k: Vec<f32> = rows("the keys", features, k)?;
        let features = features as usize;
        let q = match at.is_null() {
            true => q,
            false => spread(&q, &usizes("the places", at)?, queries as usize, features)?,
        };
        let shape = [q.len() / features, k.len() / features];
        let head = Prepared::new(q, &k, shape, features, rule)?;
        Ok(Self { head, sink: rule.sink })
    }

    /// Properties that need no weights.
    pub fn info(&self) -> Result<Ts<LargeInfo>, Refusal> {
        let sinks = self.sinks();
        let indexes = |list: &[usize], offset: usize| {
            let list: Vec<u32> = list.iter().map(|&index| (index + offset) as u32).collect();
            Js::from(Uint32Array::new_from_slice(&list))
        };
        let ([queries, keys], rule) = (self.head.shape(), self.head.rule());
        let after = if rule.causal { Some(0) } else { rule.right };
        serialize(&LargeInfo {
            queries,
            keys: keys + sinks,
            sinks,
            offset: rule.offset + sinks as i64,
            before: rule.left,
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
        let shown = self.sink.filter(|_| columns.first() == Some(&0));
        let key_columns = &columns[usize::from(shown.is_some())..];
        // If the sink is listed twice, its second index wraps around, and the kernels reject it.
        let keys: Vec<_> = key_columns.iter().map(|key| key.wrapping_sub(self.sinks())).collect();
        let mut cells = zeros("the cells", rows.len(), keys.len())?;
        self.head.lattice(&rows, &keys, &mut cells)?;
        let Some(sink) = shown else { return Ok(Float32Array::from(cells.as_slice())) };
        let mut all = Vec::with_capacity(rows.len() * columns.len());
        for (at, &row) in rows.iter().enumerate() {
            all.push(share(sink, self.sum_of(row)));
            all.extend_from_slice(&cells[at * keys.len()..][..keys.len()]);
        }
        Ok(Float32Array::from(all.as_slice()))
    }

    /// Computes rows, and pools `group` rows by `side` columns into one.
    pub fn rows(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Uint32Array")] rows: &JsValue,
        group: u32,
        side: u32,
    ) -> Result<Ts<LargeRows>, Refusal> {
        let rows = usizes("the rows", rows)?;
        let (sinks, [_, keys]) = (self.sinks(), self.head.shape());
        let offset = self.head.rule().offset + sinks as i64;
        let mut pooled = PooledRows::new(keys + sinks, group as usize, side as usize);
        let mut failed = None;
        let sink = self.sink;
        let mut line = Vec::new();
        self.head.rows(&rows, &mut |row| {
            let mut known =
                KnownRow { entropy: row.entropy, distance: row.distance, before: row.before };
            let position = row.query as i64 + offset;
            pooled.add_log_sum_exp(row.log_sum_exp);
            let reached = row.reached.clone();
            let added = match sink {
                None => pooled.add(row.weights, &[reached], position, Some(known)),
                Some(sink) => {
                    let share = share(sink, row.log_sum_exp);
                    if share > 0.0 {
                        known.entropy -= share * share.ln();
                        known.distance += share * position.unsigned_abs() as f32;
                    }
                    known.before += if position >= 0 { share } else { 0.0 };
                    line.clear();
                    line.push(share);
                    line.extend_from_slice(row.weights);
                    let reached = [0..1, reached.start + 1..reached.end + 1];
                    pooled.add(&line, &reached, position, Some(known))
                }
            };
            if let Err(error) = added {
                failed = Some(error);
            }
        })?;
        failed.map_or_else(|| pooled.finish(), Err)
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
        let (side, sinks) = (side.max(1), self.sinks());
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
        let mut pools = (0..rows.div_ceil(side))
            .map(|_| Pools::new(cols, side))
            .collect::<Result<Vec<_>, _>>()?;
        let shown = self.sink.filter(|_| col == 0 && cols > 0);
        let first = (col + usize::from(shown.is_some())).saturating_sub(sinks);
        let keys = first..first + cols - usize::from(shown.is_some());
        let lines = row..row + rows;
        let mut add = |query: usize, reached, cells: &[f32]| {
            pools[(query - row) / side].add(reached, cells);
        };
        match shown {
            None => self.head.part(lines, keys, &mut add)?,
            Some(sink) => {
                let mut line = Vec::new();
                self.head.sum(&lines.clone().collect::<Vec<_>>())?;
                let sums = self.head.sums(lines.clone()).to_vec();
                self.head.part(lines, keys, &mut |query, reached, cells| {
                    line.clear();
                    line.push(share(sink, sums[query - row]));
                    line.extend_from_slice(cells);
                    add(query, 0..1, &line);
                    add(query, reached.start + 1..reached.end + 1, &line);
                })?;
            }
        }
        pooled_rectangle(&pools)
    }

    /// A row of weights: NaN where masked or missing.
    pub fn row(&mut self, query: u32) -> Result<Float32Array, Refusal> {
        let (sink, mut cells) = (self.sink, Vec::new());
        self.head.rows(&[query as usize], &mut |row| {
            cells.extend(sink.map(|sink| share(sink, row.log_sum_exp)));
            let first = cells.len();
            cells.extend_from_slice(row.weights);
            cells[first..first + row.reached.start].fill(f32::NAN);
            cells[first + row.reached.end..].fill(f32::NAN);
        })?;
        Ok(Float32Array::from(cells.as_slice()))
    }

    /// Sets the log-sum-exps of rows from `first` on, which another instance computed.
    pub fn know(
        &mut self,
        first: u32,
        #[wasm_bindgen(unchecked_param_type = "Float32Array")] sums: &JsValue,
    ) -> Result<(), Refusal> {
        let sums = singles("the log-sum-exps", sums)?;
        self.head.know(first as usize, &sums);
        Ok(())
    }

    fn sinks(&self) -> usize {
        usize::from(self.sink.is_some())
    }

    fn sum_of(&self, row: usize) -> f32 {
        self.head.sums(row..row + 1).first().copied().unwrap_or(f32::NAN)
    }
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

/// The weight of a sink in a row with this log-sum-exp.
fn share(sink: f32, sum: f32) -> f32 {
    (sink - sum).exp()
}
