//! The options of a computation.

use heedmap_attention::{
    AttentionRule, Causal, EmbeddingScale, Exponent, SoftmaxAxis, SoftmaxForm, SoftmaxKind,
};
use heedmap_wasm_common::{NameOr, SoftmaxAxisName};
use serde::Deserialize;
use tsify::Tsify;

use crate::names::{ScaleName, scale};

/// `sqrt`: embeddings are multiplied by the square root of d_model before positions are added.
#[derive(Deserialize, Tsify)]
#[serde(rename_all = "snake_case", remote = "EmbeddingScale")]
pub(crate) enum EmbeddingScaleName {
    None,
    #[serde(rename = "sqrt")]
    SqrtDModel,
}

/// The positions that are added to the embeddings. `textbook`: sinusoids; `doubled`: sinusoids
/// whose exponent is doubled once too often; `given`: the input `positions`.
#[derive(Clone, Copy, Deserialize, Tsify)]
#[serde(rename_all = "snake_case")]
pub(crate) enum PositionsName {
    None,
    Textbook,
    Doubled,
    Given,
}

impl PositionsName {
    /// The exponent of sinusoids.
    pub(crate) fn exponent(self) -> Option<Exponent> {
        match self {
            Self::Textbook => Some(Exponent::Textbook),
            Self::Doubled => Some(Exponent::Doubled),
            Self::None | Self::Given => None,
        }
    }
}

/// Whether a query sees later keys.
#[derive(Clone, Copy, Deserialize, Tsify)]
#[serde(rename_all = "snake_case")]
pub(crate) enum MaskName {
    None,
    Causal,
}

impl MaskName {
    /// As a rule says it.
    pub(crate) fn causal(self) -> Causal {
        match self {
            Self::None => Causal::None,
            Self::Causal => Causal::UpperLeft,
        }
    }
}

/// `naive` does not subtract the largest score first, and overflows for large scores.
#[derive(Deserialize, Tsify)]
#[serde(rename_all = "snake_case", remote = "SoftmaxForm")]
pub(crate) enum SoftmaxFormName {
    Stable,
    Naive,
}

/// Defines the options of a computation: the fields that one head and several heads share, and further ones.
macro_rules! work_options {
    ($(#[$about:meta])* pub struct $name:ident { $($more:tt)* }) => {
        $(#[$about])*
        #[derive(Deserialize, Tsify)]
        #[serde(rename_all = "camelCase")]
        #[tsify(missing_as_null)]
        pub struct $name {
            #[serde(with = "EmbeddingScaleName")]
            #[tsify(type = "EmbeddingScaleName")]
            pub(crate) embedding_scale: EmbeddingScale,
            #[tsify(type = "PositionsName")]
            pub(crate) positions: PositionsName,
            /// The position of the first token, for sinusoids.
            pub(crate) first_position: f64,
            /// The factor of the scores; `sqrt` is 1 / sqrt(d_k).
            #[tsify(type = "ScaleName | number")]
            scale: NameOr<ScaleName, f64>,
            #[tsify(type = "MaskName")]
            mask: MaskName,
            #[serde(with = "SoftmaxAxisName")]
            #[tsify(type = "SoftmaxAxisName")]
            softmax_axis: SoftmaxAxis,
            #[serde(with = "SoftmaxFormName")]
            #[tsify(type = "SoftmaxFormName")]
            softmax_form: SoftmaxForm,
            $($more)*
        }

        impl $name {
            /// The rule, and the softmax of the lesson.
            pub(crate) fn attention(&self) -> (AttentionRule, SoftmaxKind) {
                let rule = AttentionRule {
                    scale: scale(self.scale),
                    causal: self.mask.causal(),
                    ..AttentionRule::default()
                };
                (rule, SoftmaxKind { axis: self.softmax_axis, form: self.softmax_form })
            }

            /// The options that concern the inputs.
            pub(crate) fn start(&self) -> StartOptions {
                StartOptions {
                    embedding_scale: self.embedding_scale,
                    positions: self.positions,
                    first_position: self.first_position,
                }
            }
        }
    };
}

/// The options that concern the inputs.
pub(crate) struct StartOptions {
    pub(crate) embedding_scale: EmbeddingScale,
    pub(crate) positions: PositionsName,
    pub(crate) first_position: f64,
}

work_options! {
    /// The options of a computation.
    pub struct WorkOptions {
        /// The index of a query to compute alone as well, from 0, or null.
        pub(crate) query: Option<usize>,
    }
}

work_options! {
    /// The options of a computation with several heads.
    pub struct WorkHeadsOptions {
        /// The number of query heads, which divides the columns of the queries.
        pub(crate) heads: usize,
        /// The number of key and value heads, which divides the columns of keys and values, and the
        /// number of query heads.
        pub(crate) kv_heads: usize,
        /// The bytes of one number in the cache.
        pub(crate) number_bytes: usize,
    }
}
