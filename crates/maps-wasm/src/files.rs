//! Files: which bytes of them are wanted, and what is in them.

use std::cell::RefCell;
use std::rc::Rc;

use heedmap_tensor_files::{Checks, DType, Format, Listing, Open, Pick, Place, Span, Tensor};
use heedmap_wasm_common::{Number, Refusal, bytes, plain, record};
use js_sys::Array;
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::inputs::{long, whole};
use crate::reading::TensorReading;
use crate::refusal::{MapsError, thrown};

#[wasm_bindgen(typescript_custom_section)]
const FILES: &str = r#"
/** Bytes of a file that are wanted. Fewer of them, from the first on, may be given at a time. */
export interface NeededBytes {
  offset: number;
  length: number;
}

/** What is in a file. */
export interface TensorListing {
  format: 'npy' | 'npz' | 'safetensors' | 'json' | 'csv' | 'tsv' | 'printed';
  tensors: {
    name: string;
    /** As NumPy writes it. */
    dtype: string;
    shape: number[];
    /** Whether a part can be read without the rest. */
    sliced: boolean;
  }[];
  /** What the queries are. */
  tokens: string[];
  /** What the keys are, where the file says so. */
  keyTokens: string[];
  metadata: [string, string][];
}

/** Which places of an axis are read: all, one (then the axis is gone), or a start and a length. */
export type TensorPick = null | number | [start: number, length: number];

/** An `Error` that a file is the reason for. */
export interface TensorFileError extends Error {
  /** The kind of problem in one word, such as `truncated`. */
  class: string;
}
"#;

#[wasm_bindgen]
extern "C" {
    /// Bytes, or whatever JavaScript passes in their place.
    #[wasm_bindgen(typescript_type = "Uint8Array")]
    pub type Bytes;
    /// See the TypeScript interface of this name.
    #[wasm_bindgen(typescript_type = "NeededBytes | null")]
    pub type NeededBytes;
    /// See the TypeScript interface of this name.
    #[wasm_bindgen(typescript_type = "TensorListing")]
    pub type TensorListing;
    /// Picks, or whatever JavaScript passes in their place.
    #[wasm_bindgen(typescript_type = "TensorPick[]")]
    pub type TensorPicks;
}

/// A file that is being opened.
#[wasm_bindgen]
pub struct OpeningFile(Open);

/// A file that was opened.
#[wasm_bindgen]
pub struct TensorFile {
    listing: Listing,
    /// What the readings of the file share: each notes there what it was given.
    checks: SharedChecks,
}

/// The checksums of a file's stored members.
pub(crate) type SharedChecks = Rc<RefCell<Checks>>;

/// The part of a file that no reading has asked for, held against the checksums.
#[wasm_bindgen]
pub struct FileCheck(SharedChecks);

/// Begins to open a file of so many bytes.
///
/// @example
/// const opening = openFile(bytes.length);
/// for (let need; (need = opening.need()); ) opening.supply(bytes.subarray(need.offset, need.offset + need.length));
/// opening.finish().listing().tensors;
#[wasm_bindgen(js_name = openFile)]
pub fn open_file(length: &Number) -> Result<OpeningFile, JsValue> {
    let name = "the length of the file";
    let length = long(length).ok_or(MapsError::NotWhole { name }).map_err(thrown)?;
    Ok(OpeningFile(Open::new(length)))
}

#[wasm_bindgen]
impl OpeningFile {
    /// The bytes that are wanted next; null once the file is listed or refused.
    pub fn need(&self) -> NeededBytes {
        needed(self.0.need())
    }

    /// Takes bytes from the beginning of what is wanted.
    pub fn supply(&mut self, given: &Bytes) -> Result<(), JsValue> {
        supplied(given, |bytes| self.0.supply(bytes))
    }

    /// The file, once nothing more is wanted.
    pub fn finish(self) -> Result<TensorFile, JsValue> {
        let listing = self.0.finish().map_err(thrown)?;
        let checks = Rc::new(RefCell::new(Checks::new(&listing)));
        Ok(TensorFile { listing, checks })
    }
}

#[wasm_bindgen]
impl TensorFile {
    /// What is in the file.
    pub fn listing(&self) -> Result<TensorListing, JsValue> {
        let Listing { format, tensors, tokens, key_tokens, metadata } = &self.listing;
        let tensors = tensors.iter().map(TensorResult::of).collect();
        let listing =
            ListingResult { format: format_name(*format), tensors, tokens, key_tokens, metadata };
        plain(&listing).map(JsCast::unchecked_into).map_err(thrown)
    }

    /// Begins to read a part of a tensor, counted from 0. Axes without a pick are read whole.
    ///
    /// `is_single`: wider numbers go to the nearest of 32 bits as they come in.
    pub fn read(
        &self,
        tensor: &Number,
        picks: &TensorPicks,
        is_single: bool,
    ) -> Result<TensorReading, JsValue> {
        self.reading(tensor, picks, is_single).map_err(thrown)
    }

    fn reading(
        &self,
        tensor: &JsValue,
        given: &JsValue,
        is_single: bool,
    ) -> Result<TensorReading, Refusal> {
        let tensor = whole("the tensor", tensor)?;
        TensorReading::of(&self.listing, &self.checks, tensor, &picks(given)?, is_single)
    }

    /// Begins to hold stored members against their checksums, as far as that was not done by what was read.
    pub fn check(&self) -> FileCheck {
        FileCheck(Rc::clone(&self.checks))
    }
}

#[wasm_bindgen]
impl FileCheck {
    /// The bytes that are wanted next; null once all members are known.
    pub fn need(&self) -> NeededBytes {
        needed(self.0.borrow().need())
    }

    /// How many bytes no reading has asked for.
    pub fn left(&self) -> f64 {
        self.0.borrow().left() as f64
    }

    /// Takes bytes from the beginning of what is wanted.
    pub fn supply(&self, given: &Bytes) -> Result<(), JsValue> {
        let mut checks = self.0.borrow_mut();
        let Some(span) = checks.need() else { return Ok(()) };
        supplied(given, |bytes| checks.note(span.offset, bytes))
    }

    /// Throws if a member is damaged.
    pub fn finish(&self) -> Result<(), JsValue> {
        self.0.borrow().finish().map_err(thrown)
    }
}

/// What is needed of a file, for JavaScript.
pub(crate) fn needed(span: Option<Span>) -> NeededBytes {
    let Some(Span { offset, length }) = span else { return JsValue::NULL.unchecked_into() };
    let object = record();
    object.set("offset", &(offset as f64).into());
    object.set("length", &(length as f64).into());
    object.unchecked_into()
}

/// Passes bytes on.
pub(crate) fn supplied(
    given: &JsValue,
    mut supply: impl FnMut(&[u8]) -> Result<(), heedmap_tensor_files::Error>,
) -> Result<(), JsValue> {
    supply(&bytes("the bytes", given).map_err(thrown)?).map_err(thrown)
}

/// Picks from JavaScript.
fn picks(given: &JsValue) -> Result<Vec<Pick>, Refusal> {
    let name = "the picks";
    let list =
        given.dyn_ref::<Array>().ok_or(heedmap_wasm_common::InputError::NotArray { name })?;
    let pick = |(axis, value): (usize, JsValue)| {
        let range = value.dyn_ref::<Array>().filter(|range| range.length() == 2);
        let found = match range {
            _ if value.is_null() => Some(Pick::All),
            None => long(&value).map(Pick::At),
            Some(range) => long(&range.get(0))
                .zip(long(&range.get(1)))
                .map(|(start, length)| Pick::Range { start, length }),
        };
        found.ok_or_else(|| MapsError::NotPick { axis }.into())
    };
    list.iter().enumerate().map(pick).collect()
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ListingResult<'a> {
    format: &'static str,
    tensors: Vec<TensorResult<'a>>,
    tokens: &'a [String],
    key_tokens: &'a [String],
    metadata: &'a [(String, String)],
}

#[derive(Serialize)]
struct TensorResult<'a> {
    name: &'a str,
    dtype: &'static str,
    shape: Vec<f64>,
    sliced: bool,
}

impl<'a> TensorResult<'a> {
    fn of(tensor: &'a Tensor) -> Self {
        let sliced = match &tensor.place {
            Place::File { .. } => true,
            Place::Member(member) => !member.deflated,
            Place::Held(_) => false,
        };
        let shape = tensor.shape.iter().map(|&side| side as f64).collect();
        Self { name: &tensor.name, dtype: dtype_name(tensor.dtype), shape, sliced }
    }
}

fn format_name(format: Format) -> &'static str {
    match format {
        Format::Npy => "npy",
        Format::Npz => "npz",
        Format::Safetensors => "safetensors",
        Format::Json => "json",
        Format::Csv => "csv",
        Format::Tsv => "tsv",
        Format::Printed => "printed",
    }
}

fn dtype_name(dtype: DType) -> &'static str {
    match dtype {
        DType::Bool => "bool",
        DType::I8 => "int8",
        DType::U8 => "uint8",
        DType::I16 => "int16",
        DType::U16 => "uint16",
        DType::I32 => "int32",
        DType::U32 => "uint32",
        DType::I64 => "int64",
        DType::U64 => "uint64",
        DType::F16 => "float16",
        DType::Bf16 => "bfloat16",
        DType::F32 => "float32",
        DType::F64 => "float64",
    }
}
