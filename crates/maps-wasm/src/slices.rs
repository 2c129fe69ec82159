//! Which numbers of which tensors make up a matrix of a head.

use heedmap_interpretation::slices::{Index, Slice, Wanted, slices};
use heedmap_interpretation::{Axis, Part};
use heedmap_wasm_common::{Refusal, read_plain, serialize_value};
use serde::ser::{SerializeSeq, Serializer};
use serde::{Deserialize, Serialize};
use tsify::Tsify;
use wasm_bindgen::prelude::*;

/// A matrix of a head.
#[derive(Deserialize, Tsify)]
#[tsify(missing_as_null)]
pub(crate) struct WantedMatrix {
    layer: u64,
    head: u64,
    /// The number of heads that may share the matrix, or null.
    sharing: Option<u64>,
    row: Axis,
    col: Axis,
    /// The maximum count of numbers in a block, or null.
    block: Option<u64>,
}

/// The slice of a tensor with rows of a matrix.
#[derive(Serialize, Tsify)]
pub(crate) struct MatrixSlice {
    /// The index of its part among the given ones.
    part: usize,
    #[serde(serialize_with = "picks")]
    #[tsify(type = "TensorPick[]")]
    picks: Vec<Index>,
    /// The number of rows and of columns.
    #[tsify(type = "[rows: number, cols: number]")]
    shape: [u64; 2],
    /// The indexes of the axes of the rows and of the columns.
    #[tsify(type = "[row: number, col: number]")]
    axes: [usize; 2],
    /// The first row and column among the indexes of their axes.
    #[tsify(type = "[row: number, col: number]")]
    first: [u64; 2],
    block: MatrixBlock,
}

/// A block that contains the matrix: the place of its first number, and the distances of rows and columns.
#[derive(Serialize, Tsify)]
pub(crate) struct MatrixBlock {
    #[serde(serialize_with = "picks")]
    #[tsify(type = "TensorPick[]")]
    picks: Vec<Index>,
    start: u64,
    #[tsify(type = "[row: number, col: number]")]
    strides: [u64; 2],
}

#[wasm_bindgen]
extern "C" {
    /// Parts of a reading, or any other JavaScript value.
    #[wasm_bindgen(typescript_type = "Part[]")]
    pub type GivenParts;
    #[wasm_bindgen(typescript_type = "number[][]")]
    pub type GivenShapes;
    #[wasm_bindgen(typescript_type = "WantedMatrix")]
    pub type GivenMatrix;
    /// See the TypeScript interface `MatrixSlice`.
    #[wasm_bindgen(typescript_type = "MatrixSlice[]")]
    pub type MatrixSlices;
}

/// The slices of a matrix of a head, from its first row to its last; none if its layer is not in the parts.
///
/// `shapes`: the shape of the tensor of each part.
#[wasm_bindgen(js_name = matrixSlices)]
pub fn matrix_slices(
    parts: &GivenParts,
    shapes: &GivenShapes,
    wanted: &GivenMatrix,
) -> Result<MatrixSlices, Refusal> {
    let parts: Vec<Part> = read_plain("the parts", parts)?;
    let shapes: Vec<Vec<u64>> = read_plain("the shapes", shapes)?;
    let WantedMatrix { layer, head, sharing, row, col, block } = read_plain("the matrix", wanted)?;
    let block = block.unwrap_or(u64::MAX);
    let wanted = Wanted { layer, head, sharing, row, col, block };
    let found: Vec<_> =
        slices(&parts, &shapes, &wanted).into_iter().map(MatrixSlice::from).collect();
    Ok(serialize_value(&found)?.unchecked_into())
}

impl From<Slice> for MatrixSlice {
    fn from(Slice { part, indexes, shape, axes, first, block }: Slice) -> Self {
        let block =
            MatrixBlock { picks: block.indexes, start: block.start, strides: block.strides };
        Self { part, picks: indexes, shape, axes, first, block }
    }
}

/// Indexes in the form of picks.
fn picks<S: Serializer>(indexes: &[Index], serializer: S) -> Result<S::Ok, S::Error> {
    let mut list = serializer.serialize_seq(Some(indexes.len()))?;
    for index in indexes {
        match index {
            Index::All => list.serialize_element(&None::<u64>)?,
            Index::At(at) => list.serialize_element(at)?,
            Index::Range(first, length) => list.serialize_element(&[first, length])?,
        }
    }
    list.end()
}
