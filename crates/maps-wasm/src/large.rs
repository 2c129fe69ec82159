//! Heads whose weights cannot be held as a whole: parts of them, computed from queries and keys when they are looked at.

use heedmap_attention::headwise::{self, Causal};
use heedmap_attention::{Scale, TensorError};
use heedmap_kernels::{Prepared, Rule};
use heedmap_measures::HeadMap as Cells;
use heedmap_measures::maps::{KnownRow, Pools, RowFigures, Span};
use heedmap_wasm_common::{Js, Number, Refusal, options, places, result, singles, value};
use js_sys::{Float32Array, Uint32Array};
use serde::Serialize;
use std::rc::Rc;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::combining::Indexes;
use crate::head_map::{HeadMap, Singles};
use crate::inputs::span;
use crate::refusal::thrown;
use crate::weights::WeightsOptions;

/// The queries and keys of a large head, ready to compute any part of its weights.
#[wasm_bindgen]
pub struct LargeHead(Prepared);

/// What is known of a large head at once.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
#[tsify(missing_as_null)]
pub struct LargeInfo {
    queries: usize,
    keys: usize,
    /// The position of query 0 among the keys.
    #[tsify(type = "number")]
    offset: i64,
    /// The keys before and after its position that a query attends to at most; null: all.
    before: Option<usize>,
    after: Option<usize>,
    /// The keys, and the queries, with NaN or an infinity.
    #[tsify(type = "Uint32Array")]
    missing_keys: Js,
    #[tsify(type = "Uint32Array")]
    missing_queries: Js,
    /// The bytes of the wasm memory that it takes.
    bytes: usize,
}

/// Rows of a large head, pooled, with the figures of each.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct LargeRows {
    /// The greatest weight of each pool, by row of pools; NaN where all is masked or missing.
    #[tsify(type = "Float32Array")]
    greatest: Js,
    /// The sum of each pool.
    #[tsify(type = "Float32Array")]
    sums: Js,
    /// The log-sum-exp of each row; empty if the weights were read.
    #[tsify(type = "Float32Array")]
    log_sum_exps: Js,
    /// Eleven numbers a row: sum, entropy, normalised entropy, sink share, previous token, next token, mean distance, diagonal
    /// share, causal share, greatest weight, its key.
    #[tsify(type = "Float32Array")]
    figures: Js,
    /// The sum of each key over the rows with weights.
    #[tsify(type = "Float32Array")]
    key_sums: Js,
}

/// A rectangle of a large head in pools.
#[derive(Serialize, Tsify)]
pub struct LargePools {
    #[tsify(type = "Float32Array")]
    greatest: Js,
    #[tsify(type = "Float32Array")]
    sums: Js,
}

/// Takes over queries and keys, each with their features as columns.
#[wasm_bindgen(js_name = largeHead)]
pub fn large_head(
    q: HeadMap,
    k: HeadMap,
    given: &Ts<WeightsOptions>,
) -> Result<LargeHead, JsValue> {
    made(q, k, given).map(LargeHead).map_err(thrown)
}

fn made(q: HeadMap, k: HeadMap, given: &Ts<WeightsOptions>) -> Result<Prepared, Refusal> {
    // The page refuses large heads with a sink: there is no column for it here.
    let asked = headwise::Options::from(options("weights options", given)?);
    asked.check()?;
    let [q, k] = [q, k].map(|map| Rc::unwrap_or_clone(map.0));
    let (shape, features) = ([q.queries(), k.queries()], q.keys());
    if features != k.keys() {
        let (left_size, right_size) = (features, k.keys());
        let (axis, left, right) = ("features", "q", "k");
        return Err(TensorError::SizesDiffer { axis, left, left_size, right, right_size }.into());
    }
    let [mut q, mut k] = [q, k].map(Cells::into_cells);
    if let Some(rope) = &asked.rope {
        rope.turn_rows(&mut q, features, asked.offset)?;
        rope.turn_rows(&mut k, features, 0)?;
    }
    let side = asked.window.map(|window| window - 1);
    let plain = Rule::new(features);
    let rule = Rule {
        scale: match asked.scale {
            Scale::InverseSqrtDk => plain.scale,
            Scale::None => 1.0,
            Scale::Factor(factor) => factor as f32,
        },
        softcap: (asked.softcap > 0.0).then_some(asked.softcap as f32),
        causal: asked.causal != Causal::None,
        offset: asked.first_position(shape[0], shape[1]),
        left: side,
        right: side,
        ..plain
    };
    Ok(Prepared::new(q, &k, shape, features, rule)?)
}

#[wasm_bindgen]
impl LargeHead {
    /// What is known of it at once.
    pub fn info(&self) -> Result<Ts<LargeInfo>, JsValue> {
        let places = |list: &[usize]| {
            let list: Vec<u32> = list.iter().map(|&place| place as u32).collect();
            Js::from(Uint32Array::new_from_slice(&list))
        };
        let ([queries, keys], rule) = (self.0.shape(), self.0.rule());
        let after = if rule.causal { Some(0) } else { rule.right };
        result(&LargeInfo {
            queries,
            keys,
            offset: rule.offset,
            before: rule.left,
            after,
            missing_keys: places(self.0.missing_keys()),
            missing_queries: places(self.0.missing_queries()),
            bytes: self.0.bytes(),
        })
        .map_err(thrown)
    }

    /// The weights where rows and columns cross, row by row; NaN where masked or missing. Columns must ascend.
    pub fn sample(&mut self, rows: &Indexes, columns: &Indexes) -> Result<Float32Array, JsValue> {
        let mut sampled = || -> Result<Vec<f32>, Refusal> {
            let (rows, columns) = (places("the rows", rows)?, places("the columns", columns)?);
            let mut cells = vec![0.0; rows.len() * columns.len()];
            self.0.lattice(&rows, &columns, &mut cells)?;
            Ok(cells)
        };
        sampled().map(|cells| Float32Array::new_from_slice(&cells)).map_err(thrown)
    }

    /// Computes rows, of which each `group` are pooled into one, with `side` keys in a pool.
    pub fn rows(
        &mut self,
        rows: &Indexes,
        group: &Number,
        side: &Number,
    ) -> Result<Ts<LargeRows>, JsValue> {
        let mut found = || -> Result<Ts<LargeRows>, Refusal> {
            let rows = places("the rows", rows)?;
            let ([_, keys], offset) = (self.0.shape(), self.0.rule().offset);
            let mut made = RowsMade::new(keys, value("the group", group)?, value("a side", side)?);
            let mut failed = None;
            self.0.rows(&rows, &mut |row| {
                let known =
                    KnownRow { entropy: row.entropy, distance: row.distance, before: row.before };
                let position = row.query as i64 + offset;
                made.sums.push(row.log_sum_exp);
                let reached = row.reached.clone();
                if let Err(error) = made.add(row.weights, reached, position, Some(known)) {
                    failed = Some(error);
                }
            })?;
            failed.map_or_else(|| made.finish(), Err)
        };
        found().map_err(thrown)
    }

    /// A rectangle in pools of `side` rows and keys.
    pub fn pools(
        &mut self,
        row: &Number,
        rows: &Number,
        col: &Number,
        cols: &Number,
        side: &Number,
    ) -> Result<Ts<LargePools>, JsValue> {
        let mut found = || -> Result<Ts<LargePools>, Refusal> {
            let (rows, cols) = (span(row, rows)?, span(col, cols)?);
            let side = value::<usize>("a side", side)?.max(1);
            let lines = rows.length.div_ceil(side);
            let mut pools =
                (0..lines).map(|_| Pools::new(cols.length, side)).collect::<Result<Vec<_>, _>>()?;
            let range = |span: &Span| span.start..span.start.saturating_add(span.length);
            self.0.part(range(&rows), range(&cols), &mut |query, reached, cells| {
                pools[(query - rows.start) / side].add(reached, cells);
            })?;
            pooled(&pools)
        };
        found().map_err(thrown)
    }

    /// A row of weights: NaN where masked or missing.
    pub fn row(&mut self, query: &Number) -> Result<Float32Array, JsValue> {
        let mut row = || -> Result<Vec<f32>, Refusal> {
            let mut cells = Vec::new();
            self.0.rows(&[value("the query", query)?], &mut |row| {
                cells = row.weights.to_vec();
                cells[..row.reached.start].fill(f32::NAN);
                cells[row.reached.end..].fill(f32::NAN);
            })?;
            Ok(cells)
        };
        row().map(|cells| Float32Array::new_from_slice(&cells)).map_err(thrown)
    }

    /// Supplies log-sum-exps that another instance computed, from a row on.
    pub fn know(&mut self, first: &Number, sums: &Singles) -> Result<(), JsValue> {
        let mut known = || -> Result<(), Refusal> {
            self.0.know(value("the first row", first)?, &singles("the log-sum-exps", sums)?);
            Ok(())
        };
        known().map_err(thrown)
    }
}

/// Pools rows that were read. `position`: that of the first row among the keys.
#[wasm_bindgen(js_name = pooledRows)]
pub fn pooled_rows(
    map: &HeadMap,
    position: &Number,
    group: &Number,
    side: &Number,
) -> Result<Ts<LargeRows>, JsValue> {
    let found = || -> Result<Ts<LargeRows>, Refusal> {
        let keys = map.0.keys();
        let position: i64 = value("the position", position)?;
        let mut made = RowsMade::new(keys, value("the group", group)?, value("a side", side)?);
        for (row, position) in map.0.rows().zip(position..) {
            made.add(row, 0..keys, position, None)?;
        }
        made.finish()
    };
    found().map_err(thrown)
}

/// Rows that are being pooled.
struct RowsMade {
    keys: usize,
    group: usize,
    side: usize,
    pools: Vec<Pools>,
    count: usize,
    sums: Vec<f32>,
    figures: Vec<f32>,
    key_sums: Vec<f32>,
}

impl RowsMade {
    fn new(keys: usize, group: usize, side: usize) -> Self {
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

    fn add(
        &mut self,
        row: &[f32],
        reached: std::ops::Range<usize>,
        position: i64,
        known: Option<KnownRow>,
    ) -> Result<(), Refusal> {
        if self.count.is_multiple_of(self.group) {
            self.pools.push(Pools::new(self.keys, self.side)?);
        }
        self.count += 1;
        if let Some(pools) = self.pools.last_mut() {
            pools.add(reached.clone(), row);
        }
        let figures = RowFigures::of(row, position, reached.len(), known);
        if !figures.entropy.is_nan() {
            for (sum, weight) in self.key_sums[reached.clone()].iter_mut().zip(&row[reached]) {
                *sum += if weight.is_nan() { 0.0 } else { *weight };
            }
        }
        self.figures.extend(figures.to_array());
        Ok(())
    }

    fn finish(self) -> Result<Ts<LargeRows>, Refusal> {
        result(&LargeRows {
            greatest: array(&joined(&self.pools, Pools::greatest)),
            sums: array(&joined(&self.pools, Pools::sums)),
            log_sum_exps: array(&self.sums),
            figures: array(&self.figures),
            key_sums: array(&self.key_sums),
        })
    }
}

fn pooled(pools: &[Pools]) -> Result<Ts<LargePools>, Refusal> {
    result(&LargePools {
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
