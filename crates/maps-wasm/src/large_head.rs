//! What is known of a head whose weights do not fit into memory.
//!
//! Lists cross as flat typed arrays, because the page reads them in each frame.

use heedmap_measures::Measure;
use heedmap_measures::maps::large::{
    self, Estimates, PoolValue, PositionMask, RowSample, TilePlan, TileWeights, UnitResults,
};
use heedmap_measures::maps::{RowFigures, Span, level_shapes};
use heedmap_wasm_common::{InputError, Refusal, singles, usizes};
use js_sys::{Float32Array, Float64Array, Uint32Array};
use wasm_bindgen::prelude::*;

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

    /// The number of rows and of columns of each level. Level 0 is the map; each further level has half its size.
    pub fn levels(&self) -> Uint32Array {
        array(level_shapes(self.shape).into_iter().flatten())
    }

    /// The finest level of the pyramid.
    pub fn base(&self) -> usize {
        self.head.base()
    }

    /// The rows of the first sample.
    pub fn sample(&self) -> Uint32Array {
        Uint32Array::new_from_slice(&self.head.sample().rows)
    }

    /// The rows from which colors are chosen at first.
    #[wasm_bindgen(js_name = colorRows)]
    pub fn color_rows(&self) -> Uint32Array {
        Uint32Array::new_from_slice(&self.head.color_sample()[0])
    }

    /// The columns from which colors are chosen at first.
    #[wasm_bindgen(js_name = colorColumns)]
    pub fn color_columns(&self) -> Uint32Array {
        Uint32Array::new_from_slice(&self.head.color_sample()[1])
    }

    /// Sets the mask, the figures of the sampled rows, and the weights at the rows and columns for colors.
    ///
    /// `offset`: the position of query 0 among the keys. `before`, `after`: the largest number of keys on each side of
    /// its position that a query may attend to; by default all. `sinks`: the number of first keys that are sinks.
    pub fn open(
        &mut self,
        offset: f64,
        before: Option<u32>,
        after: Option<u32>,
        sinks: u32,
        figures: &Weights,
        weights: &Weights,
    ) -> Result<(), Refusal> {
        let [before, after] = [before, after].map(|side| side.map(|side| side as usize));
        let mask = PositionMask { offset: offset as i64, before, after, sinks: sinks as usize };
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

    /// The quantiles of the first sample.
    pub fn quantiles(&self) -> Float32Array {
        Float32Array::new_from_slice(self.head.quantiles())
    }

    /// The entropies of the first sample.
    pub fn entropies(&self) -> Float32Array {
        Float32Array::new_from_slice(self.head.entropies())
    }

    /// Assigns the next rows to compute within a range of rows: their index, the first, their number, and the side of
    /// their pools. It is empty if there are none.
    #[wasm_bindgen(js_name = takeUnit)]
    pub fn take_unit(&mut self, row: u32, rows: u32) -> Uint32Array {
        let unit = self.head.take_unit(span(row, rows));
        let numbers = unit.map(|unit| [unit.index, unit.rows.start, unit.rows.length, unit.side]);
        array(numbers.into_iter().flatten())
    }

    /// Whether `takeUnit` would assign rows.
    #[wasm_bindgen(js_name = hasUnit)]
    pub fn has_unit(&self, row: u32, rows: u32) -> bool {
        self.head.has_unit(span(row, rows))
    }

    /// Returns rows that could not be computed.
    #[wasm_bindgen(js_name = giveBack)]
    pub fn give_back(&mut self, unit: u32) {
        self.head.give_back(unit as usize);
    }

    /// Adds the results of rows.
    #[wasm_bindgen(js_name = addUnit)]
    pub fn add_unit(
        &mut self,
        unit: u32,
        greatest: &Weights,
        sums: &Weights,
        figures: &Weights,
        key_sums: &Weights,
    ) -> Result<(), Refusal> {
        let [greatest, sums] = [singles("the pools", greatest)?, singles("the sums", sums)?];
        let (figures, key_sums) = (rows_of(figures)?, singles("the sums of keys", key_sums)?);
        let results = UnitResults {
            greatest: &greatest,
            sums: &sums,
            figures: &figures,
            key_sums: &key_sums,
        };
        Ok(self.head.add_unit(unit as usize, &results)?)
    }

    /// For each query, its entropy in nats; NaN for those that are not known.
    #[wasm_bindgen(js_name = queryEntropy)]
    pub fn query_entropy(&self) -> Float32Array {
        Float32Array::new_from_slice(&self.head.margins().query_entropy)
    }

    /// For each query, the sum of its weights; NaN for those that are not known.
    #[wasm_bindgen(js_name = querySum)]
    pub fn query_sum(&self) -> Float32Array {
        Float32Array::new_from_slice(&self.head.margins().query_sum)
    }

    /// For each key, the mean of its weights over the known queries.
    #[wasm_bindgen(js_name = keyMean)]
    pub fn key_mean(&self) -> Float32Array {
        Float32Array::new_from_slice(&self.head.margins().key_mean)
    }

    /// The least and the greatest known weight.
    pub fn range(&self) -> Float32Array {
        Float32Array::new_from_slice(&self.head.range())
    }

    /// The outstanding cells: the query, the key, the weight, and the weight divided by that of a uniform row.
    pub fn outstanding(&self) -> Float64Array {
        let cells = self.head.outstanding().iter();
        let numbers: Vec<f64> = cells
            .flat_map(|cell| {
                [cell.query as f64, cell.key as f64, f64::from(cell.weight), cell.times]
            })
            .collect();
        Float64Array::new_from_slice(&numbers)
    }

    /// The value and the standard error of each measure, in the order of `measureNames`; NaN without a value.
    pub fn measures(&self) -> Float64Array {
        measures_of(&self.head.measures().0)
    }

    /// Whether the measures are those of all rows.
    #[wasm_bindgen(js_name = isExact)]
    pub fn is_exact(&self) -> bool {
        self.head.measures().1
    }

    /// The number of known units in a range of rows, and of all units there.
    pub fn progress(&self, row: u32, rows: u32) -> Uint32Array {
        array(self.head.progress(span(row, rows)).into_iter())
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

    /// The quantile of the pools of a level where the color scale ends; 0 while too few rows are known. `value`: 0
    /// for the greatest weight, 1 for the mean, 2 for the mass.
    #[wasm_bindgen(js_name = colorEnd)]
    pub fn color_end(&mut self, value: u32, level: u32, share: f64) -> Result<f32, Refusal> {
        Ok(self.head.color_end(pool_value(value), level as usize, share)?)
    }

    /// The weights that a tile needs. It is empty if none are needed. Otherwise the first number is 1, and the rows
    /// and the columns of single weights follow; or it is 2, and a rectangle follows as the first row, the number of
    /// rows, the first column, the number of columns, and the side of its pools.
    pub fn plan(
        &self,
        level: u32,
        row: u32,
        rows: u32,
        col: u32,
        cols: u32,
    ) -> Result<Uint32Array, Refusal> {
        let plan = self.head.plan(level as usize, [span(row, rows), span(col, cols)])?;
        Ok(match plan {
            TilePlan::Known => array(std::iter::empty()),
            TilePlan::Sample([rows, columns]) => {
                Uint32Array::new_from_slice(&[vec![1], rows, columns].concat())
            }
            TilePlan::Pools([rows, columns], side) => {
                array([2, rows.start, rows.length, columns.start, columns.length, side].into_iter())
            }
        })
    }

    /// A tile, row by row. `weights`: those of its plan, or null without any. `sums`: the sums of pools, or null.
    #[allow(clippy::too_many_arguments, reason = "a range is two numbers at the boundary")]
    pub fn tile(
        &self,
        value: u32,
        level: u32,
        row: u32,
        rows: u32,
        col: u32,
        cols: u32,
        weights: &MaybeWeights,
        sums: &MaybeWeights,
    ) -> Result<Float32Array, Refusal> {
        let given = |name, array: &MaybeWeights| match array.is_null() {
            true => Ok(None),
            false => singles(name, array).map(Some),
        };
        let weights = match (given("the weights", weights)?, given("the sums", sums)?) {
            (None, None) => TileWeights::Known,
            (Some(weights), None) => TileWeights::Sample(weights),
            (Some(greatest), Some(sums)) => TileWeights::Pools(greatest, sums),
            (None, Some(_)) => {
                return Err(InputError::wanted("the weights", "a Float32Array").into());
            }
        };
        let tile = [span(row, rows), span(col, cols)];
        let cells = self.head.tile(pool_value(value), level as usize, tile, weights)?;
        Ok(Float32Array::new_from_slice(&cells))
    }
}

/// The most queries of which units are listed.
const MOST_QUERIES: u32 = 1 << 24;

/// The units of the rows of a head, in the order in which they are computed; at most those of 2²⁴ queries.
#[wasm_bindgen(js_name = unitOrder)]
pub fn unit_order(queries: u32) -> Uint32Array {
    array(large::unit_order(queries.min(MOST_QUERIES) as usize))
}

/// The number of rows of a unit.
#[wasm_bindgen(js_name = unitRows)]
pub fn unit_rows() -> usize {
    large::UNIT
}

/// Selects rows of a head with `queries` rows: one of each of `strata` equal strata, and more in the first one.
#[wasm_bindgen(js_name = rowSample)]
pub fn row_sample(queries: u32, strata: u32) -> Uint32Array {
    Uint32Array::new_from_slice(&sample_of(queries, strata).rows)
}

/// The value and the standard error of each measure of a head, from the figures of its sampled rows.
#[wasm_bindgen(js_name = sampledMeasures)]
pub fn sampled_measures(
    queries: u32,
    strata: u32,
    figures: &Weights,
) -> Result<Float64Array, Refusal> {
    let sample = sample_of(queries, strata);
    Ok(measures_of(&large::estimates(&rows_of(figures)?, &sample.sizes)))
}

pub(crate) fn sample_of(queries: u32, strata: u32) -> RowSample {
    RowSample::new(queries as usize, strata as usize, 0)
}

/// The figures of rows.
pub(crate) fn rows_of(figures: &JsValue) -> Result<Vec<RowFigures>, Refusal> {
    Ok(RowFigures::of_rows(&singles("the figures", figures)?)?)
}

fn measures_of(estimates: &Estimates) -> Float64Array {
    let pairs = Measure::ALL.map(|measure| {
        estimates.get(measure).map_or([f64::NAN; 2], |found| [found.value, found.error])
    });
    Float64Array::new_from_slice(pairs.as_flattened())
}

fn pool_value(given: u32) -> PoolValue {
    match given {
        0 => PoolValue::Max,
        1 => PoolValue::Mean,
        _ => PoolValue::Mass,
    }
}

fn span(start: u32, length: u32) -> Span {
    Span { start: start as usize, length: length as usize }
}

/// A list for JavaScript.
pub(crate) fn array(numbers: impl Iterator<Item = usize>) -> Uint32Array {
    let numbers: Vec<u32> = numbers.map(|number| number as u32).collect();
    Uint32Array::new_from_slice(&numbers)
}
