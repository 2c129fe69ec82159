//! Maps of heads, which stay in wasm memory.

use std::rc::Rc;

use heedmap_measures::HeadMap as Cells;
use heedmap_measures::maps::{Span, part};
use heedmap_wasm_common::{Number, Places, Refusal, places, read_value, singles};
use js_sys::Float32Array;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// 32-bit floats, or any other JavaScript value.
    #[wasm_bindgen(typescript_type = "Float32Array")]
    pub type Singles;
}

/// A matrix (queries, keys), or with any other two axes.
// Reference-counted, so that lists of maps need no copies.
#[wasm_bindgen]
#[derive(Clone)]
pub struct HeadMap(pub(crate) Rc<Cells>);

impl HeadMap {
    pub(crate) fn of(cells: Cells) -> Self {
        Self(Rc::new(cells))
    }
}

/// Creates a map from numbers in row-major order.
#[wasm_bindgen(js_name = headMap)]
pub fn head_map(queries: &Number, keys: &Number, data: &Singles) -> Result<HeadMap, Refusal> {
    let (queries, keys) = (read_value("queries", queries)?, read_value("keys", keys)?);
    let cells = singles("the data of the map", data)?;
    Ok(HeadMap::of(Cells::new("the map", queries, keys, cells)?))
}

#[wasm_bindgen]
impl HeadMap {
    /// The number of rows.
    #[wasm_bindgen(getter)]
    pub fn queries(&self) -> usize {
        self.0.queries()
    }

    /// The number of columns.
    #[wasm_bindgen(getter)]
    pub fn keys(&self) -> usize {
        self.0.keys()
    }

    /// A rectangle of cells, row by row.
    pub fn cells(&self, rows: &Places, cols: &Places) -> Result<Float32Array, Refusal> {
        let cells = part(&self.0, span("rows", rows)?, span("columns", cols)?)?;
        Ok(Float32Array::new_from_slice(&cells))
    }
}

/// A range of rows or columns from JavaScript.
pub(crate) fn span(name: &str, given: &Places) -> Result<Span, Refusal> {
    let [start, length] = places(name, given)?;
    Ok(Span { start, length })
}
