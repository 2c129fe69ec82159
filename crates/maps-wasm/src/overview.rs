//! The overview of one of many heads.

use heedmap_measures::maps::large::{Estimates, RowSample, sampled_head};
use heedmap_measures::maps::{self, RowFigures};
use heedmap_measures::{HeadMap as Cells, Measure, NotWeights, RowSum, RowSums, Settings};
use heedmap_wasm_common::{Js, Refusal, indexes, read_options, read_plain, serialize, singles};
use js_sys::Float32Array;
use serde::{Deserialize, Serialize};
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::head_map::HeadMap;

/// The options of measuring a head.
#[derive(Deserialize, Tsify)]
#[tsify(missing_as_null)]
pub struct OverviewOptions {
    /// The maximum number of rows and columns of the small picture.
    side: usize,
    /// One number for each key, equal for equal tokens. If it is null, measures of repetitions are null.
    #[tsify(type = "Uint32Array | null")]
    tokens: Option<Js>,
    /// The position of query 0 among the keys.
    #[tsify(type = "number")]
    offset: Option<i64>,
    /// The number of first keys that form the sink.
    sink: usize,
    /// The maximum distance from the diagonal of a key that counts as on it.
    reach: usize,
}

/// The sum of a row.
#[derive(Serialize, Tsify)]
pub(crate) struct OverviewRowSum {
    query: usize,
    sum: f64,
}

/// The rows with the least and the greatest sum.
#[derive(Serialize, Tsify)]
pub(crate) struct OverviewRowSums {
    least: OverviewRowSum,
    greatest: OverviewRowSum,
}

/// Rows that are not weights: their number, and the index of the first.
#[derive(Serialize, Tsify)]
pub(crate) struct OverviewNotWeights {
    rows: usize,
    first: usize,
}

/// A small picture. Each number is the largest weight of its tile, or NaN if the tile has a NaN.
#[derive(Serialize, Tsify)]
pub(crate) struct OverviewThumb {
    rows: usize,
    cols: usize,
    #[tsify(type = "Float32Array")]
    data: Js,
}

/// The measures of a head; null if no row contributes.
#[derive(Serialize, Tsify)]
#[tsify(missing_as_null)]
pub(crate) struct OverviewMeasures {
    entropy: Option<f64>,
    normalised_entropy: Option<f64>,
    sink_share: Option<f64>,
    previous_token: Option<f64>,
    next_token: Option<f64>,
    induction: Option<f64>,
    duplicate_token: Option<f64>,
    mean_distance: Option<f64>,
    diagonal_share: Option<f64>,
    causal_share: Option<f64>,
}

/// The measures and the small picture of a head.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
#[tsify(missing_as_null)]
pub struct HeadOverview {
    measures: OverviewMeasures,
    /// Whether every weight after its query is 0.
    causal: bool,
    not_weights: Option<OverviewNotWeights>,
    /// The number of rows without a key.
    rows_without_key: usize,
    row_sums: Option<OverviewRowSums>,
    thumb: OverviewThumb,
}

#[wasm_bindgen(typescript_custom_section)]
const MEASURE_NAME: &str = "export type MeasureName = keyof OverviewMeasures;";

#[wasm_bindgen]
extern "C" {
    /// The names of the measures.
    #[wasm_bindgen(typescript_type = "MeasureName[]")]
    pub type MeasureNames;
}

/// The names of the measures, in the order of lists.
#[wasm_bindgen(js_name = measureNames)]
pub fn measure_names() -> MeasureNames {
    let names: js_sys::Array =
        Measure::ALL.iter().map(|measure| JsValue::from(measure.name())).collect();
    names.unchecked_into()
}

/// Measures a head, and computes its small picture.
#[wasm_bindgen]
pub fn overview(map: &HeadMap, options: &Ts<OverviewOptions>) -> Result<Ts<HeadOverview>, Refusal> {
    let options = read_options("overview options", options)?;
    let tokens = options.tokens.map(|Js(tokens)| indexes("the tokens", &tokens)).transpose()?;
    let settings = Settings {
        offset: options.offset.unwrap_or(0),
        sink_keys: options.sink,
        diagonal_reach: options.reach,
        tokens: tokens.as_deref(),
    };
    let maps::Overview { measures, thumb } = maps::overview(&map.0, &settings, options.side)?;
    serialize(&HeadOverview {
        measures: OverviewMeasures::of(|measure| measures.get(measure)),
        causal: measures.causal,
        not_weights: measures
            .not_weights
            .map(|NotWeights { rows, first }| OverviewNotWeights { rows, first }),
        rows_without_key: measures.rows_without_key,
        row_sums: measures.row_sums.map(OverviewRowSums::from),
        thumb: OverviewThumb::of(&thumb),
    })
}

/// The rows of `rowSample`: the figures of each, and the greatest weight of each pool of its keys.
#[derive(Deserialize, Tsify)]
pub struct SampledRows {
    #[tsify(type = "Float32Array")]
    figures: Js,
    #[tsify(type = "Float32Array")]
    greatest: Js,
}

/// The overview of a large head, with the standard errors of its measures.
#[derive(Serialize, Tsify)]
pub struct SampledOverview {
    #[serde(flatten)]
    overview: HeadOverview,
    errors: OverviewMeasures,
}

/// Measures a large head from a sample of its rows, and computes a small picture of them.
///
/// `queries`, `strata`: see `rowSample`. `side`: the maximum number of rows of the picture.
#[wasm_bindgen(js_name = sampledOverview)]
pub fn sampled_overview(
    queries: u32,
    strata: u32,
    side: u32,
    rows: &Ts<SampledRows>,
) -> Result<Ts<SampledOverview>, Refusal> {
    let SampledRows { figures, greatest } = read_plain("the rows", rows.js_value())?;
    let (figures, greatest) = (rows_of(&figures.0)?, singles("the pools", &greatest.0)?);
    let head = sampled_head(&sample_of(queries, strata), &figures, &greatest, side as usize)?;
    let [measures, errors] = values_and_errors(&head.estimates);
    let overview = HeadOverview {
        measures,
        causal: head.causal,
        not_weights: None,
        rows_without_key: 0,
        row_sums: head.row_sums.map(OverviewRowSums::from),
        thumb: OverviewThumb::of(&head.thumb),
    };
    serialize(&SampledOverview { overview, errors })
}

impl From<RowSums> for OverviewRowSums {
    fn from(RowSums { least, greatest }: RowSums) -> Self {
        let row = |row: RowSum| OverviewRowSum { query: row.query, sum: row.sum };
        Self { least: row(least), greatest: row(greatest) }
    }
}

impl OverviewThumb {
    fn of(thumb: &Cells) -> Self {
        let data = Float32Array::new_from_slice(thumb.cells()).into();
        Self { rows: thumb.queries(), cols: thumb.keys(), data }
    }
}

impl OverviewMeasures {
    pub(crate) fn of(value: impl Fn(Measure) -> Option<f64>) -> Self {
        Self {
            entropy: value(Measure::Entropy),
            normalised_entropy: value(Measure::NormalisedEntropy),
            sink_share: value(Measure::SinkShare),
            previous_token: value(Measure::PreviousToken),
            next_token: value(Measure::NextToken),
            induction: value(Measure::Induction),
            duplicate_token: value(Measure::DuplicateToken),
            mean_distance: value(Measure::MeanDistance),
            diagonal_share: value(Measure::DiagonalShare),
            causal_share: value(Measure::CausalShare),
        }
    }
}

/// The first sample of the rows of a head.
pub(crate) fn sample_of(queries: u32, strata: u32) -> RowSample {
    RowSample::new(queries as usize, strata as usize, 0)
}

/// The figures of rows.
pub(crate) fn rows_of(figures: &JsValue) -> Result<Vec<RowFigures>, Refusal> {
    Ok(RowFigures::of_rows(&singles("the figures", figures)?)?)
}

/// The values and the standard errors of measures. Without a value there is no error.
pub(crate) fn values_and_errors(estimates: &Estimates) -> [OverviewMeasures; 2] {
    let found = |measure: Measure| estimates.get(measure).filter(|found| !found.value.is_nan());
    [
        OverviewMeasures::of(|measure| found(measure).map(|found| found.value)),
        OverviewMeasures::of(|measure| found(measure).map(|found| found.error)),
    ]
}
