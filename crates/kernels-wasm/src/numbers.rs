//! Numbers of 32 and 16 bits across the boundary.

use half::{bf16, f16};
use heedmap_wasm_common::{InputError, Refusal, halves, value};
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

/// The memory of a result.
pub(crate) fn zeros(name: &'static str, rows: usize, columns: usize) -> Result<Vec<f32>, Refusal> {
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
