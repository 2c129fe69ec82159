//! Shared by several test files: random heads, and comparisons that print both sides.

use heedmap_measures::maps::{Combination, Combining, Error};
use heedmap_measures::{HeadMap, Pool, Pooling};
use proptest::prelude::*;

/// The rows of a head as nested vectors.
pub(crate) fn nested(map: &HeadMap) -> Vec<Vec<f64>> {
    map.rows().map(|row| row.iter().map(|&cell| f64::from(cell)).collect()).collect()
}

/// A map of these rows.
pub(crate) fn map<const KEYS: usize>(rows: &[[f32; KEYS]]) -> HeadMap {
    HeadMap::new("map", rows.len(), KEYS, rows.concat()).expect("even rows")
}

/// The kinds of rows.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Weights,
    /// A row with another sum, as after dropout or if heads were summed.
    OtherSum(f32),
    WithoutKey,
    Broken(f32),
}

fn row(query: usize, keys: usize, causal: bool, with_breaks: bool) -> BoxedStrategy<Vec<f32>> {
    let broken = prop::sample::select(vec![f32::NAN, f32::INFINITY, f32::NEG_INFINITY, -0.25]);
    let often = if with_breaks { 1 } else { 0 };
    let kind = prop_oneof![
        12 => Just(Kind::Weights),
        2 => (0.1_f32..3.0).prop_map(Kind::OtherSum),
        often => Just(Kind::WithoutKey),
        often => broken.prop_map(Kind::Broken),
    ];
    let cells = prop::collection::vec((0.0_f32..1.0, prop::bool::weighted(0.8)), keys);
    (cells, kind, 0..keys.max(1))
        .prop_map(move |(cells, kind, at)| {
            let cell = |(j, (cell, kept)): (usize, (f32, bool))| {
                // Peaked, like softmax rows, and exactly 0 where a mask is.
                if kept && !(causal && j > query) { cell.powi(6) } else { 0.0 }
            };
            let mut row: Vec<f32> = cells.into_iter().enumerate().map(cell).collect();
            let sum: f32 = row.iter().sum();
            let to = if let Kind::OtherSum(sum) = kind { sum } else { 1.0 };
            if sum > 0.0 {
                row.iter_mut().for_each(|cell| *cell *= to / sum);
            }
            match kind {
                Kind::WithoutKey => row.fill(0.0),
                Kind::Broken(value) if !row.is_empty() => row[at] = value,
                _ => {}
            }
            row
        })
        .boxed()
}

/// A head of this size, with rows without a key and invalid rows if `with_breaks` is set.
pub(crate) fn head_of(queries: usize, keys: usize, with_breaks: bool) -> BoxedStrategy<HeadMap> {
    any::<bool>()
        .prop_flat_map(move |causal| {
            let rows: Vec<_> =
                (0..queries).map(|query| row(query, keys, causal, with_breaks)).collect();
            rows.prop_map(move |rows| {
                HeadMap::new("weights", queries, keys, rows.concat()).expect("even rows")
            })
        })
        .boxed()
}

/// Asserts that the numbers are close, and NaN only where NaN is expected.
#[track_caller]
pub(crate) fn assert_near(name: &str, got: &[f64], expected: &[f64], tolerance: f64) {
    let near = |got: f64, expected: f64| {
        got == expected
            || (got.is_nan() && expected.is_nan())
            || (got - expected).abs() <= tolerance
    };
    let fits = got.len() == expected.len()
        && got.iter().zip(expected).all(|(&got, &expected)| near(got, expected));
    assert!(fits, "{name}: got {got:?}\nexpected {expected:?}");
}

/// The cells of a map in 64 bits.
pub(crate) fn cells(map: &HeadMap) -> Vec<f64> {
    map.cells().iter().map(|&cell| f64::from(cell)).collect()
}

/// The combination of maps, added one after the other.
pub(crate) fn combined(maps: &[&HeadMap], combination: Combination) -> Result<HeadMap, Error> {
    let mut combining = Combining::new(combination);
    maps.iter().try_for_each(|map| combining.add(map))?;
    combining.finish()
}

/// A map pooled row by row.
pub(crate) fn pooled(map: &HeadMap, to: (usize, usize), pooling: Pooling) -> HeadMap {
    let mut pool = Pool::new((map.queries(), map.keys()), to, pooling).expect("it fits");
    map.rows().for_each(|row| pool.row(row).expect("a row of the map"));
    pool.finish().expect("every row")
}
