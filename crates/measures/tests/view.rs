//! Views, compared with plain loops cell by cell.

use crate::oracle_view::How;
use heedmap_measures::HeadMap;
use heedmap_measures::maps::{Shown, Span, View, quantiles};
use proptest::prelude::*;

/// A cell as files may contain it: mostly weights, some of them 0, some any float.
fn cell() -> impl Strategy<Value = f32> {
    let odd = vec![f32::NAN, f32::INFINITY, f32::NEG_INFINITY, -0.0, -2.5, 1e-40, f32::MAX];
    prop_oneof![20 => 0.0_f32..1.0, 6 => Just(0.0), 4 => -1.0_f32..1.0, 1 => prop::sample::select(odd)]
}

fn map(queries: usize, keys: usize) -> impl Strategy<Value = HeadMap> {
    let weights = prop::collection::vec(0.0_f32..1.0, queries * keys);
    let cells = prop_oneof![weights, prop::collection::vec(cell(), queries * keys)];
    cells.prop_map(move |cells| HeadMap::new("map", queries, keys, cells).unwrap())
}

fn map_and_settings() -> impl Strategy<Value = (HeadMap, How)> {
    (0..9usize, 0..9usize).prop_flat_map(|(queries, keys)| {
        let reach = prop::option::of(prop::collection::vec(0..12_u32, queries));
        let how = (0..4usize, reach, any::<bool>(), prop::option::of(map(queries, keys)));
        let how = how.prop_map(|(leave_out, reach, per_row, minus)| How {
            leave_out,
            reach,
            per_row,
            minus,
        });
        (map(queries, keys), how)
    })
}

fn view(map: &HeadMap, how: &How) -> View {
    let How { leave_out, reach, per_row, minus } = how.clone();
    let shown = Shown { leave_out, reach: reach.as_deref(), per_row, minus, signed: false };
    View::new(map.clone(), shown).unwrap()
}

/// Asserts that the numbers are equal; NaN equals NaN, and 0 equals -0.
#[track_caller]
fn assert_same(name: &str, got: &[f32], expected: &[f32]) {
    let same = |(a, b): (&f32, &f32)| a == b || (a.is_nan() && b.is_nan());
    let all = got.len() == expected.len() && got.iter().zip(expected).all(same);
    assert!(all, "{name}: got {got:?}\nexpected {expected:?}");
}

#[track_caller]
fn assert_near(name: &str, got: f32, expected: f64) {
    let near = (f64::from(got) - expected).abs() <= 1e-6 * expected.abs().max(1e-6);
    let same = f64::from(got) == f64::from(expected as f32);
    assert!(near || same || (got.is_nan() && expected.is_nan()), "{name}: {got}, not {expected}");
}

proptest! {
    #[test]
    fn every_cell_is_the_weight_or_the_difference_or_nan((map, how) in map_and_settings()) {
        let (view, expected) = (view(&map, &how), crate::oracle_view::shown(&map, &how));
        for (query, row) in expected.iter().enumerate() {
            assert_same("row", view.row(query).unwrap(), row);
        }
        prop_assert_eq!(view.levels()[0].queries(), expected.len());
    }

    #[test]
    fn every_cell_of_a_level_is_the_largest_that_it_covers((map, how) in map_and_settings()) {
        let (view, cells) = (view(&map, &how), crate::oracle_view::shown(&map, &how));
        for (level, found) in view.levels().iter().enumerate() {
            let side = 1_usize << level;
            prop_assert_eq!(found.queries(), map.queries().div_ceil(side));
            prop_assert_eq!(found.keys(), map.keys().div_ceil(side));
            let expected = crate::oracle_view::level(&cells, map.keys(), level, how.minus.is_some());
            assert_same("level", found.cells(), &expected);
        }
        let last = view.levels().last().unwrap();
        prop_assert!(last.cells().len() == 1 || map.cells().is_empty());
    }

    #[test]
    fn a_tile_is_a_part_of_its_level((map, how) in map_and_settings(), at in [0..9usize, 0..9, 0..9, 0..9], level in 0..5usize) {
        let view = view(&map, &how);
        let [start, length, left, wide] = at;
        let tile = view.tile(level, Span { start, length }, Span { start: left, length: wide });
        match view.levels().get(level) {
            Some(map) if start + length <= map.queries() && left + wide <= map.keys() => {
                let rows = map.rows().skip(start).take(length);
                let expected: Vec<f32> = rows.flat_map(|row| row[left..left + wide].to_vec()).collect();
                assert_same("tile", &tile.unwrap(), &expected);
            }
            _ => prop_assert!(tile.is_err()),
        }
    }

    #[test]
    fn quantiles_are_the_cells_at_their_ranks((map, how) in map_and_settings()) {
        let expected = crate::oracle_view::quantiles(crate::oracle_view::shown(&map, &how).concat().into_iter());
        assert_same("quantiles", view(&map, &how).quantiles(), &expected);
    }

    #[test]
    fn quantiles_of_many_cells_of_any_size_are_exact(bits in prop::collection::vec(any::<u32>(), 1..3000)) {
        let cells: Vec<f32> = bits.into_iter().map(f32::from_bits).collect();
        assert_same("quantiles", &quantiles(&cells).unwrap(), &crate::oracle_view::quantiles(cells.into_iter()));
    }

    #[test]
    fn quantiles_of_numbers_that_differ_in_their_last_bits_are_exact(bits in prop::collection::vec(0..5000_u32, 1..3000)) {
        let cells: Vec<f32> = bits.iter().map(|bits| f32::from_bits(0x3e80_0000 + bits)).collect();
        assert_same("quantiles", &quantiles(&cells).unwrap(), &crate::oracle_view::quantiles(cells.into_iter()));
    }

    #[test]
    fn margins_use_the_weights_that_are_shown((map, how) in map_and_settings()) {
        let view = view(&map, &how);
        let signed = how.minus.is_some();
        let undivided = How { per_row: false, ..how.clone() };
        let cells = crate::oracle_view::shown(&map, &undivided);
        let weights = |query: usize| {
            let row = cells[query].iter().enumerate();
            let shown = row.filter(|(key, _)| crate::oracle_view::is_shown(&how, query, *key));
            shown.map(|(_, &cell)| f64::from(cell)).collect::<Vec<f64>>()
        };
        let hold = |query: usize| weights(query).iter().all(|w| w.is_finite() && (signed || *w >= 0.0));
        for query in 0..map.queries() {
            let there: f64 = weights(query).iter().filter(|w| !w.is_nan()).sum();
            assert_near("sum", view.margins().query_sum[query], there);
            let term = |&w: &f64| if signed { w.abs() } else if w == 0.0 { 0.0 } else { -w * w.ln() };
            let entropy = if hold(query) { weights(query).iter().map(term).sum() } else { f64::NAN };
            assert_near("entropy", view.margins().query_entropy[query], entropy);
        }
        let mean = |key: usize| {
            let rows = (0..map.queries()).filter(|&query| hold(query) && crate::oracle_view::is_shown(&how, query, key));
            let column: Vec<f64> = rows.map(|query| f64::from(cells[query][key])).collect();
            column.iter().sum::<f64>() / column.len() as f64
        };
        for (key, &found) in view.margins().key_mean.iter().enumerate() {
            assert_near("mean", found, mean(key));
        }
        prop_assert_eq!(view.margins().key_mean.len(), map.keys());
    }

    #[test]
    fn a_map_of_both_signs_is_shown_like_its_difference_from_zeros((map, how) in map_and_settings()) {
        let zeros = HeadMap::new("zeros", map.queries(), map.keys(), vec![0.0; map.cells().len()]).unwrap();
        let [alone, difference] = [None, Some(zeros)].map(|minus| {
            let How { leave_out, per_row, ref reach, .. } = how;
            let shown = Shown { leave_out, reach: reach.as_deref(), per_row, signed: minus.is_none(), minus };
            View::new(map.clone(), shown).unwrap()
        });
        for (found, expected) in alone.levels().iter().zip(difference.levels()) {
            assert_same("level", found.cells(), expected.cells());
        }
        assert_same("quantiles", alone.quantiles(), difference.quantiles());
        let [found, expected] = [&alone, &difference].map(View::margins);
        assert_same("entropies", &found.query_entropy, &expected.query_entropy);
        assert_same("sums", &found.query_sum, &expected.query_sum);
        assert_same("means", &found.key_mean, &expected.key_mean);
    }
}

#[test]
fn the_largest_of_opposite_cells_does_not_depend_on_their_order() {
    for cells in [[0.5, -0.5, f32::NAN], [f32::NAN, -0.5, 0.5]] {
        let map = HeadMap::new("map", 3, 1, cells.to_vec()).unwrap();
        let minus = Some(HeadMap::new("map", 3, 1, vec![0.0; 3]).unwrap());
        let view = View::new(map, Shown { minus, ..Shown::default() }).unwrap();
        assert_eq!(view.levels().last().unwrap().cells(), [0.5]);
    }
}
