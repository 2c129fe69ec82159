//! Rows and rectangles that are pooled as they are added, beside plain loops in 64 bits.

use heedmap_measures::maps::{PooledGrid, PooledRows, RowFigures};
use proptest::prelude::*;

/// A cell of a grid: the weights that are neither masked nor missing.
fn cell(rows: &[Row], [group, side]: [usize; 2], [line, column]: [usize; 2]) -> Vec<f64> {
    let mut found = Vec::new();
    for (i, row) in rows.iter().enumerate() {
        for (j, &weight) in row.weights.iter().enumerate() {
            let is_reached = j < row.sinks || row.reached.contains(&j);
            if i / group == line && j / side == column && is_reached && !weight.is_nan() {
                found.push(f64::from(weight));
            }
        }
    }
    found
}

#[derive(Clone, Debug)]
struct Row {
    weights: Vec<f32>,
    sinks: usize,
    reached: std::ops::Range<usize>,
}

impl Row {
    fn ranges(&self) -> Vec<std::ops::Range<usize>> {
        let before = (self.sinks > 0).then_some(0..self.sinks);
        before.into_iter().chain([self.reached.clone()]).collect()
    }
}

fn rows() -> impl Strategy<Value = Vec<Row>> {
    (1..20_usize, 1..30_usize).prop_flat_map(|(rows, keys)| {
        let weight = prop_oneof![8 => 0.0..1.0_f32, 1 => Just(0.0), 1 => Just(f32::NAN)];
        let row =
            (prop::collection::vec(weight, keys), any::<bool>(), any::<[prop::sample::Index; 2]>());
        prop::collection::vec(row, rows).prop_map(move |rows| {
            let row = |(weights, has_sink, ends): (_, bool, [prop::sample::Index; 2])| {
                let sinks = usize::from(has_sink);
                let mut ends = ends.map(|end| (end.index(keys + 1)).max(sinks));
                ends.sort_unstable();
                Row { weights, sinks, reached: ends[0]..ends[1] }
            };
            rows.into_iter().map(row).collect()
        })
    })
}

proptest! {
    #[test]
    fn cells_and_sums_of_keys_are_those_of_plain_loops(
        rows in rows(),
        group in 0..6_usize,
        side in 0..6_usize,
    ) {
        let keys = rows[0].weights.len();
        let (shape, pooled) = ([rows.len(), keys], [group.max(1), side.max(1)]);
        let mut found = PooledRows::new(shape, [group, side]).unwrap();
        let mut grid = PooledGrid::new(shape, [group, side]).unwrap();
        for (i, row) in rows.iter().enumerate() {
            found.add(&row.weights, &row.ranges(), i as i64, None);
            grid.add(i, &row.ranges(), &row.weights);
        }
        let wide = keys.div_ceil(pooled[1]);
        let tall = rows.len().div_ceil(pooled[0]);
        for (greatest, sums) in [(found.grid().greatest(), found.grid().sums()), (grid.greatest(), grid.sums())] {
            prop_assert_eq!([greatest.len(), sums.len()], [tall * wide; 2]);
            for (at, (&greatest, &sum)) in greatest.iter().zip(&sums).enumerate() {
                let cells = cell(&rows, pooled, [at / wide, at % wide]);
                if cells.is_empty() {
                    prop_assert!(greatest.is_nan() && sum.is_nan(), "cell {}", at);
                } else {
                    let most = cells.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                    prop_assert_eq!(f64::from(greatest), most);
                    prop_assert!((f64::from(sum) - cells.iter().sum::<f64>()).abs() <= 1e-4);
                }
            }
        }
        let has_figures = |row: &Row| {
            // A row with NaN has none, and neither has a row of zeros.
            row.weights.iter().all(|weight| !weight.is_nan()) && row.weights.iter().any(|&weight| weight > 0.0)
        };
        for (key, &sum) in found.key_sums().iter().enumerate() {
            let of_key: f64 = (rows.iter())
                .filter(|row| has_figures(row) && (key < row.sinks || row.reached.contains(&key)))
                .map(|row| f64::from(row.weights[key]))
                .sum();
            prop_assert!((f64::from(sum) - of_key).abs() <= 1e-4, "key {}: {} instead of {}", key, sum, of_key);
        }
        prop_assert_eq!(found.figures().len(), rows.len());
        for (i, (row, figures)) in rows.iter().zip(found.figures()).enumerate() {
            let count = row.ranges().iter().map(ExactSizeIterator::len).sum();
            let expected = RowFigures::of(&row.weights, i as i64, count, None);
            let bits = |figures: RowFigures| figures.to_array().map(f32::to_bits);
            prop_assert_eq!(bits(*figures), bits(expected));
        }
    }
}

#[test]
fn a_row_outside_the_grid_is_ignored() {
    let mut grid = PooledGrid::new([2, 2], [1, 2]).unwrap();
    let all = std::slice::from_ref(&(0..2));
    grid.add(2, all, &[1.0, 1.0]);
    grid.add(1, all, &[0.25, 0.5]);
    let greatest = grid.greatest();
    assert!(greatest[0].is_nan() && greatest[1] == 0.5, "{greatest:?}");
    assert_eq!(grid.sums()[1], 0.75);
}
