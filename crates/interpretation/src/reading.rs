//! The result: where the numbers of each head are.

use heedmap_attention_rule::AttentionRule;
use serde::{Deserialize, Serialize};

use crate::axis::Axis;
use crate::linear_kind::LinearKind;

/// Whether the files have weights, or q and k.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names say it")]
#[non_exhaustive]
pub enum Kind {
    Weights,
    Qk,
}

/// What the numbers (queries, keys) of a file are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Numbers {
    /// Weights after softmax.
    #[default]
    Weights,
    /// Scores before softmax.
    Scores,
    /// Differences of weights.
    Difference,
}

impl Numbers {
    pub(crate) fn named(name: &str) -> Option<Self> {
        match name {
            "weights" => Some(Self::Weights),
            "scores" => Some(Self::Scores),
            "difference" => Some(Self::Difference),
            _ => None,
        }
    }

    fn is_weights(&self) -> bool {
        *self == Self::Weights
    }
}

/// An array, or a part of one, and the meanings of its axes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Part {
    /// The number of its file.
    pub file: u32,
    /// Its index in the file.
    pub tensor: usize,
    /// The meaning of each axis.
    pub axes: Vec<Axis>,
    /// For each axis, the index of a fixed axis, or 0.
    pub at: Vec<u64>,
    /// The index of its first or only layer.
    pub layer: usize,
    /// The query of its first row; not 0 for steps of generation.
    pub query: u64,
    /// The head, if the array is a single head; then it has no axis of heads.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub head: Option<usize>,
    /// The ranges of axes that are read in part.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ranges: Option<Ranges>,
    /// The number of heads side by side in the features; then there is no axis of heads.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub split: Option<u64>,
}

/// Ranges of axes: the first index, and the length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Ranges {
    /// The range of queries.
    pub query: (u64, u64),
    /// The range of keys.
    pub key: (u64, u64),
}

/// The interpretation of files, from which any head can be computed.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify), tsify(missing_as_null))]
#[serde(rename_all = "camelCase")]
pub struct Reading {
    /// Whether weights are read or computed.
    pub kind: Kind,
    /// What `weights` are. The softmax of scores is applied to each row.
    #[serde(default, skip_serializing_if = "Numbers::is_weights")]
    #[cfg_attr(feature = "typescript", tsify(type = "Exclude<Numbers, 'weights'>"))]
    pub numbers: Numbers,
    /// The number of layers.
    pub layers: u64,
    /// What each layer is called, if not 0, 1, 2 and so on: the files may hold only some layers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub layer_numbers: Option<Vec<u64>>,
    /// The number of heads of a layer; the largest, if layers differ.
    pub heads: u64,
    /// The number of heads of each layer, if layers differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub layer_heads: Option<Vec<u64>>,
    /// The number of key-value heads; for weights, `heads`.
    pub kv_heads: u64,
    /// The number of queries.
    pub queries: u64,
    /// The number of keys, with a sink.
    pub keys: u64,
    /// The position of query 0 among the keys: keys - queries with a cache, else 0.
    pub offset: i64,
    /// The arrays of weights. Several arrays of a layer are consecutive rows.
    pub weights: Vec<Part>,
    /// The arrays of q, one for each layer or one for all.
    pub q: Vec<Part>,
    /// The arrays of k.
    pub k: Vec<Part>,
    /// The arrays of v; empty if there are no values.
    pub v: Vec<Part>,
    /// How weights are computed; of the first layer and head, if there are `rules`.
    #[cfg_attr(feature = "typescript", tsify(type = "ReadingRule"))]
    pub qk: AttentionRule,
    /// How weights are computed in each layer, if layers differ: one rule for all its heads, or one for each.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(type = "ReadingRule[][]"))]
    pub rules: Option<Vec<Vec<AttentionRule>>>,
    /// What each layer is, if some keep a state in place of a softmax; `None` for a softmax.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kinds: Option<Vec<Option<LinearKind>>>,
    /// The arrays of what each value of a layer with a state is multiplied by when it is written.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub beta: Vec<Part>,
    /// The arrays of the logarithms of what is left of a state after each token.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub log_decay: Vec<Part>,
    /// The arrays of the queries and keys whose softmax differential attention subtracts, and of its factor.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub q_subtracted: Vec<Part>,
    #[allow(missing_docs, reason = "see the field before")]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub k_subtracted: Vec<Part>,
    #[allow(missing_docs, reason = "see the field before")]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lambda: Vec<Part>,
    /// The arrays of the keys, or blocks, that queries picked; their last axis is called features.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub selected: Vec<Part>,
    /// The number of keys that a pick stands for, by layer. `None` without `selected`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blocks: Option<Vec<u64>>,
    /// The arrays of the biases of keys.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub key_bias: Vec<Part>,
    /// The same of distances, from that of the first key and the last query; their last axis is called key.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub relative_bias: Vec<Part>,
    /// The same of queries and keys.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub score_bias: Vec<Part>,
    /// The arrays of the entries, keys that stand for several tokens each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub k_compressed: Vec<Part>,
    /// The arrays of the shares that an entry pools of its tokens; their last axis is called features.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub k_pooling: Vec<Part>,
    /// The number of tokens that an entry stands for, by layer; 0 without entries. `None` without `k_compressed`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compress_rates: Option<Vec<u64>>,
    /// The readings of the texts whose mean is shown, each of this size; empty if one text is shown.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub texts: Vec<Reading>,
    /// The raw tokens of the keys; empty if there are none.
    pub tokens: Vec<String>,
    /// The raw tokens of the queries; empty if they are the same as `tokens`.
    pub query_tokens: Vec<String>,
    /// The score of a learned sink by layer and head: key 0 is the sink, and `keys` counts it.
    pub sinks: Option<Vec<Vec<f64>>>,
    /// The positions of the keys for RoPE, if they are not 0, 1, 2 and so on: one list, or one for each section of mRoPE.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position_ids: Option<Vec<Vec<i64>>>,
    /// The number of keys that existed when each query was computed. `None` if all did.
    pub reach: Option<Vec<u64>>,
    /// How far the sum of a row of weights may be from 1 by rounding. `None` if rows need not sum
    /// to 1.
    pub tolerance: Option<f64>,
}
