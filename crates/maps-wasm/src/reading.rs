//! A part of a tensor, while it is read.

use heedmap_measures::HeadMap as Cells;
use heedmap_measures::maps::turned;
use heedmap_tensor_files::{DType, Listing, Pick, Place, Slice, Span, Values};
use heedmap_wasm_common::{Refusal, record};
use js_sys::{Array, Float32Array, Float64Array};
use wasm_bindgen::prelude::*;

use crate::files::{Bytes, NeededBytes, SharedChecks, needed, supplied};
use crate::head_map::HeadMap;
use crate::refusal::{MapsError, thrown};

#[wasm_bindgen(typescript_custom_section)]
const READING: &str = r#"
/** The numbers of a part of a tensor. */
export interface TensorValues {
  shape: number[];
  /** The last axis varies fastest. */
  data: Float64Array;
  /** How many are NaN or infinite. */
  nonFinite: number;
  /** How many whole numbers had more bits than a float keeps. */
  rounded: number;
}

/** The numbers of a part of a tensor in 32 bits. */
export interface TensorSingles {
  shape: number[];
  /** The last axis varies fastest. */
  data: Float32Array;
}
"#;

#[wasm_bindgen]
extern "C" {
    /// See the TypeScript interface of this name.
    #[wasm_bindgen(typescript_type = "TensorValues")]
    pub type TensorValues;
    /// See the TypeScript interface of this name.
    #[wasm_bindgen(typescript_type = "TensorSingles")]
    pub type TensorSingles;
}

/// A part of a tensor that is being read.
#[wasm_bindgen]
pub struct TensorReading {
    slice: Width,
    checks: SharedChecks,
}

/// The numbers are read in 32 bits where they have no more, or no more are asked for: most have not, and are many.
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
    ) -> Result<Self, Refusal> {
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

    fn rounded(self) -> Result<(Vec<usize>, Vec<f32>), Refusal> {
        Ok(match self.slice {
            Width::Single(slice) => {
                let Values { shape, data, .. } = slice.finish()?;
                (shape, data)
            }
            Width::Double(slice) => {
                let Values { shape, data, .. } = slice.finish()?;
                // They are written over those that they are made of: there is no second vector.
                (shape, data.into_iter().map(|value| value as f32).collect())
            }
        })
    }

    fn cells(self) -> Result<Cells, Refusal> {
        let (shape, cells) = self.rounded()?;
        let &[rows, cols] = shape.as_slice() else {
            return Err(MapsError::NotMatrix { axes: shape.len() }.into());
        };
        Ok(Cells::new("the matrix that was read", rows, cols, cells)?)
    }
}

#[wasm_bindgen]
impl TensorReading {
    /// The bytes that are wanted next; null once the part is complete.
    pub fn need(&self) -> NeededBytes {
        needed(self.slice.need())
    }

    /// How many bytes lie between the next wanted one and the end of the last.
    pub fn left(&self) -> f64 {
        (match &self.slice {
            Width::Single(slice) => slice.left(),
            Width::Double(slice) => slice.left(),
        }) as f64
    }

    /// Takes bytes from the beginning of what is wanted.
    pub fn supply(&mut self, given: &Bytes) -> Result<(), JsValue> {
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

    /// The numbers, once nothing more is wanted.
    pub fn values(self) -> Result<TensorValues, JsValue> {
        match self.slice {
            Width::Single(slice) => slice.finish().map(|values| written(&values)),
            Width::Double(slice) => slice.finish().map(|values| written(&values)),
        }
        .map_err(thrown)
    }

    /// The numbers in 32 bits, once nothing more is wanted: half the bytes of [`values`](Self::values).
    pub fn singles(self) -> Result<TensorSingles, JsValue> {
        let (shape, data) = self.rounded().map_err(thrown)?;
        let object = record();
        object.set("shape", &lengths(&shape));
        object.set("data", &Float32Array::new_from_slice(&data));
        Ok(object.unchecked_into())
    }

    /// The numbers as a matrix, once nothing more is wanted.
    ///
    /// `isTransposed`: the columns stand first in the file.
    pub fn matrix(self, is_transposed: bool) -> Result<HeadMap, JsValue> {
        let cells = self.cells().map_err(thrown)?;
        let cells = if is_transposed { turned(&cells).map_err(thrown)? } else { cells };
        Ok(HeadMap::of(cells))
    }
}

fn written<T: Copy + Into<f64>>(values: &Values<T>) -> TensorValues {
    let data: Vec<f64> = values.data.iter().map(|&value| value.into()).collect();
    let object = record();
    object.set("shape", &lengths(&values.shape));
    object.set("data", &Float64Array::new_from_slice(&data));
    object.set("nonFinite", &(values.non_finite as f64).into());
    object.set("rounded", &(values.rounded as f64).into());
    object.unchecked_into()
}

fn lengths(shape: &[usize]) -> Array {
    shape.iter().map(|&side| JsValue::from(side)).collect()
}
