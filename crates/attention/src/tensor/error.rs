//! Errors of tensors and of attention over heads.

use crate::short_float::ShortFloat;
use crate::tensor::{MAX_AXES, MAX_TENSOR_CELLS};
use heedmap_counted::{counted, were};

/// Why a computation on tensors was rejected, as one sentence with the figures.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs, reason = "the sentence says what each figure is")]
#[non_exhaustive]
pub enum TensorError {
    /// The length of a flat array does not match its shape.
    #[error(
        "{name} is {}, {}, but {} {} given",
        shown(shape), counted(*elements, "cells"), counted(*got, "numbers"), were(*got)
    )]
    Count { name: String, shape: Vec<usize>, elements: usize, got: usize },

    /// A tensor with too many cells or axes.
    #[error(
        "{name} would be {}: at most {MAX_TENSOR_CELLS} cells and {MAX_AXES} axes fit",
        shown(shape)
    )]
    TooLarge { name: String, shape: Vec<usize> },

    /// A computation that needs more memory than the target can address.
    #[error(
        "attention over heads needs {needed} bytes of memory: at most {allowed} can be addressed"
    )]
    Memory { needed: u64, allowed: u64 },

    /// Memory that could not be allocated.
    #[error("{bytes} bytes of memory for {name} could not be allocated")]
    OutOfMemory { name: &'static str, bytes: u64 },

    /// The tensor has the wrong number of axes.
    #[error("{name} is {}: its axes must be {wanted}", shown(shape))]
    Axes { name: &'static str, shape: Vec<usize>, wanted: &'static str },

    /// Two tensors differ in an axis that must be equal.
    #[error("{left} has {} but {right} has {right_size}: they must agree", counted(*left_size, axis))]
    SizesDiffer {
        axis: &'static str,
        left: &'static str,
        left_size: usize,
        right: &'static str,
        right_size: usize,
    },

    /// The numbers of keys and values differ.
    #[error(
        "{} but {}: each key needs one value",
        counted(*keys, "keys"), counted(*values, "values")
    )]
    KeysAndValues { keys: usize, values: usize },

    /// An axis of length 0.
    #[error("{name} has 0 {axis}, and needs at least 1")]
    Nothing { name: &'static str, axis: &'static str },

    /// Query heads that cannot share the heads of keys and values evenly.
    #[error(
        "{} cannot share {}: {heads} is not a multiple of {kv_heads}",
        counted(*heads, "query heads"), counted(*kv_heads, "key and value heads")
    )]
    HeadsDoNotDivide { heads: usize, kv_heads: usize },

    /// Features that cannot be split into heads.
    #[error(
        "{name} has {}, which cannot be divided into {}",
        counted(*features, "features"), counted(*heads, "heads")
    )]
    FeaturesDoNotDivide { name: &'static str, features: usize, heads: usize },

    /// A tensor that cannot be broadcast to the shape.
    #[error("{name} is {}, which does not broadcast to {}", shown(shape), shown(onto))]
    Broadcast { name: &'static str, shape: Vec<usize>, onto: Vec<usize> },

    /// A rule with a mask expression, which only its cells can state here.
    #[error(
        "the rule has the mask \"{mask}\": attention over heads takes its cells as a boolean mask"
    )]
    MaskExpression { mask: String },

    /// An invalid temperature.
    #[error("the temperature is {}: it must be a finite number above 0", ShortFloat(*value))]
    Temperature { value: f64 },

    /// A number that must be finite is not.
    #[error("{name} is {}: it must be a finite number", ShortFloat(*value))]
    NotFinite { name: &'static str, value: f64 },

    /// A number that must be above 0 and finite is not.
    #[error("{name} is {}: it must be a finite number above 0", ShortFloat(*value))]
    NotPositive { name: &'static str, value: f64 },

    /// A number that must be above another is not.
    #[error("{name} is {}: it must be above {}", ShortFloat(*value), ShortFloat(*least))]
    NotAbove { name: &'static str, value: f64, least: f64 },

    /// A share that is not from 0 to 1.
    #[error("{name} is {}: it must be from 0 to 1", ShortFloat(*value))]
    Share { name: &'static str, value: f64 },

    /// Sections of mRoPE that do not have as many pairs as are rotated.
    #[error(
        "mrope_section is {sizes:?}, which must sum to the {} that are rotated",
        counted(*pairs, "pairs of features")
    )]
    Sections { sizes: Vec<usize>, pairs: usize },

    /// A scaling of RoPE without a number that it needs.
    #[error("RoPE of the type {rope_type} needs {name}")]
    RopeKey { rope_type: &'static str, name: &'static str },

    /// A list with the wrong number of entries.
    #[error("{} for {}: each needs one", counted(*got, name), counted(*wanted, of))]
    Entries { name: &'static str, got: usize, of: &'static str, wanted: usize },

    /// A valid length that is larger than the number of keys.
    #[error("batch entry {batch} has {} of {keys}", counted(*length, "valid keys"))]
    KeyLength { batch: usize, length: usize, keys: usize },

    /// Features that cannot be rotated in pairs.
    #[error("{turned} of {features} features cannot be turned in pairs")]
    Pairs { turned: usize, features: usize },

    /// The axis does not exist.
    #[error("axis {axis} is out of range: the tensor has {axes}")]
    Axis { axis: i64, axes: usize },
}

/// A shape as text: `2 x 3 x 4`.
fn shown(shape: &[usize]) -> String {
    if shape.is_empty() {
        return "a single number".to_owned();
    }
    let sides: Vec<String> = shape.iter().map(usize::to_string).collect();
    sides.join(" x ")
}

impl TensorError {
    /// [`TensorError::SizesDiffer`] if the sizes differ.
    pub(crate) fn unless_same(
        axis: &'static str,
        (left, left_size): (&'static str, usize),
        (right, right_size): (&'static str, usize),
    ) -> Result<(), TensorError> {
        if left_size == right_size {
            return Ok(());
        }
        Err(TensorError::SizesDiffer { axis, left, left_size, right, right_size })
    }

    /// [`TensorError::NotFinite`] for NaN and infinities.
    pub(crate) fn unless_finite(name: &'static str, value: f64) -> Result<(), TensorError> {
        if value.is_finite() { Ok(()) } else { Err(TensorError::NotFinite { name, value }) }
    }
    /// [`TensorError::NotPositive`] for a number that is not above 0 or not finite.
    pub(crate) fn unless_positive(name: &'static str, value: f64) -> Result<(), TensorError> {
        let fits = value.is_finite() && value > 0.0;
        if fits { Ok(()) } else { Err(TensorError::NotPositive { name, value }) }
    }

    /// [`TensorError::NotAbove`] for a number that is not above another or not finite.
    pub(crate) fn unless_above(
        name: &'static str,
        value: f64,
        least: f64,
    ) -> Result<(), TensorError> {
        let fits = value.is_finite() && value > least;
        if fits { Ok(()) } else { Err(TensorError::NotAbove { name, value, least }) }
    }

    /// [`TensorError::Share`] for a number that is not from 0 to 1.
    pub(crate) fn unless_share(name: &'static str, value: f64) -> Result<(), TensorError> {
        let fits = (0.0..=1.0).contains(&value);
        if fits { Ok(()) } else { Err(TensorError::Share { name, value }) }
    }
}
