//! The options of a computation.

use std::fmt;

use heedmap_attention::{EmbeddingScale, Exponent, Form, Mask, Scale, SoftmaxAxis};
use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer};
use wasm_bindgen::prelude::*;

use crate::names::{Name, Names};

#[wasm_bindgen(typescript_custom_section)]
const WORK_OPTIONS: &str = r#"
export interface WorkOptions {
  /** `sqrt`: embeddings are multiplied by the square root of d_model before positions are added. */
  embeddingScale: 'none' | 'sqrt';
  /** `doubled`: sinusoids whose exponent is doubled once too often; `given`: the input `positions`. */
  positions: 'none' | 'textbook' | 'doubled' | 'given';
  /** The position of the first token, for sinusoids. */
  firstPosition: number;
  /** What scores are multiplied by; `sqrt` is 1 / sqrt(d_k). */
  scale: 'sqrt' | 'none' | number;
  mask: 'none' | 'causal';
  /** Which weights add up to 1. */
  softmaxAxis: 'rows' | 'columns' | 'all';
  /** `naive` does not subtract the largest score first, and overflows where that matters. */
  softmaxForm: 'stable' | 'naive';
  /** A query to work alone as well, counted from 0, or null. */
  query: number | null;
}
"#;

#[wasm_bindgen]
extern "C" {
    /// See the TypeScript interface of this name.
    #[wasm_bindgen(typescript_type = "WorkOptions")]
    pub type WorkOptions;
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WorkRequest {
    pub(crate) embedding_scale: Name<EmbeddingScale>,
    pub(crate) positions: Name<PositionsKind>,
    pub(crate) first_position: f64,
    scale: ScaleOption,
    mask: Name<Mask>,
    softmax_axis: Name<SoftmaxAxis>,
    softmax_form: Name<Form>,
    pub(crate) query: Option<usize>,
}

/// What is added to the embeddings, before it is known from where.
#[derive(Clone, Copy)]
pub(crate) enum PositionsKind {
    None,
    Sinusoidal(Exponent),
    Given,
}

impl Names for EmbeddingScale {
    const NAMES: &'static [(&'static str, Self)] =
        &[("none", Self::None), ("sqrt", Self::SqrtDModel)];
}

impl Names for PositionsKind {
    const NAMES: &'static [(&'static str, Self)] = &[
        ("none", Self::None),
        ("textbook", Self::Sinusoidal(Exponent::Textbook)),
        ("doubled", Self::Sinusoidal(Exponent::Doubled)),
        ("given", Self::Given),
    ];
}

impl Names for Mask {
    const NAMES: &'static [(&'static str, Self)] =
        &[("none", Self::None), ("causal", Self::Causal)];
}

impl Names for SoftmaxAxis {
    const NAMES: &'static [(&'static str, Self)] =
        &[("rows", Self::Rows), ("columns", Self::Columns), ("all", Self::All)];
}

impl Names for Form {
    const NAMES: &'static [(&'static str, Self)] =
        &[("stable", Self::Stable), ("naive", Self::Naive)];
}

impl From<&WorkRequest> for heedmap_attention::Options {
    fn from(request: &WorkRequest) -> Self {
        Self {
            scale: request.scale.0,
            mask: request.mask.0,
            softmax_axis: request.softmax_axis.0,
            softmax_form: request.softmax_form.0,
        }
    }
}

/// `'sqrt'`, `'none'` or a number. Serde's own way, an untagged enum, would only say that nothing matched.
#[derive(Clone, Copy)]
struct ScaleOption(Scale);

impl<'de> Deserialize<'de> for ScaleOption {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ScaleVisitor)
    }
}

struct ScaleVisitor;

impl Visitor<'_> for ScaleVisitor {
    type Value = ScaleOption;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("`sqrt`, `none` or a number")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<ScaleOption, E> {
        match name {
            "sqrt" => Ok(ScaleOption(Scale::InverseSqrtDk)),
            "none" => Ok(ScaleOption(Scale::None)),
            _ => Err(E::invalid_value(Unexpected::Str(name), &self)),
        }
    }

    fn visit_f64<E: Error>(self, factor: f64) -> Result<ScaleOption, E> {
        Ok(ScaleOption(Scale::Factor(factor)))
    }

    /// Whole numbers come this way; up to 2^53, as JavaScript has them, they are exact.
    fn visit_i64<E: Error>(self, factor: i64) -> Result<ScaleOption, E> {
        self.visit_f64(factor as f64)
    }
}
