//! A run: texts go through the model, layer by layer.

use heedmap_model::{Error, LayerTrace, Read, Request, Run, Source, Step};
use heedmap_wasm_common::{
    Number, Refusal, bytes, read_options, read_value, serialize, serialize_value,
};
use js_sys::{Float32Array, Uint8Array};
use serde::{Deserialize, Serialize};
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::error::ModelRefusal;
use crate::language_model::LanguageModel;
use crate::opening::{Bytes, NeededPart};
use crate::readout::ModelReadout;
use crate::request::RunOptions;

/// What a step did.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "snake_case")]
pub(crate) enum StepName {
    /// Nothing: bytes are needed first.
    Read,
    /// A part of the work.
    Work,
    /// The last part of a layer. Its heads can be drawn.
    Layer,
    /// The last part of all.
    Done,
}

/// What a step did.
#[derive(Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct RunStep {
    step: StepName,
    /// The bytes that are needed first, or null.
    read: Option<NeededPart>,
    /// The layer that is done, or null.
    layer: Option<usize>,
}

/// What a run keeps of the heads of a layer.
#[derive(Clone, Copy, Deserialize, Tsify)]
#[serde(rename_all = "snake_case")]
pub(crate) enum KeptPart {
    /// Queries, (heads, tokens, features), as scores use them, or as a state sees them, (key heads, tokens, features).
    Q,
    /// Keys, (key heads, tokens, features), as scores use them, or as a state sees them.
    K,
    /// Values, (key heads, tokens, features), or (heads, tokens, features) of a state.
    V,
    /// What each value is multiplied by when a state is written, (heads, tokens); nothing in a layer with a softmax.
    Beta,
    /// The logarithm of what is left of a state after each token, (heads, tokens); nothing in a layer with a softmax.
    LogDecay,
    /// Outputs, (tokens, heads, features).
    Outputs,
}

/// Whether a trace is that of a text or of a variant.
#[derive(Clone, Copy, Deserialize, Tsify)]
#[serde(rename_all = "snake_case")]
pub(crate) enum TraceOf {
    Text,
    Variant,
}

/// A text or a variant that was kept. Before its first change, a variant is its text.
#[derive(Deserialize, Tsify)]
pub struct TraceName {
    of: TraceOf,
    index: usize,
    layer: usize,
}

#[wasm_bindgen]
extern "C" {
    /// The name of a part.
    #[wasm_bindgen(typescript_type = "KeptPart")]
    pub type GivenPart;
    /// Whether a text or a variant is meant.
    #[wasm_bindgen(typescript_type = "TraceOf")]
    pub type GivenTrace;
    /// Readouts.
    #[wasm_bindgen(typescript_type = "ModelReadout[]")]
    pub type Readouts;
}

/// Texts and their variants on their way through a model.
#[wasm_bindgen]
pub struct ModelRun(Run);

impl ModelRun {
    pub(crate) fn core(&self) -> &Run {
        &self.0
    }

    fn layer(&self, trace: &Ts<TraceName>) -> Result<&LayerTrace, ModelRefusal> {
        let TraceName { of, index, layer } = read_options("the trace", trace)?;
        let (text, variant) = match of {
            TraceOf::Text => (index, None),
            TraceOf::Variant => (0, Some(index)),
        };
        Ok(self.0.layer(text, variant, layer)?)
    }
}

/// The request of the core.
fn wanted(model: &LanguageModel, options: &Ts<RunOptions>) -> Result<Request, ModelRefusal> {
    let options: RunOptions = read_options("run options", options)?;
    Ok(options.core(model.model().config())?)
}

#[wasm_bindgen]
impl ModelRun {
    /// Starts a run.
    #[wasm_bindgen(constructor)]
    pub fn new(model: &LanguageModel, options: &Ts<RunOptions>) -> Result<ModelRun, ModelRefusal> {
        let request = wanted(model, options)?;
        Ok(Self(Run::new(model.model().clone(), request)?))
    }

    /// Starts a run that takes the first tokens, if it can, from a finished run of the same model.
    pub fn after(
        model: &LanguageModel,
        options: &Ts<RunOptions>,
        earlier: &ModelRun,
    ) -> Result<ModelRun, ModelRefusal> {
        let request = wanted(model, options)?;
        Ok(Self(Run::after(model.model().clone(), request, &earlier.0)?))
    }

    /// Starts a run that another instance of the program computes, which gives its layers to [`ModelRun::receive`].
    pub fn received(
        model: &LanguageModel,
        options: &Ts<RunOptions>,
    ) -> Result<ModelRun, ModelRefusal> {
        let request = wanted(model, options)?;
        Ok(Self(Run::received(model.model().clone(), request)?))
    }

    /// What was kept of a layer, for another instance of the program.
    #[wasm_bindgen(js_name = layerBytes)]
    pub fn layer_bytes(&self, layer: &Number) -> Result<Uint8Array, ModelRefusal> {
        let layer = read_value("the layer", layer)?;
        Ok(Uint8Array::new_from_slice(&self.0.layer_bytes(layer)?))
    }

    /// Takes what another instance of the program has kept of a layer.
    pub fn receive(&mut self, layer: &Number, kept: &Bytes) -> Result<(), ModelRefusal> {
        let layer = read_value("the layer", layer)?;
        Ok(self.0.receive(layer, &bytes("the bytes", kept)?)?)
    }

    /// The number of first tokens that an earlier run has computed.
    #[wasm_bindgen(getter)]
    pub fn reused(&self) -> u32 {
        u32::try_from(self.0.reused()).unwrap_or(u32::MAX)
    }

    /// Does the next part of the work, some milliseconds, or says which bytes it needs.
    pub fn step(&mut self) -> Result<Ts<RunStep>, ModelRefusal> {
        let (step, read, layer) = match self.0.step()? {
            Step::Read(read) => (StepName::Read, Some(read), None),
            Step::Work => (StepName::Work, None, None),
            Step::Layer(layer) => (StepName::Layer, None, Some(layer)),
            Step::Done => (StepName::Done, None, None),
        };
        let read = read.map(|Read { file, offset, length }| NeededPart {
            file,
            offset: offset as f64,
            length: length as f64,
        });
        Ok(serialize(&RunStep { step, read, layer })?)
    }

    /// Supplies bytes from the beginning of the needed part, all or fewer.
    pub fn supply(&mut self, part: &Bytes) -> Result<(), ModelRefusal> {
        Ok(self.0.supply(&bytes("the bytes", part)?)?)
    }

    /// What was kept of all heads of a layer.
    pub fn kept(
        &self,
        trace: &Ts<TraceName>,
        part: &GivenPart,
    ) -> Result<Float32Array, ModelRefusal> {
        let layer = self.layer(trace)?;
        let cells = match read_value("the part", part)? {
            KeptPart::Q => &layer.q,
            KeptPart::K => &layer.k,
            KeptPart::V => &layer.v,
            KeptPart::Beta => &layer.betas,
            KeptPart::LogDecay => &layer.log_decays,
            KeptPart::Outputs => &layer.outputs,
        };
        Ok(Float32Array::new_from_slice(cells))
    }

    /// The weights of a head, (queries, keys); signed in a layer that keeps a state.
    pub fn weights(
        &self,
        trace: &Ts<TraceName>,
        head: &Number,
    ) -> Result<Float32Array, ModelRefusal> {
        let head = read_value("the head", head)?;
        Ok(Float32Array::new_from_slice(&self.layer(trace)?.weights(head)?))
    }

    /// All readouts; none until the run is done, and for models without logits.
    pub fn readouts(&self) -> Result<Readouts, Refusal> {
        let readouts: Vec<_> = self.0.readouts().iter().map(ModelReadout::of).collect();
        serialize_value(&readouts).map(JsValue::unchecked_into)
    }

    /// The logits of all tokens at a position of a text, or of a variant that is kept.
    pub fn logits(
        &self,
        of: &GivenTrace,
        index: &Number,
        position: &Number,
    ) -> Result<Float32Array, ModelRefusal> {
        let index = read_value("the index", index)?;
        let source = match read_value("the trace", of)? {
            TraceOf::Text => Source::Text(index),
            TraceOf::Variant => Source::Variant(index),
        };
        let position = read_value("the position", position)?;
        let readout = self.0.readout(source, position).filter(|one| !one.logits.is_empty());
        let missing = Error::NotKept { what: "the logits of this position" };
        Ok(Float32Array::new_from_slice(&readout.ok_or(missing)?.logits))
    }

    /// The largest number of bytes of parameters that were held at once so far.
    #[wasm_bindgen(getter, js_name = parameterBytes)]
    pub fn parameter_bytes(&self) -> f64 {
        self.0.peak_parameter_bytes() as f64
    }
}
