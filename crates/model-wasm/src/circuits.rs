//! What heads read and write, as tokens.

use heedmap_model::{CellTokens, CircuitReader};
use heedmap_wasm_common::{Js, Refusal, bytes, read_options, serialize};
use js_sys::{Float32Array, Float64Array, Uint32Array};
use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::error::{CallError, ModelRefusal};
use crate::language_model::LanguageModel;
use crate::opening::{Bytes, MaybePart, maybe_part};
use crate::run::ModelRun;
use crate::score::ScoreCell;

/// What the head of a cell reads and writes, as tokens.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
#[tsify(missing_as_null)]
pub(crate) struct HeadTokens {
    /// The id of the token of the query.
    query: u32,
    /// The ids of the tokens that have the largest scores as its keys, largest first, at most ten.
    #[tsify(type = "Uint32Array")]
    read: Js,
    /// Their scores, without positions.
    #[tsify(type = "Float32Array")]
    scores: Js,
    /// The id of the token of the key.
    key: u32,
    /// The ids of the tokens that the head makes likeliest when it looks at the key, at most ten.
    #[tsify(type = "Uint32Array")]
    written: Js,
    /// What it writes directly to their logits.
    #[tsify(type = "Float32Array")]
    logits: Js,
    /// The place of the key's own token among all that are written, from 1 on; null if it is not among the tokens.
    place: Option<usize>,
}

/// The circuits of heads, from token to token.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
#[tsify(missing_as_null)]
pub struct HeadCircuits {
    /// The number of tokens that they were computed over, from the beginning of the vocabulary.
    tokens: usize,
    /// The first layer that was read.
    layer: usize,
    /// The copying score of each head of the layers that were read, (layers, heads), from -1 to 1.
    #[tsify(type = "Float64Array")]
    copying: Js,
    /// What the head of the cell reads and writes; null without a cell.
    cell: Option<HeadTokens>,
}

/// Circuits that are being computed.
#[wasm_bindgen]
pub struct CircuitRun(Option<CircuitReader>);

#[wasm_bindgen]
impl CircuitRun {
    /// Starts with the copying scores of all heads of a model.
    pub fn all(model: &LanguageModel) -> Result<CircuitRun, ModelRefusal> {
        Ok(Self(Some(CircuitReader::new(model.model().clone())?)))
    }

    /// Starts with a cell of a run that is done.
    #[wasm_bindgen(js_name = ofCell)]
    pub fn of_cell(run: &ModelRun, cell: &Ts<ScoreCell>) -> Result<CircuitRun, ModelRefusal> {
        let cell: ScoreCell = read_options("the cell", cell)?;
        Ok(Self(Some(CircuitReader::of_cell(run.core(), cell.core())?)))
    }

    /// The bytes that are needed next; null if there is something to compute, or nothing left to do.
    pub fn need(&self) -> Result<MaybePart, Refusal> {
        maybe_part(self.0.as_ref().and_then(CircuitReader::need))
    }

    /// Supplies bytes from the beginning of the needed part, all or fewer.
    pub fn supply(&mut self, part: &Bytes) -> Result<(), ModelRefusal> {
        Ok(self.reader()?.supply(&bytes("the bytes", part)?)?)
    }

    /// Does the next part of the work, once nothing is needed; returns whether it was the last one.
    pub fn step(&mut self) -> Result<bool, ModelRefusal> {
        Ok(self.reader()?.step()?)
    }

    /// The circuits, once the last part is done.
    pub fn finish(mut self) -> Result<Ts<HeadCircuits>, ModelRefusal> {
        let reader = self.0.take().ok_or(CallError::Finished { what: "the circuits" })?;
        let found = reader.finish()?;
        Ok(serialize(&HeadCircuits {
            tokens: found.tokens,
            layer: found.layers.start,
            copying: Float64Array::new_from_slice(&found.copying).into(),
            cell: found.cell.map(HeadTokens::of),
        })?)
    }

    fn reader(&mut self) -> Result<&mut CircuitReader, CallError> {
        self.0.as_mut().ok_or(CallError::Finished { what: "the circuits" })
    }
}

impl HeadTokens {
    fn of(found: CellTokens) -> Self {
        let CellTokens { query, read, key, written, place } = found;
        let (read, scores): (Vec<u32>, Vec<f32>) = read.into_iter().unzip();
        let (written, logits): (Vec<u32>, Vec<f32>) = written.into_iter().unzip();
        Self {
            query,
            read: Uint32Array::new_from_slice(&read).into(),
            scores: Float32Array::new_from_slice(&scores).into(),
            key,
            written: Uint32Array::new_from_slice(&written).into(),
            logits: Float32Array::new_from_slice(&logits).into(),
            place,
        }
    }
}
