//! The options of a computation.

use heedmap_attention::{EmbeddingScale, Exponent, Form, Mask, Scale, SoftmaxAxis};
use heedmap_wasm_common::{Names, Options, Refusal};
use wasm_bindgen::prelude::*;

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
            embedding_scale: options.name("embeddingScale", EMBEDDING_SCALES)?,
            positions: options.name("positions", POSITIONS)?,
            first_position: options.number("firstPosition")?,
            query: options.maybe_count("query")?,
            attention: heedmap_attention::Options {
                // A number is a factor, and anything else must be a name.
                scale: match options.number("scale") {
                    Ok(factor) => Scale::Factor(factor),
                    Err(_) => options.name_or("scale", SCALES, " or a number")?,
                },
                mask: options.name("mask", MASKS)?,
                softmax_axis: options.name("softmaxAxis", SOFTMAX_AXES)?,
                softmax_form: options.name("softmaxForm", FORMS)?,
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

const EMBEDDING_SCALES: Names<EmbeddingScale> =
    &[("none", EmbeddingScale::None), ("sqrt", EmbeddingScale::SqrtDModel)];

const POSITIONS: Names<PositionsKind> = &[
    ("none", PositionsKind::None),
    ("textbook", PositionsKind::Sinusoidal(Exponent::Textbook)),
    ("doubled", PositionsKind::Sinusoidal(Exponent::Doubled)),
    ("given", PositionsKind::Given),
];

pub(crate) const MASKS: Names<Mask> = &[("none", Mask::None), ("causal", Mask::Causal)];

pub(crate) const SOFTMAX_AXES: Names<SoftmaxAxis> =
    &[("rows", SoftmaxAxis::Rows), ("columns", SoftmaxAxis::Columns), ("all", SoftmaxAxis::All)];

const FORMS: Names<Form> = &[("stable", Form::Stable), ("naive", Form::Naive)];

const SCALES: Names<Scale> = &[("sqrt", Scale::InverseSqrtDk), ("none", Scale::None)];
