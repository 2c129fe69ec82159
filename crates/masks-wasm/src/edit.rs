//! The text of a mask, changed.

use heedmap_masks as masks;
use heedmap_masks::{Alignment, Brush, parse};
use heedmap_wasm_common::{InputError, Number, Refusal, indexes};
use js_sys::Uint32Array;
use wasm_bindgen::prelude::*;

use crate::inputs::whole;
use crate::mask::Mask;

#[wasm_bindgen(typescript_custom_section)]
const EDIT: &str = r#"
/** What painting a cell makes of it. */
export type MaskBrush = 'allow' | 'forbid';
"#;

#[wasm_bindgen]
extern "C" {
    /// See the TypeScript type of this name.
    #[wasm_bindgen(typescript_type = "MaskBrush")]
    pub type MaskBrush;
}

/// Something else in the place of cells.
#[derive(Debug, thiserror::Error)]
#[error("the cells must be pairs of a query and a key, but are {numbers} numbers")]
struct NotPairs {
    numbers: usize,
}

#[wasm_bindgen]
impl Mask {
    /// The text without a clause, counted from 0; `all` if nothing is left.
    ///
    /// @example
    /// Mask.parse('causal and window(6)').without(1); // 'causal'
    pub fn without(&self, clause: &Number) -> Result<String, JsValue> {
        self.located(|| {
            let without = self.parsed.expr.without(whole("clause", clause)?);
            Ok(without.map_or_else(|| "all".to_owned(), |expr| expr.to_string()))
        })
    }

    /// The text with a clause aligned in another way: `upper_left`, `lower_right`, or a number for an offset.
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
            let clause = whole("clause", clause)?;
            let aligned = self.parsed.expr.aligned(clause, read_alignment(alignment)?).to_string();
            // An offset may be out of range.
            parse(&aligned)?;
            Ok(aligned)
        })
    }

    /// The text with cells painted: queries and keys in turn.
    ///
    /// @example
    /// Mask.parse('causal').painted(4, 4, 'allow', Uint32Array.of(0, 3)); // 'causal or cells(0:3)'
    pub fn painted(
        &self,
        queries: &Number,
        keys: &Number,
        brush: &MaskBrush,
        cells: &Uint32Array,
    ) -> Result<String, JsValue> {
        self.located(|| {
            let sized = self.sized(queries, keys)?;
            let brush = read_brush(brush)?;
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

fn read_alignment(value: &JsValue) -> Result<Alignment, Refusal> {
    let offset = value.as_f64().filter(|&offset| f64::from(offset as i32) == offset);
    match (offset, value.as_string().as_deref()) {
        (Some(offset), _) => Ok(Alignment::Offset(offset as i64)),
        (_, Some("upper_left")) => Ok(Alignment::UpperLeft),
        (_, Some("lower_right")) => Ok(Alignment::LowerRight),
        _ => Err(InputError::Option {
            what: "mask",
            key: "alignment",
            wanted: "upper_left or lower_right or a whole number".to_owned(),
        }
        .into()),
    }
}

fn read_brush(value: &JsValue) -> Result<Brush, Refusal> {
    match value.as_string().as_deref() {
        Some("allow") => Ok(Brush::Allow),
        Some("forbid") => Ok(Brush::Forbid),
        _ => Err(InputError::Option {
            what: "mask",
            key: "brush",
            wanted: "allow or forbid".to_owned(),
        }
        .into()),
    }
}
