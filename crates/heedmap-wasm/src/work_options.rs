//! The options of a computation.

use heedmap_attention::{EmbeddingScale, Exponent, Form, Mask, Scale, SoftmaxAxis};
use wasm_bindgen::prelude::*;

use crate::options::{Names, Options};
use crate::refusal::Refusal;

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

pub(crate) struct WorkRequest {
    pub(crate) embedding_scale: EmbeddingScale,
    pub(crate) positions: PositionsKind,
    pub(crate) first_position: f64,
    pub(crate) query: Option<usize>,
    pub(crate) attention: heedmap_attention::Options,
}

impl WorkRequest {
    pub(crate) fn read(options: &JsValue) -> Result<Self, Refusal> {
        let options = Options { what: "work options", object: options };
        Ok(Self {
            embedding_scale: options.name("embeddingScale")?,
            positions: options.name("positions")?,
            first_position: options.number("firstPosition")?,
            query: options.maybe_count("query")?,
            attention: heedmap_attention::Options {
                // A number is a factor, and anything else must be a name.
                scale: match options.number("scale") {
                    Ok(factor) => Scale::Factor(factor),
                    Err(_) => options.name_or("scale", " or a number")?,
                },
                mask: options.name("mask")?,
                softmax_axis: options.name("softmaxAxis")?,
                softmax_form: options.name("softmaxForm")?,
            },
        })
    }
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

impl Names for Scale {
    const NAMES: &'static [(&'static str, Self)] =
        &[("sqrt", Self::InverseSqrtDk), ("none", Self::None)];
}
