//! What is known of a head whose weights do not fit into memory.

use heedmap_measures::maps::large::{
    self, PoolValue, PositionMask, TilePlan, TileWeights, UnitResults,
};
use heedmap_measures::maps::{Span, level_shapes};
use heedmap_wasm_common::{
    InputError, Js, Places, Refusal, read_options, read_plain, serialize, serialize_value, singles,
    usizes,
};
use js_sys::{Float32Array, Uint32Array};
use tsify::Ts;
use wasm_bindgen::prelude::*;

use crate::head_map::span;
use crate::indexes::array;
use crate::large_types::{
    LargeColors, LargeMargins, LargeMask, LargeMeasures, LargePlan, LargePooling, LargeRange,
    LargeShape, LargeUnit, OutstandingCell, PlannedPools, PlannedSample, RowUnits, TileFound,
    UnitRows,
};
use crate::overview::{rows_of, sample_of, values_and_errors};
use crate::view::ViewLevel;

#[wasm_bindgen]
extern "C" {
    /// 32-bit indexes, or any other JavaScript value.
    #[wasm_bindgen(typescript_type = "Uint32Array")]
    pub type Indexes;
    /// 32-bit indexes or null, or any other JavaScript value.
    #[wasm_bindgen(typescript_type = "Uint32Array | null")]
    pub type MaybeIndexes;
    /// 32-bit floats, or any other JavaScript value.
    #[wasm_bindgen(typescript_type = "Float32Array")]
    pub type Weights;
    /// 32-bit floats or null, or any other JavaScript value.
    #[wasm_bindgen(typescript_type = "Float32Array | null")]
    pub type MaybeWeights;
    /// A unit, or null.
    #[wasm_bindgen(typescript_type = "LargeUnit | null")]
    pub type MaybeUnit;
    /// Outstanding cells.
    #[wasm_bindgen(typescript_type = "OutstandingCell[]")]
    pub type OutstandingCells;
}

/// What is known of a head whose weights do not fit into memory: its pyramid, margins, measures and outstanding
/// cells. Its rows are computed elsewhere.
#[wasm_bindgen]
pub struct LargeHead {
    head: large::LargeHead,
    shape: [usize; 2],
}

#[wasm_bindgen]
impl LargeHead {
    /// A head of this many queries and keys, of which nothing is known.
    #[wasm_bindgen(constructor)]
    pub fn new(queries: u32, keys: u32) -> Result<LargeHead, Refusal> {
        let shape = [queries as usize, keys as usize];
        Ok(Self { head: large::LargeHead::new(shape)?, shape })
    }

    /// The sizes of the levels, the finest level of the pyramid, and the weights that `open` takes.
    pub fn shape(&self) -> Result<Ts<LargeShape>, Refusal> {
        let levels = level_shapes(self.shape).into_iter();
        let [rows, columns] = self.head.color_sample();
        serialize(&LargeShape {
            levels: levels.map(|[rows, cols]| ViewLevel { rows, cols }).collect(),
            base: self.head.base(),
            sample: Uint32Array::new_from_slice(&self.head.sample().rows).into(),
            color_rows: Uint32Array::new_from_slice(&rows).into(),
            color_columns: Uint32Array::new_from_slice(&columns).into(),
        })
    }

    /// Sets the mask, the figures of the sampled rows, and the weights at the rows and columns for colors.
    pub fn open(
        &mut self,
        mask: &Ts<LargeMask>,
        figures: &Weights,
        weights: &Weights,
    ) -> Result<(), Refusal> {
        let LargeMask { offset, before, after, sinks } = read_options("the mask", mask)?;
        let mask = PositionMask { offset, before, after, sinks };
        let figures = rows_of(figures)?;
        Ok(self.head.open(mask, &figures, &singles("the weights", weights)?)?)
    }

    /// Sets the number of keys of some queries, for a mask that is not by position.
    #[wasm_bindgen(js_name = setKeyCounts)]
    pub fn set_key_counts(&mut self, queries: &Indexes, counts: &Indexes) -> Result<(), Refusal> {
        let counts = usizes("the numbers of keys", counts)?;
        self.head.set_key_counts(&usizes("the queries", queries)?, &counts);
        Ok(())
    }

    /// The quantiles and the entropies of the first sample.
    pub fn colors(&self) -> Result<Ts<LargeColors>, Refusal> {
        let (quantiles, entropies) = (self.head.quantiles(), self.head.entropies());
        serialize(&LargeColors { quantiles: floats(quantiles), entropies: floats(entropies) })
    }

    /// Assigns the next rows to compute within a range of rows; null if there are none.
    #[wasm_bindgen(js_name = takeUnit)]
    pub fn take_unit(&mut self, rows: &Places) -> Result<MaybeUnit, Refusal> {
        let unit = self.head.take_unit(span("rows", rows)?);
        let unit = unit.map(|unit| LargeUnit {
            index: unit.index,
            start: unit.rows.start,
            length: unit.rows.length,
            side: unit.side,
        });
        Ok(serialize_value(&unit)?.unchecked_into())
    }

    /// Whether `takeUnit` would assign rows.
    #[wasm_bindgen(js_name = hasUnit)]
    pub fn has_unit(&self, rows: &Places) -> Result<bool, Refusal> {
        Ok(self.head.has_unit(span("rows", rows)?))
    }

    /// Returns rows that could not be computed.
    #[wasm_bindgen(js_name = giveBack)]
    pub fn give_back(&mut self, unit: u32) {
        self.head.give_back(unit as usize);
    }

    /// Adds the results of rows.
    #[wasm_bindgen(js_name = addUnit)]
    pub fn add_unit(&mut self, unit: u32, rows: &Ts<UnitRows>) -> Result<(), Refusal> {
        let rows: UnitRows = read_plain("the rows", rows.js_value())?;
        let greatest = singles("the pools", &rows.greatest.0)?;
        let sums = singles("the sums", &rows.sums.0)?;
        let figures = rows_of(&rows.figures.0)?;
        let key_sums = singles("the sums of keys", &rows.key_sums.0)?;
        let results = UnitResults {
            greatest: &greatest,
            sums: &sums,
            figures: &figures,
            key_sums: &key_sums,
        };
        Ok(self.head.add_unit(unit as usize, &results)?)
    }

    /// The margins of the known rows.
    pub fn margins(&self) -> Result<Ts<LargeMargins>, Refusal> {
        let margins = self.head.margins();
        serialize(&LargeMargins {
            query_entropy: floats(&margins.query_entropy),
            query_sum: floats(&margins.query_sum),
            key_mean: floats(&margins.key_mean),
        })
    }

    /// The least and the greatest known weight.
    pub fn range(&self) -> Result<Ts<LargeRange>, Refusal> {
        let [least, greatest] = self.head.range();
        serialize(&LargeRange { least, greatest })
    }

    /// The known cells that stand out most.
    pub fn outstanding(&self) -> Result<OutstandingCells, Refusal> {
        let cells = self.head.outstanding().iter();
        let cells: Vec<_> = cells
            .map(|cell| OutstandingCell {
                query: cell.query,
                key: cell.key,
                weight: cell.weight,
                times: cell.times,
            })
            .collect();
        Ok(serialize_value(&cells)?.unchecked_into())
    }

    /// The measures of the whole head. Until all rows are known, they are estimated from the first sample.
    pub fn measures(&self) -> Result<Ts<LargeMeasures>, Refusal> {
        let (estimates, is_exact) = self.head.measures();
        let [measures, errors] = values_and_errors(&estimates);
        serialize(&LargeMeasures { measures, errors, is_exact })
    }

    /// The number of known units in a range of rows, and of all units there.
    pub fn progress(&self, rows: &Places) -> Result<Uint32Array, Refusal> {
        Ok(array(self.head.progress(span("rows", rows)?).into_iter()))
    }

    /// The bytes of memory that it uses.
    pub fn bytes(&self) -> usize {
        self.head.bytes()
    }

    /// The first key and the end of the keys near the position of each query that it may attend to.
    pub fn reached(&self, queries: &Indexes) -> Result<Uint32Array, Refusal> {
        let queries = usizes("the queries", queries)?.into_iter();
        let reached = queries.map(|query| self.head.mask().reached(query, self.shape[1]));
        Ok(array(reached.flat_map(|range| [range.start, range.end])))
    }

    /// The quantile of the pools of a level where the color scale ends; 0 while too few rows are known.
    #[wasm_bindgen(js_name = colorEnd)]
    pub fn color_end(
        &mut self,
        by: &Ts<LargePooling>,
        level: u32,
        share: f64,
    ) -> Result<f32, Refusal> {
        Ok(self.head.color_end(pool_value(by)?, level as usize, share)?)
    }

    /// The weights that a tile needs.
    pub fn plan(&self, level: u32, rows: &Places, cols: &Places) -> Result<Ts<LargePlan>, Refusal> {
        let tile = [span("rows", rows)?, span("columns", cols)?];
        let list = |numbers: &[u32]| Js::from(Uint32Array::new_from_slice(numbers));
        let pair = |span: Span| [span.start, span.length];
        let (sample, pools) = match self.head.plan(level as usize, tile)? {
            TilePlan::Known => (None, None),
            TilePlan::Sample([rows, columns]) => {
                (Some(PlannedSample { rows: list(&rows), columns: list(&columns) }), None)
            }
            TilePlan::Pools([rows, columns], side) => {
                (None, Some(PlannedPools { rows: pair(rows), columns: pair(columns), side }))
            }
        };
        serialize(&LargePlan { sample, pools })
    }

    /// A tile of a level, row by row. `found`: the weights of its plan. Cells that are not known are NaN.
    pub fn tile(
        &self,
        by: &Ts<LargePooling>,
        level: u32,
        rows: &Places,
        cols: &Places,
        found: &Ts<TileFound>,
    ) -> Result<Float32Array, Refusal> {
        let TileFound { weights, sums } = read_plain("the weights", found.js_value())?;
        let given =
            |name, array: Option<Js>| array.map(|Js(array)| singles(name, &array)).transpose();
        let weights = match (given("the weights", weights)?, given("the sums", sums)?) {
            (None, None) => TileWeights::Known,
            (Some(weights), None) => TileWeights::Sample(weights),
            (Some(greatest), Some(sums)) => TileWeights::Pools(greatest, sums),
            (None, Some(_)) => {
                return Err(InputError::wanted("the weights", "a Float32Array").into());
            }
        };
        let tile = [span("rows", rows)?, span("columns", cols)?];
        let cells = self.head.tile(pool_value(by)?, level as usize, tile, weights)?;
        Ok(Float32Array::new_from_slice(&cells))
    }
}

/// The most queries of which units are listed.
const MOST_QUERIES: u32 = 1 << 24;

/// The units of the rows of a head, at most those of 2²⁴ queries.
#[wasm_bindgen(js_name = rowUnits)]
pub fn row_units(queries: u32) -> Result<Ts<RowUnits>, Refusal> {
    let order = array(large::unit_order(queries.min(MOST_QUERIES) as usize)).into();
    serialize(&RowUnits { rows: large::UNIT, order })
}

/// Selects rows at random: one of each of `strata` equal strata of the rows of a head, and more in the first one. The
/// result is always the same.
#[wasm_bindgen(js_name = rowSample)]
pub fn row_sample(queries: u32, strata: u32) -> Uint32Array {
    Uint32Array::new_from_slice(&sample_of(queries, strata).rows)
}

fn pool_value(by: &Ts<LargePooling>) -> Result<PoolValue, Refusal> {
    Ok(match read_options("the value of pools", by)? {
        LargePooling::Max => PoolValue::Max,
        LargePooling::Mean => PoolValue::Mean,
        LargePooling::Mass => PoolValue::Mass,
    })
}

fn floats(cells: &[f32]) -> Js {
    Float32Array::new_from_slice(cells).into()
}
