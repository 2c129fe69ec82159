//! Matrices across the boundary.

use heedmap_attention::{Matrix, from_row_major, to_row_major};
use js_sys::{Float64Array, Reflect};
use wasm_bindgen::prelude::*;

use crate::limits;
use crate::options::count;
use crate::refusal::{Refusal, words};
use crate::results::{Record, record};

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
        return Err(Refusal::NotMatrix { name: name.to_owned() });
    }
    let unreadable =
        |thrown: JsValue| Refusal::Unreadable { name: name.to_owned(), problem: words(&thrown) };
    let rows = side(name, "rows", &given.rows().map_err(unreadable)?)?;
    let cols = side(name, "columns", &given.cols().map_err(unreadable)?)?;
    limits::size(name, rows, cols)?;
    let data =
        crate::arrays::floats(&format!("the data of {name}"), &given.data().map_err(unreadable)?)?;
    Ok(from_row_major(name, rows, cols, &data)?)
}

/// The matrix that an object has under a name, if it has one there.
pub(crate) fn field(owner: &JsValue, name: &'static str) -> Result<Option<Matrix>, Refusal> {
    if !owner.is_object() {
        return Err(Refusal::NotObject { what: "the inputs" });
    }
    let value = Reflect::get(owner, &name.into())
        .map_err(|thrown| Refusal::Unreadable { name: name.to_owned(), problem: words(&thrown) })?;
    if value.is_null() || value.is_undefined() {
        return Ok(None);
    }
    read(name, value.unchecked_ref()).map(Some)
}

/// The matrix that an object must have under a name.
pub(crate) fn needed(owner: &JsValue, name: &'static str) -> Result<Matrix, Refusal> {
    field(owner, name)?.ok_or(Refusal::Missing { name })
}

/// A number of rows or columns.
fn side(name: &str, side: &'static str, value: &JsValue) -> Result<usize, Refusal> {
    count(value)
        .filter(|&side| side <= limits::MAX_SIDE)
        .ok_or_else(|| Refusal::Size { name: name.to_owned(), side })
}

/// A matrix for JavaScript, in an array of its own.
pub(crate) fn write(matrix: &Matrix) -> Record {
    let object = record();
    object.set("rows", &matrix.nrows().into());
    object.set("cols", &matrix.ncols().into());
    object.set("data", &Float64Array::new_from_slice(&to_row_major(matrix)));
    object
}
