//! Reads a part of a tensor.

use heedmap_measures::HeadMap as Cells;
use heedmap_measures::maps::turned;
use heedmap_tensor_files::{DType, Listing, Pick, Place, Slice, Span, Values};
use heedmap_wasm_common::{Js, serialize};
use js_sys::{Float32Array, Float64Array};
use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::head_map::HeadMap;
use crate::needed::{Bytes, MaybeNeeded, SharedChecks, needed, supplied};
use crate::refusal::{FileRefusal, MapsError};

/// The numbers of a part of a tensor.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct TensorValues {
    shape: Vec<usize>,
    /// The last axis varies fastest.
    #[tsify(type = "Float64Array")]
    data: Js,
    /// The number of values that are NaN or infinite.
    non_finite: usize,
    /// The number of integers that were rounded.
    rounded: usize,
}

/// The numbers of a part of a tensor in 32 bits.
#[derive(Serialize, Tsify)]
pub struct TensorSingles {
    shape: Vec<usize>,
    /// The last axis varies fastest.
    #[tsify(type = "Float32Array")]
    data: Js,
}

/// A part of a tensor that is being read.
#[wasm_bindgen]
pub struct TensorReading {
    slice: Width,
    checks: SharedChecks,
}

/// Numbers that fit 32 bits are read in 32 bits, which saves memory for large tensors; so are others if the
/// caller asks for it.
enum Width {
    Single(Slice<f32>),
    Double(Slice<f64>),
}

impl Width {
    fn need(&self) -> Option<Span> {
        match self {
            Self::Single(slice) => slice.need(),
            Self::Double(slice) => slice.need(),
        }
    }
}

impl TensorReading {
    pub(crate) fn of(
        listing: &Listing,
        checks: &SharedChecks,
        tensor: usize,
        picks: &[Pick],
        is_single: bool,
    ) -> Result<Self, FileRefusal> {
        let is_wide = listing.tensors.get(tensor).is_some_and(|tensor| {
            let wide = [DType::F64, DType::I64, DType::U64, DType::I32, DType::U32];
            wide.contains(&tensor.dtype) || matches!(tensor.place, Place::Held(_))
        });
        let slice = match is_wide && !is_single {
            true => Width::Double(listing.slice(tensor, picks)?),
            false => Width::Single(listing.slice(tensor, picks)?),
        };
        Ok(Self { slice, checks: SharedChecks::clone(checks) })
    }

    fn rounded(self) -> Result<(Vec<usize>, Vec<f32>), FileRefusal> {
        Ok(match self.slice {
            Width::Single(slice) => {
                let Values { shape, data, .. } = slice.finish()?;
                (shape, data)
            }
            Width::Double(slice) => {
                let Values { shape, data, .. } = slice.finish()?;
                // The conversion is done in place, without a second vector.
                (shape, data.into_iter().map(|value| value as f32).collect())
            }
        })
    }

    fn cells(self) -> Result<Cells, FileRefusal> {
        let (shape, cells) = self.rounded()?;
        let &[rows, cols] = shape.as_slice() else {
            return Err(MapsError::NotMatrix { axes: shape.len() }.into());
        };
        Ok(Cells::new("the matrix that was read", rows, cols, cells)?)
    }
}

#[wasm_bindgen]
impl TensorReading {
    /// The bytes that are needed next; null if the part is complete.
    pub fn need(&self) -> MaybeNeeded {
        needed(self.slice.need())
    }

    /// The number of bytes from the next needed one to the end of the last.
    pub fn left(&self) -> f64 {
        (match &self.slice {
            Width::Single(slice) => slice.left(),
            Width::Double(slice) => slice.left(),
        }) as f64
    }

    /// Supplies bytes from the beginning of the needed span.
    pub fn supply(&mut self, given: &Bytes) -> Result<(), FileRefusal> {
        let need = self.slice.need();
        let mut checks = self.checks.borrow_mut();
        supplied(given, |bytes| {
            match &mut self.slice {
                Width::Single(slice) => slice.supply(bytes)?,
                Width::Double(slice) => slice.supply(bytes)?,
            }
            let Some(span) = need else { return Ok(()) };
            checks.note(span.offset, bytes.get(..span.length as usize).unwrap_or(bytes))
        })
    }

    /// The numbers, once nothing more is needed.
    pub fn values(self) -> Result<Ts<TensorValues>, FileRefusal> {
        let values = match self.slice {
            Width::Single(slice) => TensorValues::of(&slice.finish()?),
            Width::Double(slice) => TensorValues::of(&slice.finish()?),
        };
        Ok(serialize(&values)?)
    }

    /// The numbers in 32 bits, once nothing more is needed.
    pub fn singles(self) -> Result<Ts<TensorSingles>, FileRefusal> {
        let (shape, data) = self.rounded()?;
        let data = Float32Array::new_from_slice(&data).into();
        Ok(serialize(&TensorSingles { shape, data })?)
    }

    /// The numbers as a matrix, once nothing more is needed.
    ///
    /// `isTransposed`: the first axis of the file is the columns.
    pub fn matrix(self, is_transposed: bool) -> Result<HeadMap, FileRefusal> {
        let cells = self.cells()?;
        let cells = if is_transposed { turned(&cells)? } else { cells };
        Ok(HeadMap::of(cells))
    }
}

impl TensorValues {
    fn of<T: Copy + Into<f64>>(values: &Values<T>) -> Self {
        let data: Vec<f64> = values.data.iter().map(|&value| value.into()).collect();
        Self {
            shape: values.shape.clone(),
            data: Float64Array::new_from_slice(&data).into(),
            non_finite: values.non_finite as usize,
            rounded: values.rounded as usize,
        }
    }
}
