//! Maps that are made from others, and errors.

use crate::support::pooled;
use heedmap_measures::maps::{
    Combination, Combining, Error, Shown, Span, View, overview, part, stacked, turned,
};
use heedmap_measures::{HeadMap, Pooling, Settings, measures};
use proptest::prelude::*;

fn map(queries: usize, keys: usize, cells: &[f32]) -> HeadMap {
    HeadMap::new("map", queries, keys, cells.to_vec()).unwrap()
}

fn any_map(queries: usize, keys: usize) -> impl Strategy<Value = HeadMap> {
    let cell = prop_oneof![9 => 0.0_f32..1.0, 1 => Just(f32::NAN), 1 => Just(f32::INFINITY)];
    prop::collection::vec(cell, queries * keys).prop_map(move |cells| map(queries, keys, &cells))
}

/// The bits of the cells, so that NaN equals NaN.
fn bits(map: &HeadMap) -> (usize, usize, Vec<u32>) {
    let bits =
        map.cells().iter().map(|cell| if cell.is_nan() { 0x7fc0_0000 } else { cell.to_bits() });
    (map.queries(), map.keys(), bits.collect())
}

#[track_caller]
fn assert_rejected<T: std::fmt::Debug>(result: Result<T, Error>, sentence: &str) {
    assert_eq!(result.unwrap_err().to_string(), sentence);
}

proptest! {
    #[test]
    fn turned_maps_are_transposed(map in (0..70usize, 0..70usize).prop_flat_map(|(queries, keys)| any_map(queries, keys))) {
        let turned = turned(&map).unwrap();
        prop_assert_eq!((turned.queries(), turned.keys()), (map.keys(), map.queries()));
        for (query, row) in map.rows().enumerate() {
            let column: Vec<u32> = turned.rows().map(|row| row[query].to_bits()).collect();
            prop_assert_eq!(column, row.iter().map(|cell| cell.to_bits()).collect::<Vec<u32>>());
        }
    }

    #[test]
    fn a_head_of_an_overview_is_measured_and_pooled(map in (0..9usize, 0..9usize).prop_flat_map(|(queries, keys)| any_map(queries, keys)), side in 1..9usize) {
        let found = overview(&map, &Settings::default(), side).unwrap();
        prop_assert_eq!(found.measures, measures(&map, &Settings::default()).unwrap());
        prop_assert_eq!(bits(&found.thumb), bits(&pooled(&map, (side, side), Pooling::Max)));
    }
}

#[test]
fn steps_of_generation_are_padded_with_zeros() {
    let (prompt, next, last) = (
        map(2, 2, &[1., 0., 0.5, 0.5]),
        map(1, 3, &[0.2, 0.3, 0.5]),
        map(1, 4, &[0.1, 0.2, 0.3, 0.4]),
    );
    let all = stacked(&[&prompt, &next, &last], 4).unwrap();
    assert_eq!((all.queries(), all.keys()), (4, 4));
    let rows: Vec<&[f32]> = all.rows().collect();
    assert_eq!(
        rows,
        [[1., 0., 0., 0.], [0.5, 0.5, 0., 0.], [0.2, 0.3, 0.5, 0.], [0.1, 0.2, 0.3, 0.4]]
    );
    assert_eq!(stacked(&[], 4).unwrap().queries(), 0);
    assert_eq!(stacked(&[&map(3, 0, &[])], 0).unwrap().queries(), 3);
}

#[test]
fn a_part_is_in_row_major_order() {
    let map = map(2, 3, &[1., 2., 3., 4., 5., 6.]);
    let span = |start, length| Span { start, length };
    assert_eq!(part(&map, span(0, 2), span(1, 2)).unwrap(), [2., 3., 5., 6.]);
    assert!(part(&map, span(2, 0), span(0, 3)).unwrap().is_empty());
    assert_rejected(
        part(&map, span(1, 2), span(0, 1)),
        "2 rows from 1 on, but there are 2, counted from 0",
    );
    assert_rejected(
        part(&map, span(0, 1), span(4, 0)),
        "0 columns from 4 on, but there are 3, counted from 0",
    );
    assert!(part(&map, span(usize::MAX, 2), span(0, 1)).is_err());
}

#[test]
fn invalid_sizes_are_rejected_with_the_figures() {
    let square = || map(2, 2, &[1., 0., 0., 1.]);
    let short = Shown { reach: Some(&[1]), ..Shown::default() };
    assert_rejected(View::new(square(), short), "1 number of keys for 2 queries: each needs one");
    let other = Shown { minus: Some(map(1, 2, &[1., 0.])), ..Shown::default() };
    let sentence = "one map is 2 x 2 but the other is 1 x 2: they must have the same shape";
    assert_rejected(View::new(square(), other), sentence);
    let view = View::new(square(), Shown::default()).unwrap();
    assert_rejected(view.row(2), "1 row from 2 on, but there are 2, counted from 0");
    let all = Span { start: 0, length: 1 };
    assert_rejected(view.tile(2, all, all), "level 2 of a map that has 2, counted from 0");
    assert_rejected(stacked(&[&square()], 1), "part 0 has 2 keys, but the last row has 1");
    let tall = map(4096, 1, &[0.0; 4096]);
    let sentence = "the map of all steps would be 8192 x 4096: at most 16777216 cells fit";
    assert_rejected(stacked(&[&tall, &tall], 4096), sentence);
    let mut combining = Combining::new(Combination::Mean);
    combining.add(&square()).unwrap();
    let sentence = "the first head is 2 x 2 but another is 4096 x 1: they must have the same shape";
    assert_rejected(combining.add(&tall), sentence);
    assert_eq!(combining.finish().unwrap(), square());
    assert_rejected(
        Combining::new(Combination::Max).finish(),
        "the number of heads to combine is 0: it must be at least 1",
    );
}
