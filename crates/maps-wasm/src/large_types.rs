//! What crosses the boundary for a head whose weights do not fit into memory.

use heedmap_wasm_common::Js;
use serde::{Deserialize, Serialize};
use tsify::Tsify;

use crate::overview::OverviewMeasures;
use crate::view::ViewLevel;

/// The sizes of a head, and the weights that `open` takes.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct LargeShape {
    /// Level 0 is the map; each further level has half its size.
    pub(crate) levels: Vec<ViewLevel>,
    /// The finest level of the pyramid.
    pub(crate) base: usize,
    /// The rows of the first sample.
    #[tsify(type = "Uint32Array")]
    pub(crate) sample: Js,
    /// The rows and the columns from which colors are chosen at first.
    #[tsify(type = "Uint32Array")]
    pub(crate) color_rows: Js,
    #[tsify(type = "Uint32Array")]
    pub(crate) color_columns: Js,
}

/// The keys that queries may attend to, by their positions.
#[derive(Deserialize, Tsify)]
pub struct LargeMask {
    /// The position of query 0 among the keys.
    #[tsify(type = "number")]
    pub(crate) offset: i64,
    /// The largest number of keys before and after its position that a query may attend to; null: all.
    #[tsify(type = "number | null")]
    pub(crate) before: Option<usize>,
    #[tsify(type = "number | null")]
    pub(crate) after: Option<usize>,
    /// The number of first keys that are sinks.
    pub(crate) sinks: usize,
}

/// The results of rows: those of `LargeRows` that a head keeps.
#[derive(Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct UnitRows {
    #[tsify(type = "Float32Array")]
    pub(crate) greatest: Js,
    #[tsify(type = "Float32Array")]
    pub(crate) sums: Js,
    #[tsify(type = "Float32Array")]
    pub(crate) figures: Js,
    #[tsify(type = "Float32Array")]
    pub(crate) key_sums: Js,
}

/// The quantiles and the entropies of the first sample.
#[derive(Serialize, Tsify)]
pub struct LargeColors {
    #[tsify(type = "Float32Array")]
    pub(crate) quantiles: Js,
    #[tsify(type = "Float32Array")]
    pub(crate) entropies: Js,
}

/// Rows to compute: the index of the unit, its first row, their number, and the side of their pools.
#[derive(Serialize, Tsify)]
pub(crate) struct LargeUnit {
    pub(crate) index: usize,
    pub(crate) start: usize,
    pub(crate) length: usize,
    pub(crate) side: usize,
}

/// For each query, its entropy in nats and the sum of its weights, NaN for those that are not known; for each key, the
/// mean of its weights over the known queries.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct LargeMargins {
    #[tsify(type = "Float32Array")]
    pub(crate) query_entropy: Js,
    #[tsify(type = "Float32Array")]
    pub(crate) query_sum: Js,
    #[tsify(type = "Float32Array")]
    pub(crate) key_mean: Js,
}

/// The least and the greatest known weight.
#[derive(Serialize, Tsify)]
pub struct LargeRange {
    pub(crate) least: f32,
    pub(crate) greatest: f32,
}

/// A cell with a large weight. `times` is the weight divided by that of a uniform row over the keys that the query may
/// attend to.
#[derive(Serialize, Tsify)]
pub(crate) struct OutstandingCell {
    pub(crate) query: usize,
    pub(crate) key: usize,
    pub(crate) weight: f32,
    pub(crate) times: f64,
}

/// Measures with their standard errors; null if no row contributes.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct LargeMeasures {
    pub(crate) measures: OverviewMeasures,
    pub(crate) errors: OverviewMeasures,
    /// Whether they are those of all rows.
    pub(crate) is_exact: bool,
}

/// The value of a pool: its greatest weight, its mean, or its share of the weight of a row.
#[derive(Clone, Copy, Deserialize, Tsify)]
#[serde(rename_all = "snake_case")]
pub enum LargePooling {
    Max,
    Mean,
    Mass,
}

/// The weights that a tile needs: those at rows and columns, the pools of a rectangle, or none.
#[derive(Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct LargePlan {
    pub(crate) sample: Option<PlannedSample>,
    pub(crate) pools: Option<PlannedPools>,
}

/// The rows and the columns of single weights.
#[derive(Serialize, Tsify)]
pub(crate) struct PlannedSample {
    #[tsify(type = "Uint32Array")]
    pub(crate) rows: Js,
    #[tsify(type = "Uint32Array")]
    pub(crate) columns: Js,
}

/// A rectangle in pools of `side` rows and columns.
#[derive(Serialize, Tsify)]
pub(crate) struct PlannedPools {
    #[tsify(type = "[start: number, length: number]")]
    pub(crate) rows: [usize; 2],
    #[tsify(type = "[start: number, length: number]")]
    pub(crate) columns: [usize; 2],
    pub(crate) side: usize,
}

/// The weights of a plan: single ones, the greatest ones and the sums of pools, or none.
#[derive(Deserialize, Tsify)]
pub struct TileFound {
    #[tsify(type = "Float32Array | null")]
    pub(crate) weights: Option<Js>,
    #[tsify(type = "Float32Array | null")]
    pub(crate) sums: Option<Js>,
}

/// The number of rows of a unit, and the units of a head in the order in which they are computed.
#[derive(Serialize, Tsify)]
pub struct RowUnits {
    pub(crate) rows: usize,
    #[tsify(type = "Uint32Array")]
    pub(crate) order: Js,
}
