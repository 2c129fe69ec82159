//! Readouts as results.

use heedmap_model::{Readout, Source};
use heedmap_wasm_common::Js;
use js_sys::{Float32Array, Float64Array, Uint32Array};
use serde::Serialize;
use tsify::Tsify;

/// What is read as logits.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SourceName {
    /// The end of a text: the logits of the model.
    Text,
    /// The end of a variant.
    Variant,
    /// The residual stream after the attention of a layer (logit lens).
    AfterAttention,
    /// The residual stream after a layer (logit lens).
    AfterLayer,
    /// What a head writes directly.
    Head,
    /// What an MLP writes directly.
    Mlp,
    /// What the bias of a layer's attention writes directly.
    OutputBias,
    /// What the embedding of the token gives directly.
    Embedding,
    /// What the tables of positions and segments give directly.
    Positions,
    /// The bias of the last norm.
    NormBias,
}

/// The logits of one source at one position.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
#[tsify(missing_as_null)]
pub(crate) struct ModelReadout {
    source: SourceName,
    /// The text, or the variant.
    index: usize,
    layer: Option<usize>,
    head: Option<usize>,
    position: usize,
    /// The logits of the watched tokens.
    #[tsify(type = "Float32Array")]
    watched: Js,
    /// The ids of the tokens with the largest logits, largest first, at most ten.
    #[tsify(type = "Uint32Array")]
    best: Js,
    /// Their logits.
    #[tsify(type = "Float32Array")]
    logits: Js,
    /// Their probabilities, which mean nothing for parts of a text's logits.
    #[tsify(type = "Float64Array")]
    probabilities: Js,
    /// `ln Σ exp(logit)` over all tokens, in nats.
    log_sum_exp: f64,
}

impl ModelReadout {
    pub(crate) fn of(readout: &Readout) -> Self {
        let (source, index, layer, head) = match readout.source {
            Source::Text(text) => (SourceName::Text, text, None, None),
            Source::Variant(variant) => (SourceName::Variant, variant, None, None),
            Source::AfterAttention { text, layer } => {
                (SourceName::AfterAttention, text, Some(layer), None)
            }
            Source::AfterLayer { text, layer } => (SourceName::AfterLayer, text, Some(layer), None),
            Source::Head { text, layer, head } => (SourceName::Head, text, Some(layer), Some(head)),
            Source::Mlp { text, layer } => (SourceName::Mlp, text, Some(layer), None),
            Source::OutputBias { text, layer } => (SourceName::OutputBias, text, Some(layer), None),
            Source::Embedding(text) => (SourceName::Embedding, text, None, None),
            Source::Positions(text) => (SourceName::Positions, text, None, None),
            Source::NormBias(text) => (SourceName::NormBias, text, None, None),
        };
        let (ids, logits): (Vec<u32>, Vec<f32>) = readout.best.iter().copied().unzip();
        let probabilities: Vec<f64> =
            logits.iter().map(|&logit| readout.probability(logit)).collect();
        Self {
            source,
            index,
            layer,
            head,
            position: readout.position,
            watched: Float32Array::new_from_slice(&readout.watched).into(),
            best: Uint32Array::new_from_slice(&ids).into(),
            logits: Float32Array::new_from_slice(&logits).into(),
            probabilities: Float64Array::new_from_slice(&probabilities).into(),
            log_sum_exp: readout.log_sum_exp,
        }
    }
}
