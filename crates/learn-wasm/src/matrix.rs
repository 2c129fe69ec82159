//! Matrices across the boundary.

use heedmap_attention::{Matrix, from_row_major, to_row_major};
use heedmap_wasm_common::{InputError, Record, Refusal, count, floats, limits, property, record};
use js_sys::Float64Array;
use wasm_bindgen::prelude::*;

use crate::matrix_error::MatrixError;

#[wasm_bindgen(typescript_custom_section)]
const MATRIX_DATA: &str = r#"
/**
 * A matrix. Its rows stand one after the other: cell (i, j) is `data[i * cols + j]`.
 *
 * `{ rows: 2, cols: 3, data: Float64Array.of(1, 2, 3, 4, 5, 6) }` has the rows 1 2 3 and 4 5 6. The array belongs to
 * whoever holds it: it is copied on the way in and on the way out.
 */
export interface MatrixData {
  rows: number;
  cols: number;
  data: Float64Array;
}
"#;

#[wasm_bindgen]
extern "C" {
    /// A matrix as JavaScript passes it, or whatever it passes in its place.
    #[wasm_bindgen(typescript_type = "MatrixData")]
    pub type MatrixData;
    #[wasm_bindgen(method, getter, catch, structural)]
    fn rows(this: &MatrixData) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, getter, catch, structural)]
    fn cols(this: &MatrixData) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, getter, catch, structural)]
    fn data(this: &MatrixData) -> Result<JsValue, JsValue>;
}

/// A matrix from JavaScript, every part of it checked.
pub(crate) fn read(name: &str, given: &MatrixData) -> Result<Matrix, Refusal> {
    if !given.is_object() {
        return Err(MatrixError::NotMatrix { name: name.to_owned() }.into());
    }
    let unreadable = |thrown: JsValue| InputError::unreadable(name, &thrown);
    let rows = side(name, "rows", &given.rows().map_err(unreadable)?)?;
    let cols = side(name, "columns", &given.cols().map_err(unreadable)?)?;
    limits::size(name, rows, cols)?;
    let data = floats(&format!("the data of {name}"), &given.data().map_err(unreadable)?)?;
    Ok(from_row_major(name, rows, cols, &data)?)
}

/// The matrix that an object has under a name, if it has one there.
pub(crate) fn field(owner: &JsValue, name: &'static str) -> Result<Option<Matrix>, Refusal> {
    if !owner.is_object() {
        return Err(InputError::NotObject { what: "the inputs" }.into());
    }
    let value = property(name, owner, name)?;
    if value.is_null() || value.is_undefined() {
        return Ok(None);
    }
    read(name, value.unchecked_ref()).map(Some)
}

/// The matrix that an object must have under a name.
pub(crate) fn needed(owner: &JsValue, name: &'static str) -> Result<Matrix, Refusal> {
    field(owner, name)?.ok_or(InputError::Missing { name }.into())
}

/// A number of rows or columns.
fn side(name: &str, side: &'static str, value: &JsValue) -> Result<usize, Refusal> {
    count(value)
        .filter(|&side| side <= limits::MAX_SIDE)
        .ok_or_else(|| MatrixError::Size { name: name.to_owned(), side }.into())
}

/// A matrix for JavaScript, in an array of its own.
pub(crate) fn write(matrix: &Matrix) -> Record {
    let object = record();
    object.set("rows", &matrix.nrows().into());
    object.set("cols", &matrix.ncols().into());
    object.set("data", &Float64Array::new_from_slice(&to_row_major(matrix)));
    object
}

/// An object of matrices under their names.
pub(crate) fn matrices<'a>(named: impl IntoIterator<Item = (&'static str, &'a Matrix)>) -> Record {
    let object = record();
    for (name, matrix) in named {
        object.set(name, &write(matrix));
    }
    object
}
