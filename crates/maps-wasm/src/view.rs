//! A map that is looked at.

use std::rc::Rc;

use heedmap_measures::maps::{Shown, View};
use heedmap_wasm_common::{Number, Options, Record, Refusal, indexes, record};
use js_sys::{Array, Float32Array};
use wasm_bindgen::prelude::*;

use crate::head_map::HeadMap;
use crate::inputs::{span, whole};
use crate::refusal::thrown;

#[wasm_bindgen(typescript_custom_section)]
const VIEW: &str = r#"
/** How a map is looked at. */
export interface ViewOptions {
  /** Each row is divided by its largest; in a difference, by what is farthest from 0. */
  perRow: boolean;
  /** So many first keys are left out. */
  leaveOut: number;
  /** How many keys there were for each query; null: all. */
  reach: Uint32Array | null;
}

/** What is known of a map that is looked at. */
export interface ViewInfo {
  queries: number;
  keys: number;
  /** Level 0 is the map; each further one is half as large. */
  levels: { rows: number; cols: number }[];
  /** The least and the greatest finite cell; null where there is none. */
  range: { least: number; greatest: number } | null;
  /** The cells at 0, 1/256 ... 256/256 of all finite ones in order of size. Empty where there is none. */
  quantiles: Float32Array;
  /** One a query, in nats, of the weights that are shown, before rows are divided; of a difference the sum of |d|. */
  queryEntropy: Float32Array;
  /** One a query: the sum of the weights that are there, before rows are divided. */
  querySum: Float32Array;
  /** One a key: the mean weight over the queries that hold weights, before rows are divided; NaN where there is none. */
  keyMean: Float32Array;
}
"#;

#[wasm_bindgen]
extern "C" {
    /// See the TypeScript interface of this name.
    #[wasm_bindgen(typescript_type = "ViewOptions")]
    pub type ViewOptions;
    /// See the TypeScript interface of this name.
    #[wasm_bindgen(typescript_type = "ViewInfo")]
    pub type ViewInfo;
}

/// A map ready to be looked at, at every size.
#[wasm_bindgen]
pub struct MapView(View);

/// Makes a map ready. It is taken over, and so is the one that is taken away from it.
#[wasm_bindgen]
pub fn view(
    map: HeadMap,
    options: &ViewOptions,
    minus: Option<HeadMap>,
) -> Result<MapView, JsValue> {
    made(map, options, minus).map(MapView).map_err(thrown)
}

fn made(map: HeadMap, given: &JsValue, minus: Option<HeadMap>) -> Result<View, Refusal> {
    let options = Options { what: "view options", object: given };
    let reach = options.maybe("reach")?;
    let reach = reach.map(|reach| indexes("reach", &reach)).transpose()?;
    let shown = Shown {
        leave_out: options.maybe_count("leaveOut")?.unwrap_or(0),
        reach: reach.as_deref(),
        per_row: options.flag("perRow")?,
        minus: minus.map(|minus| Rc::unwrap_or_clone(minus.0)),
    };
    Ok(View::new(Rc::unwrap_or_clone(map.0), shown)?)
}

#[wasm_bindgen]
impl MapView {
    /// What is known of it.
    pub fn info(&self) -> ViewInfo {
        let (levels, margins, quantiles) = (self.0.levels(), self.0.margins(), self.0.quantiles());
        let object = record();
        let size = |rows: usize, cols: usize| -> Record {
            let size = record();
            size.set("rows", &rows.into());
            size.set("cols", &cols.into());
            size
        };
        let sizes: Array = levels.iter().map(|level| size(level.queries(), level.keys())).collect();
        let singles = |cells: &[f32]| JsValue::from(Float32Array::new_from_slice(cells));
        let range = quantiles.first().zip(quantiles.last()).map(|(&least, &greatest)| {
            let range = record();
            range.set("least", &least.into());
            range.set("greatest", &greatest.into());
            range
        });
        object.set("queries", &levels[0].queries().into());
        object.set("keys", &levels[0].keys().into());
        object.set("levels", &sizes);
        object.set("range", &range.map_or(JsValue::NULL, JsValue::from));
        object.set("quantiles", &singles(quantiles));
        object.set("queryEntropy", &singles(&margins.query_entropy));
        object.set("querySum", &singles(&margins.query_sum));
        object.set("keyMean", &singles(&margins.key_mean));
        object.unchecked_into()
    }

    /// A part of a level.
    pub fn tile(
        &self,
        level: &Number,
        row: &Number,
        rows: &Number,
        col: &Number,
        cols: &Number,
    ) -> Result<Float32Array, JsValue> {
        let tile = || -> Result<Vec<f32>, Refusal> {
            let level = whole("the level", level)?;
            Ok(self.0.tile(level, span(row, rows)?, span(col, cols)?)?)
        };
        tile().map(|cells| Float32Array::new_from_slice(&cells)).map_err(thrown)
    }

    /// A row of the map.
    pub fn row(&self, query: &Number) -> Result<Float32Array, JsValue> {
        let row = || -> Result<&[f32], Refusal> { Ok(self.0.row(whole("the query", query)?)?) };
        row().map(Float32Array::new_from_slice).map_err(thrown)
    }
}
