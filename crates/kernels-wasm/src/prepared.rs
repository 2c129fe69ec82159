//! Heads whose weights cannot be held as a whole: parts of them, computed from queries and keys when they are
//! looked at.

use heedmap_kernels::{Error, Prepared};
use heedmap_measures::maps::{KnownRow, Pools};
use heedmap_wasm_common::{Js, Refusal, options, places, result, singles};
use js_sys::{Float32Array, Uint32Array};
use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::numbers::{rows, zeros};
use crate::options::KernelOptions;
use crate::pooled::{LargePools, LargeRows, PooledRows, pooled};

/// The queries and keys of a large head, ready to compute any part of its weights.
///
/// A learned sink is a column before the keys: its weights are what the softmax leaves to it.
#[wasm_bindgen]
pub struct PreparedHead {
    head: Prepared,
    /// The score of the sink, if there is one.
    sink: Option<f32>,
}

/// What is known of a large head at once.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
#[tsify(missing_as_null)]
pub struct LargeInfo {
    queries: usize,
    /// The columns: the keys, and the sink before them.
    keys: usize,
    /// The number of first columns that are sinks: 0 or 1.
    sinks: usize,
    /// The position of query 0 among the columns.
    #[tsify(type = "number")]
    offset: i64,
    /// The keys before and after its position that a query attends to at most; null: all.
    before: Option<usize>,
    after: Option<usize>,
    /// The columns, and the queries, with NaN or an infinity.
    #[tsify(type = "Uint32Array")]
    missing_keys: Js,
    #[tsify(type = "Uint32Array")]
    missing_queries: Js,
    /// The bytes of the wasm memory that it takes.
    bytes: usize,
}

#[wasm_bindgen]
impl PreparedHead {
    /// A head of queries and keys, row by row, of `features` numbers each.
    ///
    /// `at`: which of `queries` queries are given, for a head of which no other row is computed; null: all of
    /// them.
    #[wasm_bindgen(constructor)]
    pub fn new(
        given: &Ts<KernelOptions>,
        features: u32,
        #[wasm_bindgen(unchecked_param_type = "Float32Array")] q: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Float32Array")] k: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Uint32Array | null")] at: &JsValue,
        queries: u32,
    ) -> Result<PreparedHead, Refusal> {
        let rule = options("kernel options", given)?.rule(features as usize)?;
        let [q, k] = rows(features, [("the queries", q), ("the keys", k)], singles)?;
        let features = features as usize;
        let q = match at.is_null() {
            true => q,
            false => spread(&q, &places("the places", at)?, queries as usize, features)?,
        };
        let shape = [q.len() / features, k.len() / features];
        let head = Prepared::new(q, &k, shape, features, rule)?;
        Ok(Self { head, sink: rule.sink })
    }

    /// What is known of it at once.
    pub fn info(&self) -> Result<Ts<LargeInfo>, Refusal> {
        let sinks = self.sinks();
        let places = |list: &[usize], more: usize| {
            let list: Vec<u32> = list.iter().map(|&place| (place + more) as u32).collect();
            Js::from(Uint32Array::new_from_slice(&list))
        };
        let ([queries, keys], rule) = (self.head.shape(), self.head.rule());
        let after = if rule.causal { Some(0) } else { rule.right };
        result(&LargeInfo {
            queries,
            keys: keys + sinks,
            sinks,
            offset: rule.offset + sinks as i64,
            before: rule.left,
            after,
            missing_keys: places(self.head.missing_keys(), sinks),
            missing_queries: places(self.head.missing_queries(), 0),
            bytes: self.head.bytes(),
        })
    }

    /// The weights where rows and columns cross, row by row; NaN where masked or missing. Columns must
    /// ascend.
    pub fn sample(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Uint32Array")] rows: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Uint32Array")] columns: &JsValue,
    ) -> Result<Float32Array, Refusal> {
        let (rows, columns) = (places("the rows", rows)?, places("the columns", columns)?);
        let shown = self.sink.filter(|_| columns.first() == Some(&0));
        let of_keys = &columns[usize::from(shown.is_some())..];
        // A second column of the sink is not a key: its number wraps, and the kernels reject it.
        let keys: Vec<_> = of_keys.iter().map(|key| key.wrapping_sub(self.sinks())).collect();
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

    /// Computes rows, of which each `group` are pooled into one, with `side` columns in a pool.
    pub fn rows(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Uint32Array")] rows: &JsValue,
        group: u32,
        side: u32,
    ) -> Result<Ts<LargeRows>, Refusal> {
        let rows = places("the rows", rows)?;
        let (sinks, [_, keys]) = (self.sinks(), self.head.shape());
        let offset = self.head.rule().offset + sinks as i64;
        let mut made = PooledRows::new(keys + sinks, group as usize, side as usize);
        let mut failed = None;
        let sink = self.sink;
        let mut line = Vec::new();
        self.head.rows(&rows, &mut |row| {
            let mut known =
                KnownRow { entropy: row.entropy, distance: row.distance, before: row.before };
            let position = row.query as i64 + offset;
            made.sum(row.log_sum_exp);
            let reached = row.reached.clone();
            let added = match sink {
                None => made.add(row.weights, &[reached], position, Some(known)),
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
                    made.add(&line, &reached, position, Some(known))
                }
            };
            if let Err(error) = added {
                failed = Some(error);
            }
        })?;
        failed.map_or_else(|| made.finish(), Err)
    }

    /// A rectangle in pools of `side` rows and columns.
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
        pooled(&pools)
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

    /// Supplies log-sum-exps that another instance computed, from a row on.
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

/// Rows at their places among others, which are 0.
fn spread(
    rows: &[f32],
    places: &[usize],
    queries: usize,
    features: usize,
) -> Result<Vec<f32>, Refusal> {
    let mut all = zeros("the queries", queries, features)?;
    for (row, &index) in rows.chunks_exact(features).zip(places) {
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
