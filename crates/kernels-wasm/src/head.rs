//! One head whose vectors stay in the memory of the program.

use std::cell::OnceCell;

use half::{bf16, f16};
use heedmap_kernels::{Cell, Head, PackedKeys, Rule};
use heedmap_kernels::{lattice, log_sum_exp_packed, output, weights_packed};
use heedmap_wasm_common::{Refusal, options, places, singles};
use js_sys::Float32Array;
use tsify::Ts;
use wasm_bindgen::prelude::*;

use crate::numbers::{NumberFormat, bf16s, f16s, in_blocks, rows, zeros};
use crate::options::KernelOptions;

/// The queries and keys of one head. They are copied once; each call computes a part of what they give, so
/// that nothing of (queries, keys) has to be held.
#[wasm_bindgen]
pub struct KernelHead {
    vectors: Vectors,
    features: usize,
    rule: Rule,
    /// The keys as the sums of rows read them, once they are needed.
    packed: OnceCell<PackedKeys>,
}

/// Queries and keys in one format.
enum Vectors {
    F32([Vec<f32>; 2]),
    F16([Vec<f16>; 2]),
    Bf16([Vec<bf16>; 2]),
}

/// Calls with a head of the type of its numbers.
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
    /// A head of queries and keys, row by row, of `features` numbers each: Float32Array for `f32`,
    /// Uint16Array with the bits of the numbers for `f16` and `bf16`.
    ///
    /// @example
    /// const head = new KernelHead({ causal: true }, "f32", 1, Float32Array.of(1, 2), Float32Array.of(1, 2));
    #[wasm_bindgen(constructor)]
    pub fn new(
        given: &Ts<KernelOptions>,
        #[wasm_bindgen(unchecked_param_type = "NumberFormat")] format: JsValue,
        features: u32,
        #[wasm_bindgen(unchecked_param_type = "Float32Array | Uint16Array")] q: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Float32Array | Uint16Array")] k: &JsValue,
    ) -> Result<KernelHead, Refusal> {
        let rule = options("kernel options", given)?.rule(features as usize)?;
        let both = [("the queries", q), ("the keys", k)];
        let vectors = match NumberFormat::read(format)? {
            NumberFormat::F32 => Vectors::F32(rows(features, both, singles)?),
            NumberFormat::F16 => Vectors::F16(rows(features, both, f16s)?),
            NumberFormat::Bf16 => Vectors::Bf16(rows(features, both, bf16s)?),
        };
        let features = features as usize;
        Ok(Self { vectors, features, rule, packed: OnceCell::new() })
    }

    /// The log-sum-exp of `count` rows from `first` on, in nats: -Infinity for a query that reaches no key,
    /// NaN for a query that is not finite.
    #[wasm_bindgen(js_name = logSumExp)]
    pub fn log_sum_exp(&self, first: u32, count: u32) -> Result<Float32Array, Refusal> {
        let rows = first as usize..first as usize + count as usize;
        let mut sums = zeros("the log-sum-exps", count as usize, 1)?;
        with_head!(self, |head| {
            let packed = self.packed.get_or_init(|| head.packed_keys());
            log_sum_exp_packed(&head, packed, rows, &mut sums)?;
        });
        Ok(Float32Array::from(sums.as_slice()))
    }

    /// The weights of `count` queries from `first` on, (count, keys), in a new array or in one of this
    /// length.
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
    pub fn output(
        &self,
        features: u32,
        #[wasm_bindgen(unchecked_param_type = "Float32Array | Uint16Array")] v: &JsValue,
        first: u32,
        count: u32,
    ) -> Result<Float32Array, Refusal> {
        let part = first as usize..first as usize + count as usize;
        let v = [("the values", v)];
        let mixed = match &self.vectors {
            Vectors::F32(vectors) => {
                let [v] = rows(features, v, singles)?;
                mixed(&self.head(vectors).part(part)?, &v, features as usize)?
            }
            Vectors::F16(vectors) => {
                let [v] = rows(features, v, f16s)?;
                mixed(&self.head(vectors).part(part)?, &v, features as usize)?
            }
            Vectors::Bf16(vectors) => {
                let [v] = rows(features, v, bf16s)?;
                mixed(&self.head(vectors).part(part)?, &v, features as usize)?
            }
        };
        Ok(Float32Array::from(mixed.as_slice()))
    }

    /// The weights where some rows and some columns cross, (rows, columns). The rows and columns are queries
    /// and keys, in any order, and `sums` is the log-sum-exp of each of the rows.
    pub fn lattice(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Uint32Array")] rows: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Uint32Array")] columns: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Float32Array")] sums: &JsValue,
    ) -> Result<Float32Array, Refusal> {
        let (rows, columns) = (places("the rows", rows)?, places("the columns", columns)?);
        let sums = singles("the log-sum-exps", sums)?;
        let mut cells = zeros("the cells", rows.len(), columns.len())?;
        with_head!(self, |head| lattice(&head, (&rows, &columns), &sums, &mut cells)?);
        Ok(Float32Array::from(cells.as_slice()))
    }

    /// How many queries the head has.
    #[wasm_bindgen(getter)]
    pub fn queries(&self) -> usize {
        with_head!(self, |head| head.queries)
    }

    /// Whether all its numbers are finite.
    #[wasm_bindgen(getter, js_name = isFinite)]
    pub fn is_finite(&self) -> bool {
        with_head!(self, |head| head.is_finite())
    }

    /// How many keys the head has.
    #[wasm_bindgen(getter)]
    pub fn keys(&self) -> usize {
        with_head!(self, |head| head.keys)
    }

    fn head<'a, C>(&self, [q, k]: &'a [Vec<C>; 2]) -> Head<'a, C> {
        let (queries, keys) = (q.len() / self.features, k.len() / self.features);
        Head { q, k, queries, keys, features: self.features, rule: self.rule }
    }
}

fn mixed<C: Cell>(head: &Head<'_, C>, v: &[C], features: usize) -> Result<Vec<f32>, Refusal> {
    let mut mixed = zeros("the output", head.queries, features)?;
    output(head, v, features, &mut mixed)?;
    Ok(mixed)
}
