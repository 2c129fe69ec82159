//! Matrices as results, and the axes of a softmax by name.

use heedmap_attention::{Matrix, SoftmaxAxis, to_row_major};
use js_sys::Float64Array;
use serde::{Deserialize, Serialize};
use tsify::Tsify;

use crate::Js;

/// A matrix in row-major order: cell (i, j) is `data[i * cols + j]`.
///
/// `{ rows: 2, cols: 3, data: Float64Array.of(1, 2, 3, 4, 5, 6) }` has the rows 1 2 3 and 4 5 6.
/// The array is copied on the way in and on the way out.
#[derive(Serialize, Tsify)]
pub struct MatrixData {
    rows: usize,
    cols: usize,
    #[tsify(type = "Float64Array")]
    data: Js,
}

impl From<&Matrix> for MatrixData {
    fn from(matrix: &Matrix) -> Self {
        let data = Float64Array::new_from_slice(&to_row_major(matrix)).into();
        Self { rows: matrix.nrows(), cols: matrix.ncols(), data }
    }
}

/// The cells whose weights sum to 1.
#[derive(Deserialize, Tsify)]
#[serde(rename_all = "snake_case", remote = "SoftmaxAxis")]
pub enum SoftmaxAxisName {
    /// Those of a row.
    Rows,
    /// Those of a column.
    Columns,
    /// All of them.
    All,
}
