//! What can be wrong with tensors and with the options of attention over heads.

use crate::figure::Figure;
use crate::tensor::{MAX_AXES, MAX_TENSOR_CELLS};

/// Why a computation on tensors was refused, as one sentence with the figures in it.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs, reason = "the sentence says what each figure is")]
pub enum TensorError {
    /// A flat array is shorter or longer than its shape.
    #[error("{name} is {}, {elements} cells, but {got} numbers were given", shown(shape))]
    Count { name: String, shape: Vec<usize>, elements: usize, got: usize },

    /// A tensor of too many cells or axes.
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

    /// A tensor with other axes than the computation has names for.
    #[error("{name} is {}: its axes must be {wanted}", shown(shape))]
    Axes { name: &'static str, shape: Vec<usize>, wanted: &'static str },

    /// Two tensors that must agree in an axis do not.
    #[error("{left} has {left_size} {axis} but {right} has {right_size}: they must agree")]
    SizesDiffer {
        axis: &'static str,
        left: &'static str,
        left_size: usize,
        right: &'static str,
        right_size: usize,
    },

    /// Keys and values do not pair up.
    #[error("{keys} keys but {values} values: each key needs one value")]
    KeysAndValues { keys: usize, values: usize },

    /// An axis without anything.
    #[error("{name} has 0 {axis}, and needs at least 1")]
    Nothing { name: &'static str, axis: &'static str },

    /// Query heads that cannot share the heads of keys and values evenly.
    #[error(
        "{heads} query heads cannot share {kv_heads} key and value heads: {heads} is no multiple of {kv_heads}"
    )]
    HeadsDoNotDivide { heads: usize, kv_heads: usize },

    /// Features that cannot be split into heads.
    #[error("{name} has {features} features, which do not divide into {heads} heads")]
    FeaturesDoNotDivide { name: &'static str, features: usize, heads: usize },

    /// A tensor that does not broadcast.
    #[error("{name} is {}, which does not broadcast to {}", shown(shape), shown(onto))]
    Broadcast { name: &'static str, shape: Vec<usize>, onto: Vec<usize> },

    /// A side of the sliding window that is below -1.
    #[error("the window reaches {value} keys to the {side}: it must be 0 or more, or -1 for all")]
    Window { side: &'static str, value: i64 },

    /// A temperature that cannot be divided by.
    #[error("the temperature is {}: it must be a finite number above 0", Figure(*value))]
    Temperature { value: f64 },

    /// A number that must be finite is not.
    #[error("{name} is {}: it must be a finite number", Figure(*value))]
    NotFinite { name: &'static str, value: f64 },

    /// A number that must be above 0 and finite is not.
    #[error("{name} is {}: it must be a finite number above 0", Figure(*value))]
    NotPositive { name: &'static str, value: f64 },

    /// A list with an entry for each of something, but not for all.
    #[error("{got} {name} for {wanted} {of}: each needs one")]
    Entries { name: &'static str, got: usize, of: &'static str, wanted: usize },

    /// A valid length beyond the keys there are.
    #[error("batch entry {batch} has {length} valid keys of {keys}")]
    KeyLength { batch: usize, length: usize, keys: usize },

    /// Alignment by valid lengths without any.
    #[error("the queries are aligned by the valid lengths of the keys, but none are given")]
    NoKeyLengths,

    /// Features that cannot be turned in pairs.
    #[error("{turned} of {features} features cannot be turned in pairs")]
    Pairs { turned: usize, features: usize },

    /// An axis that a tensor does not have.
    #[error("axis {axis} is out of range: the tensor has {axes}")]
    Axis { axis: i64, axes: usize },
}

/// A shape as it is read aloud: `2 x 3 x 4`.
fn shown(shape: &[usize]) -> String {
    if shape.is_empty() {
        return "a single number".to_owned();
    }
    let sides: Vec<String> = shape.iter().map(usize::to_string).collect();
    sides.join(" x ")
}

impl TensorError {
    /// [`TensorError::SizesDiffer`] unless both sizes are the same.
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
}
