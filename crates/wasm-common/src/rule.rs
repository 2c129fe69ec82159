//! The rule by which a head computes its weights, as JavaScript gives it.

use heedmap_attention_rule::AttentionRule;
use wasm_bindgen::prelude::*;

use crate::options::read_value;
use crate::refusal::Refusal;

#[wasm_bindgen(typescript_custom_section)]
const ATTENTION_RULE: &str = r#"
/** How the weights of a head are computed from its queries and keys: `docs/format.md` describes it. */
export interface AttentionRule {
  /** The factor of the scores; null for 1 / sqrt(head size). */
  scale: number | null;
  /** Whether later keys are hidden from a query, and the position of the first query among the keys. */
  causal: 'none' | 'upper_left' | 'lower_right';
  /** The number of first keys that `causal` does not hide; by default 0. */
  prefix?: number;
  /** How far a query sees: a number of keys, itself and those just before it, and as many after it without a causal mask; or how many before and after it. Null for all. */
  window: number | { left: number | null; right: number | null } | null;
  /** The bound of the scores, which is applied before the mask; null for none. */
  softcap: number | null;
  /** Null if RoPE has been applied, or there is none. */
  rope: Rope | null;
  /** A mask expression, which hides further keys; null for none. Clauses without an alignment place the queries as `causal` and `offset` do. */
  mask?: string | null;
  /** The divisor of the scores before the softmax; null for 1. */
  temperature?: number | null;
  /** The factor of queries by their position (Llama 4): 1 + attn_scale · ln(1 + floor((position + first) / floor_scale)); null for none. */
  attn_temperature_tuning?: { attn_scale: number; floor_scale: number; first: number } | null;
  /** What is added to the scores of each key after the cap; null for nothing. */
  key_bias?: number[] | null;
  /** The same by distance: number `key − query + queries − 1` of `queries + keys − 1`; null for nothing. */
  relative_bias?: number[] | null;
  /** The same for each query and key, row by row; null for nothing. */
  score_bias?: number[] | null;
  /** The slope of the linear bias (ALiBi); null for none. */
  slope?: number | null;
  /** The position of query 0 among the keys, where `causal` does not say it. */
  offset?: number | null;
  /** The score of a learned sink, which gets a column before the keys; null for none. */
  sink?: number | null;
}

/** A rotation of q and k. The scaling has the names of `rope_parameters` in a configuration of transformers. */
export interface Rope {
  base: number;
  pairs: 'half' | 'interleaved';
  /** The number of rotated features; null for all. */
  dim: number | null;
  /** Whether these are the first or the last features; by default the first. */
  side?: 'first' | 'last';
  rope_type?: 'default' | 'linear' | 'dynamic' | 'yarn' | 'longrope' | 'llama3' | 'proportional';
  factor?: number;
  original_max_position_embeddings?: number;
  attention_factor?: number;
  beta_fast?: number;
  beta_slow?: number;
  mscale?: number;
  mscale_all_dim?: number;
  truncate?: boolean;
  short_factor?: number[];
  long_factor?: number[];
  low_freq_factor?: number;
  high_freq_factor?: number;
  partial_rotary_factor?: number;
  /** The number of pairs that turn by each position of a token (mRoPE), and whether these take turns. */
  mrope_section?: number[];
  mrope_interleaved?: boolean;
  /** The positions of the keys: one list, or one for each section; by default 0, 1, 2 and so on. */
  position_ids?: number[][];
  /** The position of key 0; by default 0. */
  first_position?: number;
}

/** The rule of a head for the kernels, which compute neither RoPE, nor factors of queries, nor mask expressions. What it lacks is that of the paper's attention without a mask. */
export type HeadRule = Partial<Omit<AttentionRule, 'causal' | 'rope' | 'mask' | 'attn_temperature_tuning'>> & {
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
