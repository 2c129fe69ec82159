//! Numbers of 32 and 16 bits across the boundary.

use std::ops::Range;

use half::{bf16, f16};
use heedmap_kernels::Cell;
use heedmap_wasm_common::{InputError, Refusal, floats, halves, new_singles, read_value, singles};
use js_sys::Float32Array;
use serde::Deserialize;
use tsify::Tsify;
use wasm_bindgen::{JsCast, JsValue};

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
        read_value("the format", given)
    }
}

/// A type of numbers, with the typed array that contains them.
pub(crate) trait Number: Cell {
    /// The numbers of an array from JavaScript.
    fn read(name: &str, array: &JsValue) -> Result<Vec<Self>, Refusal>;
}

impl Number for f32 {
    fn read(name: &str, array: &JsValue) -> Result<Vec<Self>, Refusal> {
        singles(name, array)
    }
}

impl Number for f16 {
    fn read(name: &str, array: &JsValue) -> Result<Vec<Self>, Refusal> {
        Ok(halves(name, array)?.into_iter().map(f16::from_bits).collect())
    }
}

impl Number for bf16 {
    fn read(name: &str, array: &JsValue) -> Result<Vec<Self>, Refusal> {
        Ok(halves(name, array)?.into_iter().map(bf16::from_bits).collect())
    }
}

/// The numbers of an array of whole rows, of `features` numbers each.
pub(crate) fn rows<C: Number>(
    name: &'static str,
    features: u32,
    array: &JsValue,
) -> Result<Vec<C>, Refusal> {
    let numbers = C::read(name, array)?;
    if features == 0 || !numbers.len().is_multiple_of(features as usize) {
        return Err(KernelError::Rows { name, found: numbers.len(), features }.into());
    }
    Ok(numbers)
}

/// Log-sum-exps: a Float64Array, or a Float32Array, which is widened.
pub(crate) fn log_sum_exps(array: &JsValue) -> Result<Vec<f64>, Refusal> {
    let name = "the log-sum-exps";
    if array.is_instance_of::<Float32Array>() {
        return Ok(singles(name, array)?.into_iter().map(f64::from).collect());
    }
    floats(name, array)
}

/// The number of cells of a block. It stays in the second-level cache until it is copied.
const BLOCK: usize = 1 << 16;

/// Computes a result in blocks of rows, so that wasm memory contains only one block, and copies them into a
/// new array or into `into`.
///
/// - `compute`: fills the cells of a range of rows
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
        None => new_singles(name, cells_of(name, rows, columns)?)?,
    };
    for first in (0..rows).step_by(lines) {
        let part = first..(first + lines).min(rows);
        let cells = &mut block[..part.len() * columns];
        compute(part.clone(), cells)?;
        found.subarray((part.start * columns) as u32, (part.end * columns) as u32).copy_from(cells);
    }
    Ok(found)
}

/// The number of cells of a result, if it is not too large.
pub(crate) fn cells_of(
    name: &'static str,
    rows: usize,
    columns: usize,
) -> Result<usize, KernelError> {
    let cells = rows.checked_mul(columns).filter(|&cells| cells <= MOST);
    cells.ok_or(KernelError::TooLarge { name, rows, columns, most: MOST })
}

/// Memory for a result in wasm, filled with zeros.
pub(crate) fn zeros<T: Clone + Default>(
    name: &'static str,
    rows: usize,
    columns: usize,
) -> Result<Vec<T>, Refusal> {
    let cells = cells_of(name, rows, columns)?;
    let mut numbers = Vec::new();
    if numbers.try_reserve_exact(cells).is_err() {
        let bytes = (cells * size_of::<T>()) as u64;
        return Err(InputError::OutOfMemory { name: name.to_owned(), bytes }.into());
    }
    numbers.resize(cells, T::default());
    Ok(numbers)
}
