//! Heads of layers that keep a state in place of a softmax.

use heedmap_linear_attention::{Error, LinearHead as Head};
use heedmap_measures::{HeadMap as Cells, SignedMeasures};
use heedmap_wasm_common::{Refusal, read_options, serialize, singles};
use js_sys::Float64Array;
use serde::{Deserialize, Serialize};
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::head_map::HeadMap;
use crate::large_head::{MaybeWeights, Weights};

/// What replaces the softmax, by its name in files.
#[derive(Clone, Copy, PartialEq, Deserialize, Tsify)]
#[serde(rename_all = "snake_case")]
pub(crate) enum StateKind {
    GatedDelta,
    Kda,
    Mamba2,
    SimpleGla,
    Lightning,
}

/// The rule of a head that keeps a state, and its place in the model, which errors name.
#[derive(Deserialize, Tsify)]
#[tsify(missing_as_null)]
pub struct LinearOptions {
    kind: StateKind,
    /// The factor of the queries; null for the usual one of the kind.
    scale: Option<f64>,
    layer: usize,
    head: usize,
}

/// The least and the greatest sum of a row.
#[derive(Serialize, Tsify)]
pub(crate) struct SignedSums {
    least: f64,
    greatest: f64,
}

/// What can be said of signed weights, which need not sum to 1.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
#[tsify(missing_as_null)]
pub struct SignedFigures {
    /// The number of weights up to their query, and of those below 0.
    cells: f64,
    negative: f64,
    /// The means over the rows: of the sum, of the sum of magnitudes, of the share of it below 0, and of the distance within
    /// which half of it lies.
    sum: Option<f64>,
    absolute: Option<f64>,
    negative_share: Option<f64>,
    span: Option<f64>,
    sums: Option<SignedSums>,
}

/// How the map of a head differs without its erase term.
#[derive(Serialize, Tsify)]
pub struct EraseFigures {
    /// The number of weights up to their query whose sign differs.
    signs: f64,
    /// The largest difference of an output, by the largest output; null without values.
    #[tsify(type = "number | null")]
    off: Option<f64>,
}

/// A head that keeps a state.
#[wasm_bindgen]
pub struct LinearHead {
    pub(crate) head: Head<f32>,
    place: [usize; 2],
}

/// A head from its queries and keys (tokens, features), betas and log decays.
///
/// `beta`: one for each token, or null for kinds without it. `logDecay`: one for each token, in KDA for each feature.
#[wasm_bindgen(js_name = linearHead)]
pub fn linear_head(
    q: &HeadMap,
    k: &HeadMap,
    beta: &MaybeWeights,
    log_decay: &Weights,
    options: &Ts<LinearOptions>,
) -> Result<LinearHead, Refusal> {
    let LinearOptions { kind, scale, layer, head: number } =
        read_options("linear options", options)?;
    let beta = if beta.is_null() { Vec::new() } else { singles("beta", beta)? };
    let decay = singles("the log decays", log_decay)?;
    let (features, q, k) = (q.0.keys(), q.0.cells(), k.0.cells());
    let head = match kind {
        StateKind::GatedDelta => Head::gated_delta(q, k, features, &beta, &decay),
        StateKind::Kda => Head::kda(q, k, features, &beta, &decay),
        StateKind::Mamba2 => Head::mamba2_decays(q, k, features, &beta, &decay),
        StateKind::SimpleGla => Head::simple_gla(q, k, features, &decay),
        StateKind::Lightning => {
            Head::simple_gla(q, k, features, &decay).map(|head| head.scale(1.0))
        }
    };
    let head = head.map_err(|error| error.at(layer, number))?;
    let head = scale.map_or(head.clone(), |scale| head.scale(scale));
    Ok(LinearHead { head, place: [layer, number] })
}

#[wasm_bindgen]
impl LinearHead {
    /// The exact weights: the output is their product with the values.
    pub fn map(&self) -> Result<HeadMap, Refusal> {
        self.map_of(&self.head)
    }

    /// Whether a write erases what its key reads.
    pub fn erases(&self) -> bool {
        self.head.erases()
    }

    /// The weights without the erase term, which are wrong: for comparison.
    #[wasm_bindgen(js_name = mapWithoutErase)]
    pub fn map_without_erase(&self) -> Result<HeadMap, Refusal> {
        self.map_of(&self.head.without_erase())
    }

    /// What is left at a query of each write, without what was erased.
    pub fn decays(&self, query: usize) -> Result<Float64Array, Refusal> {
        let mut decays = vec![0.0; self.head.tokens()];
        self.head.decays_at(query, &mut decays).map_err(|error| self.placed(error))?;
        Ok(Float64Array::new_from_slice(&decays))
    }

    /// The largest difference of the weights times the values from the output of the recurrence, by the largest output.
    pub fn difference(&self, v: &HeadMap) -> Result<f64, Refusal> {
        let found = self
            .head
            .output(v.0.cells(), v.0.keys())
            .and_then(|output| self.head.agreement(v.0.cells(), &output, v.0.keys(), 1e300));
        Ok(found.map_err(|error| self.placed(error))?.difference)
    }

    /// How the map differs without the erase term.
    pub fn erase(&self, v: Option<HeadMap>) -> Result<Ts<EraseFigures>, Refusal> {
        let without = self.head.without_erase();
        let signs = self.signs(&without).map_err(|error| self.placed(error))?;
        let off = match v {
            None => None,
            Some(v) => {
                let (v, size) = (v.0.cells(), v.0.keys());
                let off = self.head.output(v, size);
                let off = off.and_then(|output| without.agreement(v, &output, size, 1e300));
                Some(off.map_err(|error| self.placed(error))?.difference)
            }
        };
        serialize(&EraseFigures { signs: signs as f64, off })
    }
}

impl LinearHead {
    pub(crate) fn placed(&self, error: Error) -> Error {
        error.at(self.place[0], self.place[1])
    }

    fn map_of(&self, head: &Head<f32>) -> Result<HeadMap, Refusal> {
        let tokens = head.tokens();
        let cells = head.map().map_err(|error| self.placed(error))?;
        Ok(HeadMap::of(Cells::new("weights", tokens, tokens, cells)?))
    }

    /// The number of weights up to their query with another sign in another head.
    fn signs(&self, other: &Head<f32>) -> Result<usize, Error> {
        let (mut exact, mut row) = (vec![0.0; self.head.tokens()], vec![0.0; self.head.tokens()]);
        let mut count = 0;
        for query in 0..self.head.tokens() {
            self.head.row(query, 0.0, &mut exact)?;
            other.row(query, 0.0, &mut row)?;
            let pairs = exact[..=query].iter().zip(&row);
            count += pairs.filter(|(a, b)| (**a < 0.0) != (**b < 0.0)).count();
        }
        Ok(count)
    }
}

/// The weights of differential attention: those of one softmax minus `lambda` times those of another.
///
/// `lambda`: one number for each query.
#[wasm_bindgen]
pub fn differential(
    first: &HeadMap,
    second: &HeadMap,
    lambda: &Weights,
) -> Result<HeadMap, Refusal> {
    let lambda = singles("lambda", lambda)?;
    let (queries, keys) = (first.0.queries(), first.0.keys());
    let count = |found: usize| Error::Positions {
        left: "q",
        left_positions: queries,
        right: "lambda",
        right_positions: found,
    };
    if lambda.len() != queries {
        return Err(count(lambda.len()).into());
    }
    let mut cells = vec![0.0; queries * keys];
    let rows = first.0.rows().zip(second.0.rows()).zip(&lambda);
    for (row, ((first, second), &lambda)) in cells.chunks_exact_mut(keys.max(1)).zip(rows) {
        heedmap_linear_attention::differential(first, second, f64::from(lambda), row)?;
    }
    Ok(HeadMap::of(Cells::new("weights", queries, keys, cells)?))
}

/// The figures of signed weights. Query `i` is at position `i + offset` among the keys.
#[wasm_bindgen(js_name = signedFigures)]
pub fn signed_figures(map: &HeadMap, offset: f64) -> Result<Ts<SignedFigures>, Refusal> {
    let map = &map.0;
    let offset = offset as i64;
    let mut measures = SignedMeasures::new(map.queries(), map.keys(), offset)?;
    let (mut cells, mut negative) = (0, 0);
    for (query, row) in map.cells().chunks_exact(map.keys().max(1)).enumerate() {
        measures.row(row)?;
        let end = (query as i64).saturating_add(offset).saturating_add(1).max(0);
        let seen = &row[..usize::try_from(end).unwrap_or(usize::MAX).min(row.len())];
        cells += seen.len();
        negative += seen.iter().filter(|&&weight| weight < 0.0).count();
    }
    let found = measures.finish()?;
    serialize(&SignedFigures {
        cells: cells as f64,
        negative: negative as f64,
        sum: found.sum,
        absolute: found.absolute,
        negative_share: found.negative_share,
        span: found.span,
        sums: found
            .row_sums
            .map(|sums| SignedSums { least: sums.least.sum, greatest: sums.greatest.sum }),
    })
}
