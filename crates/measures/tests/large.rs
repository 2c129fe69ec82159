//! Large heads beside plain loops over a whole matrix.

use heedmap_measures::Measure;
use heedmap_measures::maps::large::{
    LargeHead, PoolValue, PositionMask, RowSample, STRATA, TilePlan, TileWeights, UNIT,
    UnitResults, estimated_mean, sampled_head, unit_order,
};
use heedmap_measures::maps::{PooledGrid, PooledRows, RowFigures, Span, level_shapes};

const KEYS: usize = 40;
/// The finest level has pools of 4 x 4.
const QUERIES: usize = 3300;

fn span(start: usize, length: usize) -> Span {
    Span { start, length }
}

/// A causal weight; each row sums to 1. Every hundredth query prefers key 7.
fn weight(query: usize, key: usize) -> f32 {
    let last = query.min(KEYS - 1);
    if key > last {
        return 0.0;
    }
    let extra = if query % 100 == 99 && last >= 7 { 30.0 } else { 0.0 };
    let own = if key == 7 { extra } else { 0.0 };
    ((1.0 + own) / ((last + 1) as f64 + extra)) as f32
}

const MASK: PositionMask = PositionMask { offset: 0, before: None, after: Some(0), sinks: 0 };

fn pooled(rows: &[usize], side: usize) -> PooledRows {
    let mut pooled = PooledRows::new([rows.len(), KEYS], [side, side]).unwrap();
    for &query in rows {
        let cells: Vec<f32> = (0..KEYS).map(|key| weight(query, key)).collect();
        pooled.add(&cells, &[MASK.reached(query, KEYS)], query as i64, None);
    }
    pooled
}

fn opened() -> LargeHead {
    let mut head = LargeHead::new([QUERIES, KEYS]).unwrap();
    let rows: Vec<usize> = head.sample().rows.iter().map(|&row| row as usize).collect();
    let [color_rows, color_columns] = head.color_sample();
    let weights: Vec<f32> = color_rows
        .iter()
        .flat_map(|&row| color_columns.iter().map(move |&col| weight(row as usize, col as usize)))
        .collect();
    head.open(MASK, pooled(&rows, 1).figures(), &weights).unwrap();
    head
}

/// Adds the next unit of some rows; false if there is none.
fn add_next(head: &mut LargeHead, rows: Span) -> bool {
    let Some(unit) = head.take_unit(rows) else { return false };
    let rows: Vec<usize> = (unit.rows.start..unit.rows.start + unit.rows.length).collect();
    let pooled = pooled(&rows, unit.side);
    let (greatest, sums) = (pooled.grid().greatest(), pooled.grid().sums());
    let results = UnitResults {
        greatest: &greatest,
        sums: &sums,
        figures: pooled.figures(),
        key_sums: pooled.key_sums(),
    };
    head.add_unit(unit.index, &results).unwrap();
    true
}

fn complete() -> LargeHead {
    let mut head = opened();
    while add_next(&mut head, span(0, QUERIES)) {}
    head
}

/// The mean of a figure of all rows, in 64 bits.
fn mean(of: impl Fn(usize) -> f64) -> f64 {
    (0..QUERIES).map(of).sum::<f64>() / QUERIES as f64
}

fn entropy(query: usize) -> f64 {
    let terms = (0..KEYS).map(|key| f64::from(weight(query, key)));
    terms.filter(|&w| w > 0.0).map(|w| -w * w.ln()).sum()
}

#[test]
fn measures_and_margins_of_a_known_head_are_those_of_all_rows() {
    let head = complete();
    let (measures, exact) = head.measures();
    assert!(exact);
    let near = |measure, wanted: f64| {
        let found = measures.get(measure).unwrap();
        assert!(
            (found.value - wanted).abs() < 1e-5 && found.error == 0.0,
            "{measure:?}: {found:?}, not {wanted}"
        );
    };
    near(Measure::Entropy, mean(entropy));
    near(Measure::SinkShare, mean(|query| f64::from(weight(query, 0))));
    assert_eq!(measures.get(Measure::Induction), None);
    for (key, &found) in head.margins().key_mean.iter().enumerate() {
        let wanted = mean(|query| f64::from(weight(query, key)));
        assert!((f64::from(found) - wanted).abs() < 1e-6, "key {key}: {found}, not {wanted}");
    }
    for (query, &found) in head.margins().query_entropy.iter().enumerate() {
        assert!((f64::from(found) - entropy(query)).abs() < 1e-5);
    }
    assert_eq!(head.progress(span(0, QUERIES)), [QUERIES.div_ceil(UNIT); 2]);
    // 31 of 40 weights are at the key that every hundredth query prefers.
    let [first, ..] = head.outstanding() else { panic!("no cell stands out") };
    assert_eq!((first.query % 100, first.key), (99, 7));
    assert!((first.times - f64::from(weight(99, 7)) * 40.0).abs() < 1e-4, "{}", first.times);
    assert_eq!(head.outstanding().len(), 8);
}

#[test]
fn measures_of_a_sample_are_near_those_of_all_rows() {
    let mut head = opened();
    let (before, exact) = head.measures();
    assert!(!exact);
    let found = before.get(Measure::Entropy).unwrap();
    let wanted = mean(entropy);
    assert!((found.value - wanted).abs() < 2.0 * found.error + 0.01, "{found:?}, not {wanted}");
    // Known rows are not a sample, so they do not change the estimate.
    add_next(&mut head, span(0, 64));
    assert_eq!(head.measures().0, before);
}

#[test]
fn tiles_of_a_known_head_are_those_of_plain_loops() {
    let head = complete();
    assert_eq!(head.base(), 2);
    for (level, [rows, cols]) in level_shapes([QUERIES, KEYS]).into_iter().enumerate().skip(1) {
        let tile = [span(rows / 2, rows.div_ceil(2).min(5)), span(0, cols)];
        let weights = match head.plan(level, tile).unwrap() {
            TilePlan::Known => TileWeights::Known,
            TilePlan::Pools([rows, cols], side) => {
                let mut grid = PooledGrid::new([rows.length, cols.length], [side, side]).unwrap();
                for at in 0..rows.length {
                    let query = rows.start + at;
                    let line: Vec<f32> = (cols.start..cols.start + cols.length)
                        .map(|key| weight(query, key))
                        .collect();
                    grid.add(at, &[MASK.reached(query, KEYS)], &line);
                }
                TileWeights::Pools(grid.greatest(), grid.sums())
            }
            TilePlan::Sample(_) => panic!("level {level} is not exact"),
        };
        for value in [PoolValue::Max, PoolValue::Mean, PoolValue::Mass] {
            let found = head.tile(value, level, tile, weights.clone()).unwrap();
            for (at, &found) in found.iter().enumerate() {
                let [row, col] = [tile[0].start + at / cols, at % cols];
                let queries = row << level..((row + 1) << level).min(QUERIES);
                let keys = col << level..((col + 1) << level).min(KEYS);
                let cells = || {
                    queries.clone().flat_map(|i| {
                        keys.clone().filter(move |&j| j <= i).map(move |j| weight(i, j))
                    })
                };
                let sum: f64 = cells().map(f64::from).sum();
                let wanted = match value {
                    PoolValue::Max => f64::from(cells().fold(f32::NAN, f32::max)),
                    PoolValue::Mean => sum / (queries.len() * keys.len()) as f64,
                    PoolValue::Mass => sum / queries.len() as f64,
                };
                let is_empty = cells().next().is_none();
                assert!(
                    if is_empty {
                        found.is_nan()
                    } else {
                        (f64::from(found) - wanted).abs() < 1e-5
                    },
                    "{value:?} of level {level} at {row}, {col}: {found}, not {wanted}"
                );
            }
        }
    }
}

#[test]
fn an_unknown_tile_is_sampled_in_the_middle_of_its_pools_and_keeps_its_samples() {
    let mut head = opened();
    let tile = [span(0, 2), span(0, 3)];
    let TilePlan::Sample([rows, columns]) = head.plan(3, tile).unwrap() else {
        panic!("nothing is known")
    };
    assert_eq!((rows, columns), (vec![4, 12], vec![4, 12, 20]));
    let sample = TileWeights::Sample(vec![0.5; 6]);
    assert_eq!(head.tile(PoolValue::Max, 3, tile, sample.clone()).unwrap(), [0.5; 6]);
    // A cell stands for 8 keys.
    assert_eq!(head.tile(PoolValue::Mass, 3, tile, sample).unwrap(), [4.0; 6]);
    assert!(head.tile(PoolValue::Max, 3, tile, TileWeights::Sample(vec![0.5; 5])).is_err());
    assert!(head.plan(3, [span(0, 2), span(4, 2)]).is_err());
    assert!(head.plan(30, tile).is_err());
    // A unit that is given back is assigned again.
    let unit = head.take_unit(span(0, 64)).unwrap();
    assert_eq!(
        (unit.index, unit.rows, unit.side, head.take_unit(span(0, 64))),
        (0, span(0, 64), 4, None)
    );
    head.give_back(0);
    assert!(head.has_unit(span(0, 64)));
}

#[test]
fn colors_come_from_the_pools_once_enough_rows_are_known() {
    let mut head = opened();
    for _ in 0..15 {
        add_next(&mut head, span(0, QUERIES));
    }
    assert_eq!(head.color_end(PoolValue::Max, 3, 1.0).unwrap(), 0.0);
    add_next(&mut head, span(0, QUERIES));
    assert!(head.color_end(PoolValue::Max, 3, 1.0).unwrap() > 0.0);
    assert_eq!(head.color_end(PoolValue::Max, 0, 1.0).unwrap(), 0.0);
    assert_eq!(head.quantiles().len(), 257);
    assert_eq!(head.entropies().len(), STRATA);
}

#[test]
fn the_first_units_cover_a_head_evenly_and_all_are_covered_once() {
    let order: Vec<usize> = unit_order(100 * UNIT).collect();
    let mut sorted = order.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, (0..100).collect::<Vec<_>>());
    let mut quarters: Vec<usize> = order[..4].iter().map(|unit| unit / 25).collect();
    quarters.sort_unstable();
    quarters.dedup();
    assert!(quarters.len() >= 3, "{quarters:?}");
    assert_eq!(unit_order(1).collect::<Vec<_>>(), [0]);
    assert_eq!(unit_order(0).count(), 0);
}

#[test]
fn a_position_mask_has_sinks_and_a_window() {
    let mask = PositionMask { offset: 1, before: Some(899), after: Some(0), sinks: 1 };
    assert_eq!(mask.reached(2000, 4201), 2001 - 899..2002);
    assert_eq!(mask.key_count(2000, 4201), 901);
    assert_eq!(mask.reached(899, 4201), 0..901);
    assert_eq!(MASK.reached(1, 4), 0..2);
    assert_eq!(PositionMask::default().reached(3, 9), 0..9);
    assert_eq!(PositionMask { offset: -9, ..MASK }.key_count(3, 9), 0);
}

#[test]
fn a_sample_has_one_row_of_each_stratum_and_the_first_stratum_has_more() {
    let sample = RowSample::new(65_536, STRATA, 0);
    // 64 strata of 1,024 rows. The first one is divided at 1, 2, 4 ... 512.
    let mut wanted = vec![1, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512];
    wanted.extend([1024; 63]);
    assert_eq!(sample.sizes, wanted);
    let mut start = 0;
    for (&row, size) in sample.rows.iter().zip(wanted) {
        assert!((start..start + size).contains(&row), "row {row} of a stratum from {start}");
        start += size;
    }
    assert_eq!(RowSample::new(65_536, STRATA, 0), sample);
    assert_ne!(RowSample::new(65_536, STRATA, 1).rows, sample.rows);
    assert_eq!(RowSample::new(3, STRATA, 0).rows, [0, 1, 2]);
    assert!(RowSample::new(3, STRATA, 0).is_whole());
    assert_eq!(RowSample::new(0, STRATA, 0).rows, [0_u32; 0]);
    assert_eq!(sample.even().len(), STRATA);
}

#[test]
fn rows_without_a_value_are_not_counted_and_a_sample_of_all_rows_has_no_error() {
    let nan = f64::NAN;
    assert_eq!(estimated_mean(&[nan, nan], &[1, 5]), None);
    let found = estimated_mean(&[1.0, nan, 3.0], &[1, 1, 1]).unwrap();
    assert_eq!((found.value, found.error), (2.0, 0.0));
    // The mean of strata of 2 and 6 rows.
    assert_eq!(estimated_mean(&[1.0, nan, 5.0], &[2, 9, 6]).unwrap().value, 4.0);
    assert!(estimated_mean(&[nan, 4.0], &[5, 5]).unwrap().error.is_nan());
}

#[test]
fn the_error_of_a_straight_line_is_that_of_its_noise_within_strata() {
    // Values 0, 10, 20 ... in strata of 10 rows, with ±1 in turn: e = ±2 inside, and 10 ± 2 at both ends.
    let count = 40;
    let values: Vec<f64> =
        (0..count).map(|at| f64::from(10 * at) + if at % 2 == 0 { 1.0 } else { -1.0 }).collect();
    let ends = 2.0 * (8.0_f64.powi(2) / 2.0);
    let inside = f64::from(count - 2) * (4.0 * 2.0 / 3.0);
    let plain = ((ends + inside) / f64::from(count).powi(2) * 0.9).sqrt();
    // The third powers of e cancel each other. Student's t with 20 degrees of freedom has the quantile 2.1330
    // at 0.97725, where a normal number has 2.
    let found = estimated_mean(&values, &[10; 40]).unwrap();
    assert!((found.error / plain - 2.133 / 2.0).abs() < 2e-3, "{}", found.error / plain);
}

#[test]
fn a_sampled_head_has_the_greatest_weights_of_its_strata() {
    let sample = RowSample::new(QUERIES, STRATA, 0);
    let rows: Vec<usize> = sample.rows.iter().map(|&row| row as usize).collect();
    let mut grid = PooledGrid::new([rows.len(), KEYS], [1, 10]).unwrap();
    for (at, &query) in rows.iter().enumerate() {
        let line: Vec<f32> = (0..KEYS).map(|key| weight(query, key)).collect();
        grid.add(at, std::slice::from_ref(&(0..KEYS)), &line);
    }
    let pooled = pooled(&rows, 1);
    let found = sampled_head(&sample, pooled.figures(), &grid.greatest(), 32).unwrap();
    assert!(found.causal);
    let sums = found.row_sums.unwrap();
    assert!((sums.least.sum - 1.0).abs() < 1e-5 && (sums.greatest.sum - 1.0).abs() < 1e-5);
    assert_eq!((found.thumb.queries(), found.thumb.keys()), (32, 4));
    // A row of the picture has two strata; the first one has the rows before the even ones too.
    let more = rows.len() - STRATA;
    for (line, cells) in found.thumb.rows().enumerate() {
        let own = rows.iter().enumerate().filter(|(at, _)| at.saturating_sub(more) / 2 == line);
        for (col, &cell) in cells.iter().enumerate() {
            let weights = own
                .clone()
                .flat_map(|(_, &i)| (10 * col..10 * col + 10).map(move |j| weight(i, j)));
            assert_eq!(cell, weights.fold(0.0, f32::max), "row {line}, column {col}");
        }
    }
    assert!(sampled_head(&sample, &pooled.figures()[1..], &grid.greatest(), 32).is_err());
    assert!(RowFigures::of_rows(&[0.0; 12]).is_err());
}
