//! What some queries of a large head keep of their dense rows, which the kernels compute.

use std::ops::Range;

use heedmap_sparse_attention::{Keeper, KeptRows as Core, Policy, draw_kept};
use heedmap_wasm_common::{Js, Refusal, read_options, serialize, singles, usizes};
use js_sys::{Float32Array, Float64Array, Uint32Array};
use serde::{Deserialize, Serialize};
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::indexes::array;
use crate::large_head::{MaybeIndexes, Weights};
use crate::picked::{Columns, curve_of, policy_of};

/// How the keys of rows are kept. The policies `h2o` and `snapkv` need all rows.
#[derive(Deserialize, Tsify)]
pub struct KeptRowsOptions {
    /// The number of keys.
    keys: usize,
    /// `file` for picks, or a policy.
    #[tsify(type = "'file' | 'best' | 'window'")]
    by: String,
    budget: usize,
    /// The budgets of the curves, in ascending order.
    #[tsify(type = "Uint32Array")]
    budgets: Js,
    /// The keys of the picture.
    columns: Columns,
}

/// Recall by budget: of the best choice, and of the policy `window`, which is empty for the others.
#[derive(Serialize, Tsify)]
pub struct KeptCurves {
    #[tsify(type = "Float32Array")]
    best: Js,
    #[tsify(type = "Float32Array")]
    own: Js,
}

/// What some queries of a large head keep, their recall, and their picture.
#[wasm_bindgen]
pub struct KeptRows {
    rows: Core,
    /// `None` for the picks of a file.
    policy: Option<Policy>,
    budget: usize,
    columns: Range<usize>,
    width: usize,
    picture: Vec<f32>,
    /// The kept keys of the last row.
    last: Vec<usize>,
}

#[wasm_bindgen]
impl KeptRows {
    /// No rows yet.
    #[wasm_bindgen(constructor)]
    pub fn new(options: &Ts<KeptRowsOptions>) -> Result<KeptRows, Refusal> {
        let KeptRowsOptions { keys, by, budget, budgets: Js(budgets), columns } =
            read_options("the kept rows", options)?;
        let (columns, width) = columns.checked()?;
        Ok(Self {
            rows: Core::new(keys, &usizes("the budgets", &budgets)?),
            policy: if by == "file" { None } else { Some(policy_of(&by)?) },
            budget,
            columns,
            width,
            picture: Vec::new(),
            last: Vec::new(),
        })
    }

    /// Adds the row of a query at a position among the keys.
    ///
    /// `weights`: dense, NaN for keys that the query cannot see. `bounds`: the first key and the end of each range that a
    /// file picked; null for a policy.
    pub fn add(
        &mut self,
        position: u32,
        weights: &Weights,
        bounds: &MaybeIndexes,
    ) -> Result<(), Refusal> {
        let weights = singles("the weights", weights)?;
        let bounds = if bounds.is_null() || bounds.is_undefined() {
            Vec::new()
        } else {
            usizes("the ranges", bounds)?
        };
        let ranges: Vec<_> = bounds.as_chunks().0.iter().map(|&[start, end]| start..end).collect();
        let keeper = match self.policy {
            None => Keeper::Picked(&ranges),
            Some(policy) => Keeper::Policy(policy, self.budget),
        };
        self.last = self.rows.add(position as usize, &weights, keeper)?;
        let first = self.picture.len();
        self.picture.resize(first + self.width, f32::NAN);
        draw_kept(&weights, &self.last, &self.columns, &mut self.picture[first..]);
        Ok(())
    }

    /// The kept keys of the row that was added last.
    pub fn keys(&self) -> Uint32Array {
        array(self.last.iter().copied())
    }

    /// For each row, the share of its dense weights that is lost.
    pub fn lost(&self) -> Float32Array {
        let lost: Vec<f32> = self.rows.lost().iter().map(|&lost| lost as f32).collect();
        Float32Array::new_from_slice(&lost)
    }

    /// The number of kept keys of all rows, and of those that they could have kept.
    pub fn counts(&self) -> Float64Array {
        Float64Array::new_from_slice(&self.rows.counts().map(|count| count as f64))
    }

    /// How much of the dense weights each budget keeps, as in `recallCurve`, over the rows and for one of them, counted in the
    /// order of `add`.
    pub fn curves(&self, row: usize) -> Result<Ts<KeptCurves>, Refusal> {
        let [best, own] = [self.rows.best(row), self.rows.own(row)].map(|each| curve_of(&each));
        serialize(&KeptCurves { best: best.into(), own: own.into() })
    }

    /// The rows in three states, (rows, width): the largest weight of a kept key in the pixel, -1 if its keys could have been
    /// kept, NaN if none is visible.
    pub fn picture(&self) -> Float32Array {
        Float32Array::new_from_slice(&self.picture)
    }
}
