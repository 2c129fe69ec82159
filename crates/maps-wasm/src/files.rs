//! Files: the bytes that they need, and their contents.

use std::cell::RefCell;
use std::rc::Rc;

use heedmap_tensor_files::{Checks, DType, Format, Layout, Listing, Open, Pick, Place, Tensor};
use heedmap_wasm_common::{InputError, Number, Refusal, read_value, serialize};
use js_sys::Array;
use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::needed::{Bytes, MaybeNeeded, SharedChecks, needed, supplied};
use crate::reading::TensorReading;
use crate::refusal::{FileRefusal, MapsError};

/// The formats of files.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "snake_case", remote = "Format")]
pub(crate) enum FormatName {
    Npy,
    Npz,
    Safetensors,
    Json,
    Csv,
    Tsv,
    Printed,
}

/// The types of numbers, as NumPy writes them.
#[derive(Serialize, Tsify)]
#[serde(remote = "DType")]
pub(crate) enum DTypeName {
    #[serde(rename = "bool")]
    Bool,
    #[serde(rename = "int8")]
    I8,
    #[serde(rename = "uint8")]
    U8,
    #[serde(rename = "int16")]
    I16,
    #[serde(rename = "uint16")]
    U16,
    #[serde(rename = "int32")]
    I32,
    #[serde(rename = "uint32")]
    U32,
    #[serde(rename = "int64")]
    I64,
    #[serde(rename = "uint64")]
    U64,
    #[serde(rename = "float16")]
    F16,
    #[serde(rename = "bfloat16")]
    Bf16,
    #[serde(rename = "float32")]
    F32,
    #[serde(rename = "float64")]
    F64,
}

/// A tensor of a file.
#[derive(Serialize, Tsify)]
pub(crate) struct ListedTensor {
    name: String,
    /// The type of its numbers. Bytes that are indexes of steps become `float32`.
    #[serde(with = "DTypeName")]
    #[tsify(type = "DTypeName")]
    dtype: DType,
    #[tsify(type = "number[]")]
    shape: Vec<f64>,
    /// Whether a part can be read without the other bytes.
    sliced: bool,
    /// Whether the first axis varies fastest, as in Fortran.
    #[serde(rename = "columnMajor")]
    column_major: bool,
}

/// The contents of a file.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct TensorListing {
    #[serde(with = "FormatName")]
    #[tsify(type = "FormatName")]
    format: Format,
    tensors: Vec<ListedTensor>,
    /// The tokens of the queries.
    tokens: Vec<String>,
    /// The number of tokens of each text, if `tokens` are those of several texts, one after the other.
    texts: Vec<u64>,
    /// The tokens of the keys, if the file has them.
    key_tokens: Vec<String>,
    metadata: Vec<(String, String)>,
}

#[wasm_bindgen(typescript_custom_section)]
const TENSOR_PICK: &str = "/** The indexes of an axis to read: all (null), one (which removes the axis), or a start and a length. */
export type TensorPick = null | number | [start: number, length: number];";

#[wasm_bindgen]
extern "C" {
    /// Picks, or any other JavaScript value.
    #[wasm_bindgen(typescript_type = "TensorPick[]")]
    pub type TensorPicks;
}

/// A file that is being opened.
#[wasm_bindgen]
pub struct OpeningFile(Open);

/// An opened file.
#[wasm_bindgen]
pub struct TensorFile {
    listing: Listing,
    /// Shared with the readings of the file, which add the bytes that they read.
    checks: SharedChecks,
}

/// Verifies the checksums of a file, with the bytes that no reading needed.
#[wasm_bindgen]
pub struct FileCheck(SharedChecks);

/// Starts to open a file of this length.
///
/// @example
/// const opening = openFile(bytes.length);
/// for (let need; (need = opening.need()); ) {
///   opening.supply(bytes.subarray(need.offset, need.offset + need.length));
/// }
/// opening.finish().listing().tensors;
#[wasm_bindgen(js_name = openFile)]
pub fn open_file(length: &Number) -> Result<OpeningFile, FileRefusal> {
    let length = read_value("the length of the file", length)?;
    Ok(OpeningFile(Open::new(length)))
}

#[wasm_bindgen]
impl OpeningFile {
    /// The bytes that are needed next; null if the file is listed or rejected.
    pub fn need(&self) -> MaybeNeeded {
        needed(self.0.need())
    }

    /// Supplies bytes from the beginning of the needed span.
    pub fn supply(&mut self, given: &Bytes) -> Result<(), FileRefusal> {
        supplied(given, |bytes| self.0.supply(bytes))
    }

    /// The file, once nothing more is needed.
    pub fn finish(self) -> Result<TensorFile, FileRefusal> {
        let listing = self.0.finish()?;
        let checks = Rc::new(RefCell::new(Checks::new(&listing)));
        Ok(TensorFile { listing, checks })
    }
}

#[wasm_bindgen]
impl TensorFile {
    /// The contents of the file.
    pub fn listing(&self) -> Result<Ts<TensorListing>, Refusal> {
        let Listing { format, tensors, tokens, texts, key_tokens, metadata } = &self.listing;
        let listing = TensorListing {
            format: *format,
            tensors: tensors.iter().map(ListedTensor::of).collect(),
            tokens: tokens.clone(),
            texts: texts.clone(),
            key_tokens: key_tokens.clone(),
            metadata: metadata.clone(),
        };
        serialize(&listing)
    }

    /// Starts to read a part of the tensor at an index of the listing. `picks` has one pick for each axis;
    /// further axes are read whole. If `isSingle` is true, wider numbers are rounded to 32 bits as they arrive.
    pub fn read(
        &self,
        tensor: &Number,
        picks: &TensorPicks,
        is_single: Option<bool>,
    ) -> Result<TensorReading, FileRefusal> {
        let (tensor, picks) = (read_value("the tensor", tensor)?, read_picks(picks)?);
        TensorReading::of(&self.listing, &self.checks, tensor, &picks, is_single == Some(true))
    }

    /// Starts to verify the checksums of stored members that reading has not verified.
    pub fn check(&self) -> FileCheck {
        FileCheck(Rc::clone(&self.checks))
    }
}

#[wasm_bindgen]
impl FileCheck {
    /// The bytes that are needed next; null if all members are verified.
    pub fn need(&self) -> MaybeNeeded {
        needed(self.0.borrow().need())
    }

    /// The number of bytes that no reading needed.
    pub fn left(&self) -> f64 {
        self.0.borrow().left() as f64
    }

    /// Supplies bytes from the beginning of the needed span.
    pub fn supply(&self, given: &Bytes) -> Result<(), FileRefusal> {
        let mut checks = self.0.borrow_mut();
        let Some(span) = checks.need() else { return Ok(()) };
        supplied(given, |bytes| checks.note(span.offset, bytes))
    }

    /// Throws an error if a member is damaged.
    pub fn finish(&self) -> Result<(), FileRefusal> {
        Ok(self.0.borrow().finish()?)
    }
}

/// Picks from JavaScript.
fn read_picks(given: &TensorPicks) -> Result<Vec<Pick>, Refusal> {
    let wanted = || InputError::wanted("the picks", "an array");
    let list = given.dyn_ref::<Array>().ok_or_else(wanted)?;
    let long = |given: JsValue| read_value::<u64>("a place", given).ok();
    let pick = |(axis, value): (usize, JsValue)| {
        let range = value.dyn_ref::<Array>().filter(|range| range.length() == 2);
        let found = match range {
            _ if value.is_null() => Some(Pick::All),
            None => long(value).map(Pick::At),
            Some(range) => long(range.get(0))
                .zip(long(range.get(1)))
                .map(|(start, length)| Pick::Range { start, length }),
        };
        found.ok_or_else(|| MapsError::NotPick { axis }.into())
    };
    list.iter().enumerate().map(pick).collect()
}

impl ListedTensor {
    fn of(tensor: &Tensor) -> Self {
        let sliced = match &tensor.place {
            Place::File { .. } => true,
            Place::Member(member) => !member.deflated,
            Place::Held(_) => false,
        };
        let shape = tensor.shape.iter().map(|&side| side as f64).collect();
        let column_major = tensor.layout == Layout::ColumnMajor;
        let dtype = if tensor.steps.is_some() { DType::F32 } else { tensor.dtype };
        Self { name: tensor.name.clone(), dtype, shape, sliced, column_major }
    }
}
