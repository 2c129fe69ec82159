//! The rule by which a head computes its weights, as JavaScript gives it.

use heedmap_attention_rule::AttentionRule;
use wasm_bindgen::prelude::*;

use crate::options::read_value;
use crate::refusal::Refusal;

#[wasm_bindgen(typescript_custom_section)]
const HEAD_RULE: &str = r#"
type OfKernels = Omit<AttentionRule, 'causal' | 'rope' | 'mask' | 'attn_temperature_tuning'>;
/** The rule of a head for the kernels, which compute neither RoPE, nor factors of queries, nor mask expressions. What it lacks is that of the paper's attention without a mask. */
export type HeadRule = { [P in keyof OfKernels]?: OfKernels[P] | null } & {
  /** `true` or `offset`: later keys are hidden from a query, and the first query is at `offset`. */
  causal?: AttentionRule['causal'] | 'offset' | boolean;
};
"#;

#[wasm_bindgen]
extern "C" {
    /// A rule, or any other JavaScript value.
    #[wasm_bindgen(typescript_type = "AttentionRule")]
    pub type GivenRule;

    /// A rule for the kernels, or any other JavaScript value.
    #[wasm_bindgen(typescript_type = "HeadRule")]
    pub type GivenHeadRule;
}

/// Reads a rule.
///
/// # Errors
///
/// A value that does not fit, or an unknown key.
pub fn rule_in(given: &JsValue) -> Result<AttentionRule, Refusal> {
    rule_of("weights options", given)
}

/// Reads a rule that errors call `name`.
///
/// # Errors
///
/// Like [`rule_in`].
pub fn rule_of(name: &str, given: &JsValue) -> Result<AttentionRule, Refusal> {
    read_value(name, given)
}
