//! One head whose vectors stay in the memory of the program.

use std::ops::Range;

use heedmap_kernels::{Error, Head, Rule, lattice, log_sum_exp, output, weights};
use heedmap_wasm_common::{InputError, Refusal, Refused, indexes, into_error, options, singles};
use js_sys::Float32Array;
use tsify::Ts;
use wasm_bindgen::prelude::*;

use crate::error::KernelError;
use crate::options::KernelOptions;

/// The most numbers of one result: 1 GiB.
const MOST: usize = 1 << 28;

/// The queries and keys of one head. They are copied once; each call computes a part of what they give, so that nothing of
/// (queries, keys) has to be held.
#[wasm_bindgen]
pub struct KernelHead {
    q: Vec<f32>,
    k: Vec<f32>,
    features: usize,
    rule: Rule,
}

#[wasm_bindgen]
impl KernelHead {
    /// A head of queries and keys, row by row, of `features` numbers each.
    ///
    /// @example
    /// const head = new KernelHead({ causal: true }, 1, Float32Array.of(1, 2), Float32Array.of(1, 2));
    #[wasm_bindgen(constructor)]
    pub fn new(
        given: &Ts<KernelOptions>,
        features: u32,
        #[wasm_bindgen(unchecked_param_type = "Float32Array")] q: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Float32Array")] k: &JsValue,
    ) -> Refused<KernelHead> {
        let made = || {
            let rule = options("kernel options", given)?.rule(features as usize);
            let (q, k) = (rows("the queries", features, q)?, rows("the keys", features, k)?);
            Ok::<_, Refusal>(Self { q, k, features: features as usize, rule })
        };
        made().map_err(into_error)
    }

    /// The log-sum-exp of `count` rows from `first` on, in nats; -Infinity for a query that reaches no key.
    #[wasm_bindgen(js_name = logSumExp)]
    pub fn log_sum_exp(&self, first: u32, count: u32) -> Refused<Float32Array> {
        let rows = first as usize..first as usize + count as usize;
        let computed = || {
            let mut sums = zeros("the log-sum-exps", count as usize, 1)?;
            log_sum_exp(&self.head(), rows, &mut sums)?;
            Ok::<_, Refusal>(Float32Array::from(sums.as_slice()))
        };
        computed().map_err(into_error)
    }

    /// The weights of `count` queries from `first` on, (count, keys).
    pub fn weights(&self, first: u32, count: u32) -> Refused<Float32Array> {
        let computed = || {
            let part = self.part(first as usize..first as usize + count as usize)?;
            let mut cells = zeros("the weights", part.queries, part.keys)?;
            weights(&part, &mut cells)?;
            Ok::<_, Refusal>(Float32Array::from(cells.as_slice()))
        };
        computed().map_err(into_error)
    }

    /// The output of `count` queries from `first` on, (count, value features); `v` has a row of `features` numbers for each key.
    pub fn output(
        &self,
        features: u32,
        #[wasm_bindgen(unchecked_param_type = "Float32Array")] v: &JsValue,
        first: u32,
        count: u32,
    ) -> Refused<Float32Array> {
        let computed = || {
            let part = self.part(first as usize..first as usize + count as usize)?;
            let v = rows("the values", features, v)?;
            let mut mixed = zeros("the output", part.queries, features as usize)?;
            output(&part, &v, features as usize, &mut mixed)?;
            Ok::<_, Refusal>(Float32Array::from(mixed.as_slice()))
        };
        computed().map_err(into_error)
    }

    /// The weights where some rows and some columns cross, (rows, columns). The rows and columns are queries and keys, in any
    /// order, and `sums` is the log-sum-exp of each of the rows.
    pub fn lattice(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Uint32Array")] rows: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Uint32Array")] columns: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Float32Array")] sums: &JsValue,
    ) -> Refused<Float32Array> {
        let computed = || {
            let (rows, columns) = (places("the rows", rows)?, places("the columns", columns)?);
            let sums = singles("the log-sum-exps", sums)?;
            let mut cells = zeros("the cells", rows.len(), columns.len())?;
            lattice(&self.head(), (&rows, &columns), &sums, &mut cells)?;
            Ok::<_, Refusal>(Float32Array::from(cells.as_slice()))
        };
        computed().map_err(into_error)
    }

    /// How many queries the head has.
    #[wasm_bindgen(getter)]
    pub fn queries(&self) -> usize {
        self.q.len() / self.features.max(1)
    }

    /// How many keys the head has.
    #[wasm_bindgen(getter)]
    pub fn keys(&self) -> usize {
        self.k.len() / self.features.max(1)
    }

    fn head(&self) -> Head<'_> {
        Head {
            q: &self.q,
            k: &self.k,
            queries: self.queries(),
            keys: self.keys(),
            features: self.features,
            rule: self.rule,
        }
    }

    /// The head with some of its queries.
    fn part(&self, rows: Range<usize>) -> Result<Head<'_>, Error> {
        self.head().part(rows)
    }
}

/// Numbers in whole rows.
fn rows(name: &'static str, features: u32, given: &JsValue) -> Result<Vec<f32>, Refusal> {
    let cells = singles(name, given)?;
    if features == 0 || !cells.len().is_multiple_of(features as usize) {
        return Err(KernelError::Rows { name, found: cells.len(), features }.into());
    }
    Ok(cells)
}

fn places(name: &str, given: &JsValue) -> Result<Vec<usize>, Refusal> {
    Ok(indexes(name, given)?.into_iter().map(|place| place as usize).collect())
}

/// The memory of a result.
fn zeros(name: &'static str, rows: usize, columns: usize) -> Result<Vec<f32>, Refusal> {
    let cells = rows.checked_mul(columns).filter(|&cells| cells <= MOST);
    let cells = cells.ok_or(KernelError::TooLarge { name, rows, columns, most: MOST })?;
    let mut numbers = Vec::new();
    if numbers.try_reserve_exact(cells).is_err() {
        let bytes = cells as u64 * 4;
        return Err(InputError::OutOfMemory { name: name.to_owned(), bytes }.into());
    }
    numbers.resize(cells, 0.0);
    Ok(numbers)
}
