//! Numbers of 32 and 16 bits across the boundary.

use std::ops::Range;

use half::{bf16, f16};
use heedmap_wasm_common::{InputError, Refusal, halves, value};
use js_sys::Float32Array;
use serde::Deserialize;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

use crate::error::KernelError;

/// The most numbers of one result: 1 GiB.
const MOST: usize = 1 << 28;

/// The format of the numbers of a head. Numbers of 16 bits are a Uint16Array with their bits.
#[derive(Clone, Copy, Deserialize, Tsify)]
#[serde(rename_all = "snake_case")]
pub(crate) enum NumberFormat {
    F32,
    F16,
    Bf16,
}

impl NumberFormat {
    pub(crate) fn read(given: JsValue) -> Result<Self, Refusal> {
        value("the format", given)
    }
}

/// The numbers of a Uint16Array as floats of IEEE 754.
pub(crate) fn f16s(name: &str, given: &JsValue) -> Result<Vec<f16>, Refusal> {
    Ok(halves(name, given)?.into_iter().map(f16::from_bits).collect())
}

/// The numbers of a Uint16Array as the upper halves of floats.
pub(crate) fn bf16s(name: &str, given: &JsValue) -> Result<Vec<bf16>, Refusal> {
    Ok(halves(name, given)?.into_iter().map(bf16::from_bits).collect())
}

/// Arrays of numbers, each in whole rows.
pub(crate) fn rows<C, const N: usize>(
    features: u32,
    given: [(&'static str, &JsValue); N],
    read: impl Fn(&str, &JsValue) -> Result<Vec<C>, Refusal>,
) -> Result<[Vec<C>; N], Refusal> {
    let mut arrays = [const { Vec::new() }; N];
    for ((name, given), array) in given.into_iter().zip(&mut arrays) {
        *array = read(name, given)?;
        if features == 0 || !array.len().is_multiple_of(features as usize) {
            return Err(KernelError::Rows { name, found: array.len(), features }.into());
        }
    }
    Ok(arrays)
}

/// The cells of a block: they stay in the second-level cache until they are copied.
const BLOCK: usize = 1 << 16;

/// A result in JavaScript's memory, in a new array or in a given one, computed in blocks of rows, so that the
/// program holds one block of it.
///
/// - `compute`: fills the cells of some rows
pub(crate) fn in_blocks(
    name: &'static str,
    [rows, columns]: [usize; 2],
    into: Option<Float32Array>,
    mut compute: impl FnMut(Range<usize>, &mut [f32]) -> Result<(), Refusal>,
) -> Result<Float32Array, Refusal> {
    // Kernels compute 8 rows together.
    let lines = (BLOCK / columns.max(1)).next_multiple_of(8).clamp(8, rows.max(8));
    let mut block = zeros(name, lines.min(rows), columns)?;
    let found = match into {
        Some(given) if given.length() as usize == cells_of(name, rows, columns)? => given,
        Some(given) => {
            let found = given.length() as usize;
            return Err(KernelError::Into { name, rows, columns, found }.into());
        }
        None => allocated(name, rows, columns)?,
    };
    for first in (0..rows).step_by(lines) {
        let part = first..(first + lines).min(rows);
        let cells = &mut block[..part.len() * columns];
        compute(part.clone(), cells)?;
        found.subarray((part.start * columns) as u32, (part.end * columns) as u32).copy_from(cells);
    }
    Ok(found)
}

#[wasm_bindgen]
extern "C" {
    // The constructor throws if there is not enough memory; this binding catches the error.
    #[wasm_bindgen(js_name = Float32Array, extends = Float32Array)]
    type NewSingles;
    #[wasm_bindgen(constructor, catch, js_class = "Float32Array")]
    fn with_length(length: u32) -> Result<NewSingles, JsValue>;
}

/// A new array in JavaScript.
fn allocated(name: &'static str, rows: usize, columns: usize) -> Result<Float32Array, Refusal> {
    let cells = cells_of(name, rows, columns)?;
    let bytes = cells as u64 * 4;
    let array = NewSingles::with_length(cells as u32);
    let array = array.map_err(|_| InputError::OutOfMemory { name: name.to_owned(), bytes })?;
    Ok(array.unchecked_into())
}

/// The number of cells of a result, if they fit.
fn cells_of(name: &'static str, rows: usize, columns: usize) -> Result<usize, KernelError> {
    let cells = rows.checked_mul(columns).filter(|&cells| cells <= MOST);
    cells.ok_or(KernelError::TooLarge { name, rows, columns, most: MOST })
}

/// The memory of a result.
pub(crate) fn zeros(name: &'static str, rows: usize, columns: usize) -> Result<Vec<f32>, Refusal> {
    let cells = cells_of(name, rows, columns)?;
    let mut numbers = Vec::new();
    if numbers.try_reserve_exact(cells).is_err() {
        let bytes = cells as u64 * 4;
        return Err(InputError::OutOfMemory { name: name.to_owned(), bytes }.into());
    }
    numbers.resize(cells, 0.0);
    Ok(numbers)
}
