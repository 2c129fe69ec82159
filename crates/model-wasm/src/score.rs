//! A score as a sum over where the query and the key came from.

use heedmap_model::{Cell, Origin, ScoreReader};
use heedmap_wasm_common::{Js, Refusal, bytes, read_options, serialize};
use js_sys::Float64Array;
use serde::{Deserialize, Serialize};
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::error::{CallError, ModelRefusal};
use crate::opening::{Bytes, MaybePart, maybe_part};
use crate::run::ModelRun;

/// A cell of a head's map.
#[derive(Deserialize, Tsify)]
#[tsify(missing_as_null)]
pub struct ScoreCell {
    /// The text, by default the first.
    #[serde(default)]
    text: usize,
    /// A variant that was kept, which the cell belongs to; `text` is then not read. By default none.
    #[tsify(optional, type = "number | null")]
    variant: Option<usize>,
    layer: usize,
    head: usize,
    query: usize,
    key: usize,
}

/// Where a part of a query or of a key came from.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "snake_case")]
pub(crate) enum OriginName {
    /// The embedding of the token.
    Embedding,
    /// The tables of positions and segments.
    Positions,
    /// A head of an earlier layer.
    Head,
    /// The bias of the attention of an earlier layer.
    OutputBias,
    /// The MLP of an earlier layer.
    Mlp,
    /// The biases of the norm and of the projection.
    Biases,
}

/// An origin.
#[derive(Serialize, Tsify)]
#[tsify(missing_as_null)]
pub(crate) struct ScoreOrigin {
    of: OriginName,
    layer: Option<usize>,
    head: Option<usize>,
}

/// A score as a sum.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
#[tsify(missing_as_null)]
pub struct ScoreParts {
    origins: Vec<ScoreOrigin>,
    /// The part of each origin of the query.
    #[tsify(type = "Float64Array")]
    by_query: Js,
    /// The part of each origin of the key.
    #[tsify(type = "Float64Array")]
    by_key: Js,
    /// The part of each pair of origins, of the query and of the key, (origins, origins).
    #[tsify(type = "Float64Array")]
    products: Js,
    /// The score without the rotation of queries and keys; null if the layer has none.
    unrotated: Option<f64>,
    /// The sum of all parts: the score, before a softcap.
    score: f64,
}

/// A score that is being split: it needs the projections of one layer.
#[wasm_bindgen]
pub struct ScoreSplit(Option<ScoreReader>);

#[wasm_bindgen]
impl ScoreSplit {
    /// Starts with a cell of a run with `writes`.
    #[wasm_bindgen(constructor)]
    pub fn new(run: &ModelRun, cell: &Ts<ScoreCell>) -> Result<ScoreSplit, ModelRefusal> {
        let cell: ScoreCell = read_options("the cell", cell)?;
        Ok(Self(Some(ScoreReader::new(run.core(), cell.core())?)))
    }

    /// The bytes that are needed next; null if all are there.
    pub fn need(&self) -> Result<MaybePart, Refusal> {
        maybe_part(self.0.as_ref().and_then(ScoreReader::need))
    }

    /// Supplies bytes from the beginning of the needed part, all or fewer.
    pub fn supply(&mut self, part: &Bytes) -> Result<(), ModelRefusal> {
        let reader = self.0.as_mut().ok_or(CallError::Finished { what: "the score" })?;
        Ok(reader.supply(&bytes("the bytes", part)?)?)
    }

    /// The parts, once nothing more is needed.
    pub fn finish(mut self) -> Result<Ts<ScoreParts>, ModelRefusal> {
        let reader = self.0.take().ok_or(CallError::Finished { what: "the score" })?;
        let parts = reader.finish()?;
        Ok(serialize(&ScoreParts {
            origins: parts.origins.iter().map(ScoreOrigin::of).collect(),
            by_query: Float64Array::new_from_slice(&parts.by_query()).into(),
            by_key: Float64Array::new_from_slice(&parts.by_key()).into(),
            products: Float64Array::new_from_slice(&parts.products).into(),
            unrotated: parts.unrotated,
            score: parts.score(),
        })?)
    }
}

impl ScoreCell {
    pub(crate) fn core(&self) -> Cell {
        let Self { text, variant, layer, head, query, key } = *self;
        Cell { text, variant, layer, head, query, key }
    }
}

impl ScoreOrigin {
    fn of(origin: &Origin) -> Self {
        let (of, layer, head) = match *origin {
            Origin::Embedding => (OriginName::Embedding, None, None),
            Origin::Positions => (OriginName::Positions, None, None),
            Origin::Head { layer, head } => (OriginName::Head, Some(layer), Some(head)),
            Origin::OutputBias { layer } => (OriginName::OutputBias, Some(layer), None),
            Origin::Mlp { layer } => (OriginName::Mlp, Some(layer), None),
            Origin::Biases => (OriginName::Biases, None, None),
        };
        Self { of, layer, head }
    }
}
