//! Pooling of large heads: bright cells must stay visible.

use crate::support::{assert_near, cells, head_of, map, nested, pooled};
use heedmap_measures::{HeadMap, Pooling};
use proptest::prelude::*;

fn sized() -> impl Strategy<Value = (HeadMap, usize, usize)> {
    (1..12usize, 1..12usize)
        .prop_flat_map(|(queries, keys)| (head_of(queries, keys, false), 1..=queries, 1..=keys))
}

proptest! {
    #[test]
    fn each_tile_is_the_largest_or_the_mean_of_its_cells((head, tall, wide) in sized()) {
        let (most, mean) = crate::oracle::pooled(&nested(&head), head.keys(), tall, wide);
        let found = pooled(&head, (tall, wide), Pooling::Max);
        prop_assert_eq!((found.queries(), found.keys()), (tall, wide));
        prop_assert_eq!(cells(&found), most);
        let found = pooled(&head, (tall, wide), Pooling::Mean);
        // One rounding to 32 bits of numbers up to 3.
        assert_near("mean", &cells(&found), &mean, 3.0 * f64::from(f32::EPSILON));
    }

    #[test]
    fn a_map_smaller_than_the_picture_is_unchanged((head, _, _) in sized(), more in 0..5usize) {
        let to = (head.queries() + more, head.keys() + more);
        prop_assert_eq!(pooled(&head, to, Pooling::Max), head.clone());
        prop_assert_eq!(pooled(&head, to, Pooling::Mean), head);
    }
}

#[test]
fn a_single_bright_cell_among_a_million_is_visible_at_every_size() {
    const SIDE: usize = 1024;
    for at in [0, SIDE - 1, 12_345, SIDE * SIDE / 2 + 77, SIDE * SIDE - 1] {
        let mut cells = vec![0.0; SIDE * SIDE];
        cells[at] = 0.5;
        let head = HeadMap::new("weights", SIDE, SIDE, cells).unwrap();
        for side in [1, 7, 48, 500] {
            let found = pooled(&head, (side, side), Pooling::Max);
            let bright: Vec<usize> =
                (0..side * side).filter(|&at| found.cells()[at] > 0.0).collect();
            let tile = at / SIDE * side / SIDE * side + at % SIDE * side / SIDE;
            assert_eq!(bright, [tile], "cell {at} at {side} x {side}");
        }
    }
}

#[test]
fn nan_is_visible_at_every_size() {
    let mut broken = map(&[[0.5; 5]; 5]).into_cells();
    broken[7] = f32::NAN;
    let head = HeadMap::new("weights", 5, 5, broken).unwrap();
    for pooling in [Pooling::Max, Pooling::Mean] {
        let found = pooled(&head, (2, 2), pooling);
        let seen: Vec<bool> = found.cells().iter().map(|cell| cell.is_nan()).collect();
        assert_eq!(seen, [true, false, false, false], "{pooling:?}");
    }
}

#[test]
fn negative_numbers_are_pooled_unchanged() {
    let head = map(&[[-4., -3., -2.], [-8., -6., -5.]]);
    assert_eq!(pooled(&head, (1, 1), Pooling::Max).cells(), [-2.0]);
    assert_eq!(pooled(&head, (2, 1), Pooling::Mean).cells(), [-3.0, -19.0 / 3.0]);
}

#[test]
fn a_map_without_cells_has_pictures_without_cells() {
    for (queries, keys) in [(0, 0), (0, 3), (3, 0)] {
        let head = HeadMap::new("weights", queries, keys, Vec::new()).unwrap();
        let found = pooled(&head, (2, 2), Pooling::Mean);
        assert_eq!((found.queries(), found.keys()), (queries.min(2), keys.min(2)));
    }
}
