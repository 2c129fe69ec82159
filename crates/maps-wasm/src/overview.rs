//! One head among many.

use heedmap_measures::maps;
use heedmap_measures::{HeadMeasures, Measure, NotWeights, RowSum, RowSums, Settings};
use heedmap_wasm_common::{Options, Record, Refusal, indexes, plain, record};
use js_sys::Float32Array;
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::head_map::HeadMap;
use crate::refusal::thrown;

#[wasm_bindgen(typescript_custom_section)]
const OVERVIEW: &str = r#"
export type MeasureName =
  | 'entropy' | 'normalised_entropy' | 'sink_share' | 'previous_token' | 'next_token' | 'induction' | 'duplicate_token'
  | 'mean_distance' | 'diagonal_share' | 'causal_share';

export interface OverviewOptions {
  /** The most rows and columns of the small picture. */
  side: number;
  /** One number a key, the same for equal tokens; null: nothing is said about repetitions. */
  tokens: Uint32Array | null;
  /** The position of query 0 among the keys. */
  offset: number;
  /** How many first keys are the sink. */
  sink: number;
  /** How far from the diagonal a key still is on it. */
  reach: number;
}

export interface OverviewRowSum {
  query: number;
  sum: number;
}

/** What a head does, and how it looks. */
export interface HeadOverview {
  measures: Record<MeasureName, number | null>;
  /** Whether no weight lies after its query. */
  causal: boolean;
  /** Rows that hold something else than weights. */
  notWeights: { rows: number; first: number } | null;
  /** Rows that look nowhere. */
  rowsWithoutKey: number;
  rowSums: { least: OverviewRowSum; greatest: OverviewRowSum } | null;
  /** Each number the largest weight that falls into it, NaN where one of those is. */
  thumb: { rows: number; cols: number; data: Float32Array };
}
"#;

#[wasm_bindgen]
extern "C" {
    /// See the TypeScript interface of this name.
    #[wasm_bindgen(typescript_type = "OverviewOptions")]
    pub type OverviewOptions;
    /// See the TypeScript interface of this name.
    #[wasm_bindgen(typescript_type = "HeadOverview")]
    pub type HeadOverview;
    /// The names of the measures.
    #[wasm_bindgen(typescript_type = "MeasureName[]")]
    pub type MeasureNames;
}

/// The measures in the order in which they are listed everywhere.
#[wasm_bindgen(js_name = measureNames)]
pub fn measure_names() -> MeasureNames {
    let names: js_sys::Array =
        Measure::ALL.iter().map(|measure| JsValue::from(measure.name())).collect();
    names.unchecked_into()
}

/// Measures a head and makes its small picture.
#[wasm_bindgen]
pub fn overview(map: &HeadMap, options: &OverviewOptions) -> Result<HeadOverview, JsValue> {
    found(map, options).map(JsCast::unchecked_into).map_err(thrown)
}

fn found(map: &HeadMap, given: &JsValue) -> Result<Record, Refusal> {
    let options = Options { what: "overview options", object: given };
    let tokens = options.maybe("tokens")?;
    let tokens = tokens.map(|tokens| indexes("the tokens", &tokens)).transpose()?;
    let settings = Settings {
        offset: options.maybe_whole("offset")?.unwrap_or(0),
        sink_keys: options.count("sink")?,
        diagonal_reach: options.count("reach")?,
        tokens: tokens.as_deref(),
    };
    let maps::Overview { measures, thumb } =
        maps::overview(&map.0, &settings, options.count("side")?)?;
    let result = record();
    result.set("measures", &values(&measures));
    result.set("causal", &measures.causal.into());
    result.set("notWeights", &plain(&measures.not_weights.map(NotWeightsResult::of))?);
    result.set("rowsWithoutKey", &measures.rows_without_key.into());
    result.set("rowSums", &plain(&measures.row_sums.map(RowSumsResult::of))?);
    let small = record();
    small.set("rows", &thumb.queries().into());
    small.set("cols", &thumb.keys().into());
    small.set("data", &Float32Array::new_from_slice(thumb.cells()));
    result.set("thumb", &small);
    Ok(result)
}

fn values(measures: &HeadMeasures) -> Record {
    let values = record();
    for measure in Measure::ALL {
        values.set(measure.name(), &measures.get(measure).map_or(JsValue::NULL, JsValue::from));
    }
    values
}

#[derive(Serialize)]
struct NotWeightsResult {
    rows: usize,
    first: usize,
}

impl NotWeightsResult {
    fn of(NotWeights { rows, first }: NotWeights) -> Self {
        Self { rows, first }
    }
}

#[derive(Serialize)]
struct RowSumResult {
    query: usize,
    sum: f64,
}

#[derive(Serialize)]
struct RowSumsResult {
    least: RowSumResult,
    greatest: RowSumResult,
}

impl RowSumsResult {
    fn of(RowSums { least, greatest }: RowSums) -> Self {
        let row = |RowSum { query, sum }| RowSumResult { query, sum };
        Self { least: row(least), greatest: row(greatest) }
    }
}
