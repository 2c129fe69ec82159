//! The rule by which a layer, or a head, computes attention weights from queries and keys.
//!
//! [`AttentionRule`] states it once, with one serde form, which is that of JavaScript and of the metadata of files
//! (`docs/format.md`).
//!
//! ```
//! use heedmap_attention_rule::{AttentionRule, Causal, Window};
//!
//! // A layer of Gemma 3 with a window: a query sees itself and 511 keys before it.
//! let rule = AttentionRule {
//!     causal: Causal::LowerRight,
//!     window: Some(Window::of(512)),
//!     ..AttentionRule::default()
//! };
//! assert_eq!(rule.seen(1000, 1001), 489..1001);
//! assert_eq!(rule.seen(3, 1001), 0..4);
//! ```
//!
//! # Names elsewhere
//!
//! | field | PyTorch | transformers |
//! |---|---|---|
//! | `scale` | `scale` of `scaled_dot_product_attention` | `scaling` of an attention module |
//! | `softcap` | | `attn_logit_softcapping`, `softcap` |
//! | `causal` | `is_causal`, `causal_upper_left`, `causal_lower_right` | `is_causal` |
//! | `prefix` | | `prefix_length` of prefix language models |
//! | `window` | `window_size=(left, right)` of FlashAttention | `sliding_window` is `left + 1` |
//! | `mask` | `attn_mask` of booleans, `mask_mod` | `or_masks`, `and_masks` |
//! | `rope` | | `rope_parameters`, `rope_scaling`, `rope_theta`, `partial_rotary_factor` |
//! | `attn_temperature_tuning` | | `attn_temperature_tuning` with `attn_scale` and `floor_scale` |
//! | `sink` | | `sinks`, `s_aux` |
//! | `temperature` | | |
//! | `slope` | | `alibi` |
//! | `key_bias` | an `attn_mask` of one row | the forget gates of FoX |
//! | `relative_bias` | a `score_mod` of `kv_idx - q_idx` | `relative_attention_bias` of T5, by distance in place of buckets |
//! | `score_bias` | a float `attn_mask` | `position_bias` |
//!
//! # What is no second rule
//!
//! Other types of the workspace have some of these names, and none of them is a set of options of attention:
//!
//! | type | what it is |
//! |---|---|
//! | `Scoring` of `heedmap-kernels` | what the kernels compute for one shape, made from a rule: rounded to 32 bits, divided by the temperature |
//! | `FileRule`, `Corrections` of `heedmap-interpretation` | what a file and a reader state of a rule, before it is checked: any part may be missing or wrong; `rule_of` makes the rule |
//! | `Config`, `LayerRule`, `ModelFacts` of `heedmap-model` | what the configuration of a model says, with everything else that its layers compute; the pass makes the rules |
//! | `Plan` of `heedmap-attention` | a wrong computation, which differs from its rule in one place |
//!
//! `cargo xtask tidy` finds any further one.
//!
//! [`heedmap-attention`](https://docs.rs/heedmap-attention) says which computation to use when.

mod bias;
mod rope;
mod scale;
mod tuning;
mod visible;

use std::ops::Range;

use serde::{Deserialize, Serialize};

pub use crate::bias::BiasBy;
pub use crate::rope::{Pairs, Rope, RopeSide, RopeType, RopeValue};
pub use crate::tuning::TemperatureTuning;
pub use crate::visible::{Causal, Window, seen};

/// How attention weights are computed from queries and keys.
///
/// ```text
/// score[i, j] = cap(scale · t(p) · q[i] · k[j]) − slope · |p − j| + key_bias[j]
///               + relative_bias[j − i + queries − 1] + score_bias[i · keys + j]
///               p = i + offset, after RoPE of q and k
/// weights[i]  = softmax of score[i, j] / temperature over the keys j that query i sees, and over the sink
/// cap(x)      = softcap · tanh(x / softcap)
/// t(p)        = 1 + attn_scale · ln(1 + floor((p + first) / floor_scale))
/// ```
///
/// Query `i` sees the keys that `causal` or `prefix`, `window` and `mask` all allow.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct AttentionRule {
    /// The factor of the products of queries and keys; `None` for 1 / sqrt(head size). In serde's form, `sqrt` and `none` are
    /// earlier names of `None` and 1.
    #[serde(default, deserialize_with = "scale::scale_in")]
    pub scale: Option<f64>,
    /// Whether a query sees later keys.
    #[serde(default)]
    pub causal: Causal,
    /// The number of first keys that `causal` does not hide.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub prefix: usize,
    /// How far a query sees; `None` for all keys.
    pub window: Option<Window>,
    /// The bound of the scores, which is applied before the mask; `None` for no bound.
    pub softcap: Option<f64>,
    /// The rotation of q and k; `None` if it has been applied, or there is none.
    pub rope: Option<Rope>,
    /// A mask expression, which hides further keys; `None` for none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mask: Option<String>,
    /// The divisor of the scores before the softmax; `None` for 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub temperature: Option<f64>,
    /// The factor of queries that grows with their position (Llama 4); `None` for 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attn_temperature_tuning: Option<TemperatureTuning>,
    /// The slope of the linear bias (ALiBi); `None` for no bias.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slope: Option<f64>,
    /// What is added to the scores of each key after the cap, such as the forget gates of FoX; `None` for nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key_bias: Option<Vec<f64>>,
    /// The same for each distance of key and query, from the first key of the last query to the last key of the first one: the
    /// relative biases of T5, or ALiBi on both sides; `None` for nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub relative_bias: Option<Vec<f64>>,
    /// The same for each query and key, row by row, where neither key nor distance give it; `None` for nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score_bias: Option<Vec<f64>>,
    /// The position of query 0 among the keys, where `causal` does not say it; `None` for 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offset: Option<i64>,
    /// The score of a learned sink, which is part of the softmax and has neither key nor value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sink: Option<f64>,
}

impl AttentionRule {
    /// The keys that a query at a position sees, out of `keys`, by `causal`, `prefix` and `window`. It is always one
    /// range, which may be empty.
    #[must_use]
    pub fn seen(&self, position: i64, keys: usize) -> Range<usize> {
        seen(self.causal, self.prefix, self.window, position, keys)
    }

    /// The position of query 0 for the mask.
    #[must_use]
    pub fn first_position(&self, queries: usize, keys: usize) -> i64 {
        match self.causal {
            Causal::None | Causal::Offset => self.offset.unwrap_or(0),
            Causal::UpperLeft => 0,
            Causal::LowerRight => visible::signed(keys) - visible::signed(queries),
        }
    }
}

/// Whether a count is left out of the serde form.
fn is_zero(count: &usize) -> bool {
    *count == 0
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn read(text: &str) -> Result<AttentionRule, String> {
        serde_json::from_str(text).map_err(|error| error.to_string())
    }

    #[test]
    fn earlier_names_of_a_rule_mean_what_they_meant() {
        for (rule, earlier) in [
            (r#"{"scale": null}"#, r#"{"scale": "sqrt"}"#),
            (r#"{"scale": 1}"#, r#"{"scale": "none"}"#),
            (
                r#"{"window": {"left": 2, "right": null}}"#,
                r#"{"window": {"left": 2, "right": -1}}"#,
            ),
            (r#"{"window": {"left": null, "right": 0}}"#, r#"{"window": {"right": 0}}"#),
            (
                r#"{"rope": {"base": 10000, "pairs": "half", "dim": 2, "first_position": 3}}"#,
                r#"{"rope": {"pairs": "half", "features": 2, "firstPosition": 3}}"#,
            ),
            (r#"{"causal": "offset"}"#, r#"{"causal": true}"#),
        ] {
            assert_eq!(read(rule).unwrap(), read(earlier).unwrap(), "{earlier}");
            let written = serde_json::to_string(&read(earlier).unwrap()).unwrap();
            assert_eq!(read(&written), read(rule), "{written}");
        }
        assert_eq!(read("{}"), Ok(AttentionRule::default()));
    }

    #[test]
    fn a_rope_is_read_as_it_is_written() {
        let all = r#"{"base":5000.0,"pairs":"interleaved","dim":8,"side":"last","rope_type":"longrope","factor":2.0,"original_max_position_embeddings":64,"attention_factor":1.5,"beta_fast":30.0,"beta_slow":2.0,"mscale":0.5,"mscale_all_dim":0.25,"truncate":false,"short_factor":[1.0,2.0,3.0,4.0],"long_factor":[1.0,2.0,3.0,4.5],"low_freq_factor":1.0,"high_freq_factor":4.0,"partial_rotary_factor":0.5,"mrope_section":[1,3],"mrope_interleaved":true,"position_ids":[[0,1],[-1,2]],"first_position":-3}"#;
        let plain = r#"{"base":10000.0,"pairs":"half","dim":null}"#;
        for text in [all, plain] {
            let rope: Rope = serde_json::from_str(text).unwrap();
            assert_eq!(serde_json::to_string(&rope).unwrap(), text);
        }
        for (text, wanted) in [
            (r#"{"rope": {"base": 1}}"#, "missing field `pairs`"),
            (r#"{"rope": {"pairs": "both"}}"#, "expected half or interleaved"),
            (r#"{"rope": {"pairs": "half", "base": "2"}}"#, "expected a number"),
            (r#"{"rope": {"pairs": "half", "dim": -2}}"#, "expected a whole number from 0 up"),
            (r#"{"rope": {"pairs": "half", "mrope_section": [1.5]}}"#, "expected an array"),
            (r#"{"rope": {"pairs": "half", "factor": {}}}"#, "expected a number"),
            (r#"{"rope": {"pairs": "half", "first_position": 0.5}}"#, "expected a whole number"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.contains(wanted), "{error}");
        }
    }

    #[test]
    fn the_last_of_two_names_of_a_key_of_a_rope_counts_and_a_list_is_no_rope() {
        for (rope, both) in [
            (
                r#"{"pairs": "half", "base": 5e5}"#,
                r#"{"pairs": "half", "base": 1e4, "rope_theta": 5e5}"#,
            ),
            (r#"{"pairs": "half", "dim": 8}"#, r#"{"pairs": "half", "dim": null, "features": 8}"#),
        ] {
            let read = |text| serde_json::from_str::<Rope>(text).map_err(|error| error.to_string());
            assert_eq!(read(rope), read(both), "{both}");
        }
        let error = read(r#"{"rope": [10000, "half", 8]}"#).unwrap_err();
        assert!(error.contains("expected a rotation"), "{error}");
    }

    #[test]
    fn a_rule_that_cannot_be_read_is_refused_by_what_is_wanted() {
        for (text, wanted) in [
            (r#"{"scale": "root"}"#, "expected a number, sqrt or none"),
            (r#"{"window": {"left": -2}}"#, "a number of keys from 0 up, or -1 for all"),
            (r#"{"window": {"lft": 1}}"#, "unknown field `lft`"),
            (r#"{"window": 0}"#, "expected a number of keys from 1 up, or left and right"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.contains(wanted), "{error}");
        }
    }
}
