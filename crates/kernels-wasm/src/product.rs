//! Matrix products.

use half::{bf16, f16};
use heedmap_kernels::{Right, RightOperand};
use heedmap_wasm_common::{Refusal, read_options, singles};
use js_sys::Float32Array;
use serde::Deserialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::numbers::{Number, NumberFormat, zeros};

/// The sizes and the layout of a right operand.
#[derive(Deserialize, Tsify)]
#[tsify(missing_as_null)]
pub struct OperandOptions {
    /// The rows of the operand, and the columns of the left operand.
    depth: usize,
    /// The columns of the operand and of the product.
    columns: usize,
    /// Whether the array contains (columns, depth) instead of (depth, columns).
    #[serde(default)]
    transposed: bool,
    /// The format of the numbers, by default `f32`. `f16` and `bf16` are a Uint16Array with the bits.
    #[tsify(optional, type = "NumberFormat | null")]
    format: Option<NumberFormat>,
}

/// The right operand of products, such as the weights of a layer. It is copied and packed once.
#[wasm_bindgen]
pub struct KernelOperand(RightOperand);

#[wasm_bindgen]
impl KernelOperand {
    /// A matrix (depth, columns), row by row.
    ///
    /// @example
    /// const operand = new KernelOperand({ depth: 2, columns: 1 }, Float32Array.of(3, 4));
    /// operand.product(Float32Array.of(1, 2)); // 11
    #[wasm_bindgen(constructor)]
    pub fn new(
        options: &Ts<OperandOptions>,
        #[wasm_bindgen(unchecked_param_type = "Float32Array | Uint16Array")] b: &JsValue,
    ) -> Result<KernelOperand, Refusal> {
        let OperandOptions { depth, columns, transposed, format } =
            read_options("operand options", options)?;
        let right = if transposed { Right::Transposed } else { Right::Plain };
        let (name, sizes) = ("the right operand", [depth, columns]);
        let operand = match format.unwrap_or(NumberFormat::F32) {
            NumberFormat::F32 => RightOperand::new(&f32::read(name, b)?, right, sizes),
            NumberFormat::F16 => RightOperand::new(&f16::read(name, b)?, right, sizes),
            NumberFormat::Bf16 => RightOperand::new(&bf16::read(name, b)?, right, sizes),
        };
        Ok(Self(operand?))
    }

    /// The product of (rows, depth) with the operand, (rows, columns), in 32 bits.
    pub fn product(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Float32Array")] a: &JsValue,
    ) -> Result<Float32Array, Refusal> {
        let a = singles("the left operand", a)?;
        let rows = a.len() / self.0.depth().max(1);
        let mut out = zeros("the product", rows, self.0.columns())?;
        self.0.product(&a, rows, &mut out)?;
        Ok(Float32Array::from(out.as_slice()))
    }
}
