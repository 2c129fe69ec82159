//! The view of a map.

use std::rc::Rc;

use heedmap_measures::maps::{Shown, View};
use heedmap_measures::warping_path;
use heedmap_wasm_common::{
    Js, Number, Places, Refusal, indexes, read_options, read_value, serialize,
};
use js_sys::{Float32Array, Uint32Array};
use serde::{Deserialize, Serialize};
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::head_map::{HeadMap, span};
use crate::indexes::array;

/// The options of a view.
#[derive(Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct ViewOptions {
    /// Whether each row is divided by its largest weight; in a difference, by its largest magnitude.
    #[tsify(type = "boolean")]
    per_row: Option<bool>,
    /// The number of first keys that are excluded.
    #[tsify(type = "number")]
    leave_out: Option<usize>,
    /// The number of keys that existed for each query; null: all.
    #[tsify(type = "Uint32Array | null")]
    reach: Option<Js>,
    /// Whether the map has cells of both signs, and is shown like a difference.
    #[serde(default)]
    #[tsify(optional, type = "boolean")]
    signed: bool,
}

/// The size of a level.
#[derive(Serialize, Tsify)]
pub(crate) struct ViewLevel {
    pub(crate) rows: usize,
    pub(crate) cols: usize,
}

/// The least and the greatest finite cell.
#[derive(Serialize, Tsify)]
pub(crate) struct ViewRange {
    least: f32,
    greatest: f32,
}

/// The properties of a view.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
#[tsify(missing_as_null)]
pub struct ViewInfo {
    queries: usize,
    keys: usize,
    /// Level 0 is the map; each further level has half its size.
    levels: Vec<ViewLevel>,
    /// Null if no cell is finite.
    range: Option<ViewRange>,
    /// The quantiles 0, 1/256 ... 256/256 of all finite cells. Empty if there are none.
    #[tsify(type = "Float32Array")]
    quantiles: Js,
    /// For each query, the entropy of the shown weights in nats, before rows are divided; in a difference,
    /// the sum of the magnitudes.
    #[tsify(type = "Float32Array")]
    query_entropy: Js,
    /// For each query, the sum of the shown weights, before rows are divided.
    #[tsify(type = "Float32Array")]
    query_sum: Js,
    /// For each key, the mean weight over the queries with valid weights, before rows are divided;
    /// NaN if there are none.
    #[tsify(type = "Float32Array")]
    key_mean: Js,
}

/// A map that is ready for display, with its levels.
#[wasm_bindgen]
pub struct MapView(View);

/// Creates a view of a map, or of its difference from `minus`. Both maps are moved into the view.
#[wasm_bindgen]
pub fn view(
    map: HeadMap,
    options: &Ts<ViewOptions>,
    minus: Option<HeadMap>,
) -> Result<MapView, Refusal> {
    let options = read_options("view options", options)?;
    let reach = options.reach.map(|Js(reach)| indexes("reach", &reach)).transpose()?;
    let shown = Shown {
        leave_out: options.leave_out.unwrap_or(0),
        reach: reach.as_deref(),
        per_row: options.per_row.unwrap_or(false),
        minus: minus.map(|minus| Rc::unwrap_or_clone(minus.0)),
        signed: options.signed,
    };
    Ok(MapView(View::new(Rc::unwrap_or_clone(map.0), shown)?))
}

#[wasm_bindgen]
impl MapView {
    /// The properties of the view.
    pub fn info(&self) -> Result<Ts<ViewInfo>, Refusal> {
        let (levels, margins, quantiles) = (self.0.levels(), self.0.margins(), self.0.quantiles());
        let singles = |cells: &[f32]| Js::from(Float32Array::new_from_slice(cells));
        let range = quantiles.first().zip(quantiles.last());
        let info = ViewInfo {
            queries: levels[0].queries(),
            keys: levels[0].keys(),
            levels: levels
                .iter()
                .map(|level| ViewLevel { rows: level.queries(), cols: level.keys() })
                .collect(),
            range: range.map(|(&least, &greatest)| ViewRange { least, greatest }),
            quantiles: singles(quantiles),
            query_entropy: singles(&margins.query_entropy),
            query_sum: singles(&margins.query_sum),
            key_mean: singles(&margins.key_mean),
        };
        serialize(&info)
    }

    /// A rectangle of a level, row by row.
    pub fn tile(
        &self,
        level: &Number,
        rows: &Places,
        cols: &Places,
    ) -> Result<Float32Array, Refusal> {
        let level = read_value("the level", level)?;
        let cells = self.0.tile(level, span("rows", rows)?, span("columns", cols)?)?;
        Ok(Float32Array::new_from_slice(&cells))
    }

    /// The path of dynamic time warping through the map: for each of its cells, the query and the key.
    #[wasm_bindgen(js_name = warpingPath)]
    pub fn warping_path(&self) -> Result<Uint32Array, Refusal> {
        let path = warping_path(&self.0.levels()[0])?;
        Ok(array(path.into_iter().flat_map(|(query, key)| [query, key])))
    }

    /// A row of the map.
    pub fn row(&self, query: &Number) -> Result<Float32Array, Refusal> {
        let row = self.0.row(read_value("the query", query)?)?;
        Ok(Float32Array::new_from_slice(row))
    }
}
