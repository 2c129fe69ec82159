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
//! | `rope` | | `rope_theta`, `partial_rotary_factor` |
//! | `sink` | | `sinks`, `s_aux` |
//! | `temperature` | | |
//! | `slope` | | `alibi` |
//!
//! [`heedmap-attention`](https://docs.rs/heedmap-attention) says which computation to use when.

mod rope;
mod visible;

use std::ops::Range;

use serde::{Deserialize, Serialize};

pub use crate::rope::{Pairs, Rope};
pub use crate::visible::{Causal, Window, seen};

/// How attention weights are computed from queries and keys.
///
/// ```text
/// score[i, j] = cap(scale · q[i] · k[j]) − slope · |p − j|        p = i + offset, after RoPE of q and k
/// weights[i]  = softmax of score[i, j] / temperature over the keys j that query i sees, and over the sink
/// cap(x)      = softcap · tanh(x / softcap)
/// ```
///
/// Query `i` sees the keys that `causal` or `prefix`, `window` and `mask` all allow.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct AttentionRule {
    /// The factor of the products of queries and keys; `None` for 1 / sqrt(head size).
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
    /// The slope of the linear bias (ALiBi); `None` for no bias.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slope: Option<f64>,
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
