//! What some queries of a large head keep of their dense rows, which the kernels compute.

use std::ops::Range;

use heedmap_sparse_attention::{Keeper, KeptRows as Core, Policy, draw_kept};
use heedmap_wasm_common::{Refusal, singles, usizes};
use js_sys::{Float32Array, Float64Array, Uint32Array};
use wasm_bindgen::prelude::*;

use crate::large_head::{Indexes, MaybeIndexes, Weights, array};
use crate::picked::{columns_of, curve_of, policy_of, width_of};

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
    ///
    /// `keys`: their number. `by`: file, best or window. `budgets`: of the curves, in ascending order. `first`, `length`: the
    /// keys of the picture. `width`: its number of pixels in a row.
    #[wasm_bindgen(constructor)]
    pub fn new(
        keys: u32,
        by: &str,
        budget: u32,
        budgets: &Indexes,
        first: u32,
        length: u32,
        width: u32,
    ) -> Result<KeptRows, Refusal> {
        Ok(Self {
            rows: Core::new(keys as usize, &usizes("the budgets", budgets)?),
            policy: if by == "file" { None } else { Some(policy_of(by)?) },
            budget: budget as usize,
            columns: columns_of(first, length),
            width: width_of(width)?,
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
        let bounds = if bounds.is_null() { Vec::new() } else { usizes("the ranges", bounds)? };
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

    /// The recall of the largest weights for each budget, over the rows and in one of them, as in `recallCurve`.
    pub fn best(&self, row: usize) -> Float32Array {
        curve_of(&self.rows.best(row))
    }

    /// The same for the policy `window`; empty for the others.
    pub fn own(&self, row: usize) -> Float32Array {
        curve_of(&self.rows.own(row))
    }

    /// The rows in three states, (rows, width): the largest weight of a kept key in the pixel, -1 if its keys could have been
    /// kept, NaN if none is visible.
    pub fn picture(&self) -> Float32Array {
        Float32Array::new_from_slice(&self.picture)
    }
}
