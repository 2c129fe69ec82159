//! A parsed mask behind a handle, so that a text is parsed once for many calls.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use heedmap_masks as masks;
use heedmap_masks::{Bits, Parsed, Shape, parse};
use heedmap_wasm_common::{Number, Refusal, Text};
use wasm_bindgen::prelude::*;

use crate::inputs::{placed, shape, text};

/// The parsed text of a mask. Call `free()` when it is no longer needed.
#[wasm_bindgen]
pub struct Mask {
    pub(crate) text: String,
    pub(crate) parsed: Parsed,
    /// The mask in the last requested size, because a room requests the same size many times.
    sized: RefCell<Option<Rc<SizedMask>>>,
}

/// A mask in one size, and its bits if they were needed.
pub(crate) struct SizedMask {
    pub(crate) mask: masks::Mask,
    bits: OnceCell<Bits>,
}

impl SizedMask {
    /// The whole mask, evaluated once.
    pub(crate) fn bits(&self) -> &Bits {
        self.bits.get_or_init(|| self.mask.bits())
    }
}

#[wasm_bindgen]
impl Mask {
    /// Parses a text, without checking it for a number of queries and keys.
    ///
    /// @example
    /// const mask = Mask.parse('causal and window(6)');
    pub fn parse(text: &Text) -> Result<Self, JsValue> {
        Self::read(text, || Ok(None))
    }

    /// Parses a text, and checks it for a number of queries and keys, 1 to 2048 each. The numbers are checked
    /// before the text.
    ///
    /// @example
    /// const mask = Mask.parseSized('causal', 24, 24);
    #[wasm_bindgen(js_name = parseSized)]
    pub fn parse_sized(text: &Text, queries: &Number, keys: &Number) -> Result<Self, JsValue> {
        Self::read(text, || Ok(Some(shape(queries, keys)?)))
    }
}

impl Mask {
    fn read(
        given: &JsValue,
        shape: impl FnOnce() -> Result<Option<Shape>, Refusal>,
    ) -> Result<Self, JsValue> {
        let text = text(given).map_err(|error| placed(&error, None))?;
        let read = || -> Result<Self, Refusal> {
            let shape = shape()?;
            let (text, parsed) = (text.clone(), parse(&text)?);
            let mask = Self { text, parsed, sized: RefCell::new(None) };
            if let Some(shape) = shape {
                mask.in_shape(shape)?;
            }
            Ok(mask)
        };
        read().map_err(|error| placed(&error, Some(&text)))
    }

    /// Calls a function, and adds the place in the text to its error.
    pub(crate) fn located<T>(
        &self,
        call: impl FnOnce() -> Result<T, Refusal>,
    ) -> Result<T, JsValue> {
        call().map_err(|error| placed(&error, Some(&self.text)))
    }

    /// The mask in a size from JavaScript.
    pub(crate) fn sized(&self, queries: &Number, keys: &Number) -> Result<Rc<SizedMask>, Refusal> {
        self.in_shape(shape(queries, keys)?)
    }

    /// The mask in a size.
    pub(crate) fn in_shape(&self, shape: Shape) -> Result<Rc<SizedMask>, Refusal> {
        let mut kept = self.sized.borrow_mut();
        if let Some(sized) = kept.as_ref().filter(|sized| sized.mask.shape() == shape) {
            return Ok(Rc::clone(sized));
        }
        let mask = masks::Mask::new(self.parsed.expr.clone(), shape)?;
        let sized = Rc::new(SizedMask { mask, bits: OnceCell::new() });
        *kept = Some(Rc::clone(&sized));
        Ok(sized)
    }
}
