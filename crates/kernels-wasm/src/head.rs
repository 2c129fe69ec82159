//! One head whose vectors stay in wasm memory.

use std::cell::OnceCell;

use half::{bf16, f16};
use heedmap_kernels::{Head, PackedKeys, Scoring};
use heedmap_kernels::{log_sum_exp_packed, output, sample, weights_packed};
use heedmap_wasm_common::{GivenHeadRule, Refusal, rule_in, usizes};
use js_sys::{Float32Array, Float64Array};
use wasm_bindgen::prelude::*;

use crate::numbers::{Number, NumberFormat, in_blocks, log_sum_exps, rows, zeros};

/// The queries and keys of one head. They are copied once. Each call computes a part of the results, so that
/// no matrix (queries, keys) needs to fit into memory.
#[wasm_bindgen]
pub struct KernelHead {
    vectors: Vectors,
    features: usize,
    scoring: Scoring,
    /// The keys in the layout of the kernels, once they are needed.
    packed: OnceCell<PackedKeys>,
}

/// Queries and keys in one format.
enum Vectors {
    F32([Vec<f32>; 2]),
    F16([Vec<f16>; 2]),
    Bf16([Vec<bf16>; 2]),
}

impl Vectors {
    /// The numbers of queries and of keys.
    fn shape(&self, features: usize) -> [usize; 2] {
        let numbers = match self {
            Self::F32(vectors) => vectors.each_ref().map(Vec::len),
            Self::F16(vectors) => vectors.each_ref().map(Vec::len),
            Self::Bf16(vectors) => vectors.each_ref().map(Vec::len),
        };
        numbers.map(|count| count / features)
    }
}

/// Evaluates an expression with the head in its type of numbers.
macro_rules! with_head {
    ($self:ident, |$head:ident| $call:expr) => {
        match &$self.vectors {
            Vectors::F32(vectors) => {
                let $head = $self.head(vectors);
                $call
            }
            Vectors::F16(vectors) => {
                let $head = $self.head(vectors);
                $call
            }
            Vectors::Bf16(vectors) => {
                let $head = $self.head(vectors);
                $call
            }
        }
    };
}

#[wasm_bindgen]
impl KernelHead {
    /// A head of queries `q` and keys `k`, row by row, of `features` numbers each: Float32Array for `f32`,
    /// Uint16Array with the bits of the numbers for `f16` and `bf16`.
    ///
    /// @example
    /// const head = new KernelHead({ causal: true }, "f32", 1, Float32Array.of(1, 2), Float32Array.of(1, 2));
    #[wasm_bindgen(constructor)]
    pub fn new(
        rule: &GivenHeadRule,
        #[wasm_bindgen(unchecked_param_type = "NumberFormat")] format: JsValue,
        features: u32,
        #[wasm_bindgen(unchecked_param_type = "Float32Array | Uint16Array")] q: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Float32Array | Uint16Array")] k: &JsValue,
    ) -> Result<KernelHead, Refusal> {
        let rule = rule_in(rule)?;
        let vectors = match NumberFormat::read(format)? {
            NumberFormat::F32 => Vectors::F32(queries_and_keys(features, q, k)?),
            NumberFormat::F16 => Vectors::F16(queries_and_keys(features, q, k)?),
            NumberFormat::Bf16 => Vectors::Bf16(queries_and_keys(features, q, k)?),
        };
        let features = features as usize;
        let shape = vectors.shape(features);
        let scoring = Scoring::of(&rule, shape, features)?;
        Ok(Self { vectors, features, scoring, packed: OnceCell::new() })
    }

    /// The log-sum-exp of `count` queries from `first` on, in nats: -Infinity for a query that may attend to
    /// no key, NaN for a query that is not finite.
    #[wasm_bindgen(js_name = logSumExp)]
    pub fn log_sum_exp(&self, first: u32, count: u32) -> Result<Float64Array, Refusal> {
        let rows = first as usize..first as usize + count as usize;
        let mut sums = zeros("the log-sum-exps", count as usize, 1)?;
        with_head!(self, |head| {
            let packed = self.packed.get_or_init(|| head.packed_keys());
            log_sum_exp_packed(&head, packed, rows, &mut sums)?;
        });
        Ok(Float64Array::from(sums.as_slice()))
    }

    /// The weights of `count` queries from `first` on, (count, keys). They are written to `into`, which must
    /// have that many numbers, or to a new array.
    pub fn weights(
        &self,
        first: u32,
        count: u32,
        into: Option<Float32Array>,
    ) -> Result<Float32Array, Refusal> {
        with_head!(self, |head| {
            let part = head.part(first as usize..first as usize + count as usize)?;
            let packed = self.packed.get_or_init(|| head.packed_keys());
            let shape = [part.queries, part.keys];
            in_blocks("the weights", shape, into, |rows, cells| {
                Ok(weights_packed(&part.part(rows)?, packed, cells)?)
            })
        })
    }

    /// The output of `count` queries from `first` on, (count, value features); `v` has a row of `features`
    /// numbers for each key, in the format of the head.
    #[wasm_bindgen(js_name = outputOf)]
    pub fn output(
        &self,
        features: u32,
        #[wasm_bindgen(unchecked_param_type = "Float32Array | Uint16Array")] v: &JsValue,
        first: u32,
        count: u32,
    ) -> Result<Float32Array, Refusal> {
        let part = first as usize..first as usize + count as usize;
        with_head!(self, |head| {
            let v = rows("the values", features, v)?;
            let (head, features) = (head.part(part)?, features as usize);
            let mut outputs = zeros("the output", head.queries, features)?;
            output(&head, &v, features, &mut outputs)?;
            Ok(Float32Array::from(outputs.as_slice()))
        })
    }

    /// The weights of some queries for some keys, (rows, columns). `rows` are indexes of queries and `columns`
    /// indexes of keys, in any order; `sums` has the log-sum-exp of each of the rows. A Float32Array is accepted,
    /// but rounds the log-sum-exp of large scores.
    pub fn sample(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Uint32Array")] rows: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Uint32Array")] columns: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Float64Array | Float32Array")] sums: &JsValue,
    ) -> Result<Float32Array, Refusal> {
        let (rows, columns) = (usizes("the rows", rows)?, usizes("the columns", columns)?);
        let sums = log_sum_exps(sums)?;
        let mut cells = zeros("the cells", rows.len(), columns.len())?;
        with_head!(self, |head| sample(&head, (&rows, &columns), &sums, &mut cells)?);
        Ok(Float32Array::from(cells.as_slice()))
    }

    /// The number of queries.
    #[wasm_bindgen(getter)]
    pub fn queries(&self) -> usize {
        with_head!(self, |head| head.queries)
    }

    /// Whether all numbers of the queries and keys are finite.
    #[wasm_bindgen(getter, js_name = isFinite)]
    pub fn is_finite(&self) -> bool {
        with_head!(self, |head| head.is_finite())
    }

    /// The number of keys.
    #[wasm_bindgen(getter)]
    pub fn keys(&self) -> usize {
        with_head!(self, |head| head.keys)
    }

    fn head<'a, C>(&self, [q, k]: &'a [Vec<C>; 2]) -> Head<'a, C> {
        let (queries, keys) = (q.len() / self.features, k.len() / self.features);
        Head { q, k, queries, keys, features: self.features, scoring: self.scoring }
    }
}

fn queries_and_keys<C: Number>(
    features: u32,
    q: &JsValue,
    k: &JsValue,
) -> Result<[Vec<C>; 2], Refusal> {
    Ok([rows("the queries", features, q)?, rows("the keys", features, k)?])
}
