//! Edits of a mask's text.

use heedmap_masks as masks;
use heedmap_masks::{Alignment, Brush, parse};
use heedmap_wasm_common::{NameOr, Number, indexes, read_options, read_value};
use js_sys::Uint32Array;
use serde::Deserialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::mask::Mask;

/// The effect of painting a cell.
#[derive(Deserialize, Tsify)]
#[serde(rename_all = "snake_case")]
pub enum MaskBrush {
    Allow,
    Forbid,
}

/// The names of alignments.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum AlignmentName {
    UpperLeft,
    LowerRight,
}

/// The list of cells has an odd length.
#[derive(Debug, thiserror::Error)]
#[error("the cells must be pairs of a query and a key, but their number, {numbers}, is odd")]
struct NotPairs {
    numbers: usize,
}

#[wasm_bindgen]
impl Mask {
    /// The text without the clause at an index from 0; `all` if no clause remains.
    ///
    /// @example
    /// Mask.parse('causal and window(6)').without(1); // 'causal'
    pub fn without(&self, clause: &Number) -> Result<String, JsValue> {
        self.located(|| {
            let without = self.parsed.expr.without(read_value("mask: clause", clause)?);
            Ok(without.map_or_else(|| "all".to_owned(), |expr| expr.to_string()))
        })
    }

    /// The text with another alignment of the clause at an index: `upper_left`, `lower_right`, or a number
    /// for an offset.
    ///
    /// @example
    /// Mask.parse('causal').aligned(0, 'lower_right'); // 'causal(lower_right)'
    pub fn aligned(
        &self,
        clause: &Number,
        #[wasm_bindgen(unchecked_param_type = "'upper_left' | 'lower_right' | number")]
        alignment: &JsValue,
    ) -> Result<String, JsValue> {
        self.located(|| {
            let clause = read_value("mask: clause", clause)?;
            let alignment = match read_value("mask: alignment", alignment)? {
                NameOr::Name(AlignmentName::UpperLeft) => Alignment::UpperLeft,
                NameOr::Name(AlignmentName::LowerRight) => Alignment::LowerRight,
                NameOr::<_, i32>::Value(offset) => Alignment::Offset(offset.into()),
            };
            let aligned = self.parsed.expr.aligned(clause, alignment).to_string();
            // An offset may be out of range.
            parse(&aligned)?;
            Ok(aligned)
        })
    }

    /// The text with painted cells, for a size. `cells` alternates queries and keys.
    ///
    /// @example
    /// Mask.parse('causal').painted(4, 4, 'allow', Uint32Array.of(0, 3)); // 'causal or cells(0:3)'
    pub fn painted(
        &self,
        queries: &Number,
        keys: &Number,
        brush: &Ts<MaskBrush>,
        cells: &Uint32Array,
    ) -> Result<String, JsValue> {
        self.located(|| {
            let sized = self.sized(queries, keys)?;
            let brush = match read_options("mask: brush", brush)? {
                MaskBrush::Allow => Brush::Allow,
                MaskBrush::Forbid => Brush::Forbid,
            };
            let numbers = indexes("the cells", cells)?;
            if numbers.len() % 2 != 0 {
                return Err(NotPairs { numbers: numbers.len() }.into());
            }
            let pairs = numbers.chunks_exact(2).map(|pair| (pair[0] as usize, pair[1] as usize));
            let pairs: Vec<_> = pairs.collect();
            let painted = masks::painted(&sized.mask, brush, &pairs)?.to_string();
            parse(&painted)?;
            Ok(painted)
        })
    }
}
