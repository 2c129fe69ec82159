//! A mask as numbers: the whole matrix, and thumbnails of its parts.

use heedmap_masks::Thumbnail;
use heedmap_wasm_common::{Js, Number, read_value, serialize, serialize_value};
use js_sys::Uint8Array;
use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::mask::Mask;

/// Cells of a mask, row by row: cell (i, j) is `data[i * cols + j]`.
#[derive(Serialize, Tsify)]
pub struct MaskMatrix {
    rows: usize,
    cols: usize,
    #[tsify(type = "Uint8Array")]
    data: Js,
}

#[wasm_bindgen]
impl Mask {
    /// The whole mask: 1 where the query (row) may attend to the key (column), else 0.
    ///
    /// @example
    /// Mask.parse('causal').matrix(2, 2).data; // 1 0 1 1
    pub fn matrix(&self, queries: &Number, keys: &Number) -> Result<Ts<MaskMatrix>, JsValue> {
        self.located(|| {
            let sized = self.sized(queries, keys)?;
            let shape = sized.mask.shape();
            let data = Uint8Array::new_from_slice(&sized.bits().to_bytes()).into();
            serialize(&MaskMatrix { rows: shape.queries(), cols: shape.keys(), data })
        })
    }

    /// The clauses and groups in few cells, in the order of `expression().tree`, a group before its operands,
    /// each with the `not` before it. A cell is 2 if the part and the mask allow one of its pairs, 1 if only
    /// the part does, else 0.
    ///
    /// @example
    /// Mask.parse('causal and window(1)').thumbnails(2, 2, 36)[1].data; // 2 0 1 2
    #[wasm_bindgen(unchecked_return_type = "MaskMatrix[]")]
    pub fn thumbnails(
        &self,
        queries: &Number,
        keys: &Number,
        #[wasm_bindgen(unchecked_param_type = "number")] most: &JsValue,
    ) -> Result<JsValue, JsValue> {
        self.located(|| {
            let sized = self.sized(queries, keys)?;
            let thumbnails = sized.mask.thumbnails(read_value("mask: most", most)?);
            let matrices = thumbnails.into_iter().map(|Thumbnail { rows, cols, cells }| {
                let data = Uint8Array::new_from_slice(&cells).into();
                MaskMatrix { rows, cols, data }
            });
            serialize_value(matrices.collect::<Vec<_>>().as_slice())
        })
    }
}
