//! Combined heads, words, value-weighted maps and similarity.

use crate::support::{assert_near, cells, combined, head_of, map, nested, pooled};
use heedmap_measures::maps::Combination;
use heedmap_measures::{
    HeadMap, Pooling, Rollout, ValueWeighting, merge, norms, similarity, value_weighted,
};
use proptest::prelude::*;

/// One rounding to 32 bits of numbers up to 3.
const NARROWED: f64 = 3.0 * f32::EPSILON as f64;

fn heads(with_breaks: bool) -> impl Strategy<Value = Vec<HeadMap>> {
    (1..5usize, 1..7usize, 1..7usize).prop_flat_map(move |(heads, queries, keys)| {
        prop::collection::vec(head_of(queries, keys, with_breaks), heads)
    })
}

fn layers() -> impl Strategy<Value = Vec<HeadMap>> {
    (0..5usize, 1..7usize).prop_flat_map(|(layers, tokens)| {
        prop::collection::vec(head_of(tokens, tokens, false), layers)
    })
}

/// A head with groups of its queries and keys, without gaps.
fn grouped() -> impl Strategy<Value = (HeadMap, Vec<usize>, Vec<usize>)> {
    let groups = |tokens: usize| {
        prop::collection::vec(0..tokens, tokens).prop_map(|groups| {
            let mut used = groups.clone();
            used.sort_unstable();
            used.dedup();
            let place = |group| used.binary_search(&group).unwrap();
            groups.into_iter().map(place).collect::<Vec<usize>>()
        })
    };
    (1..8usize, 1..8usize).prop_flat_map(move |(queries, keys)| {
        (head_of(queries, keys, false), groups(queries), groups(keys))
    })
}

proptest! {
    #[test]
    fn combined_maps_have_the_mean_or_the_largest_of_each_cell(heads in heads(false)) {
        let given: Vec<&HeadMap> = heads.iter().collect();
        let mean = combined(&given, Combination::Mean).unwrap();
        let most = combined(&given, Combination::Max).unwrap();
        for at in 0..mean.cells().len() {
            let cells: Vec<f64> = heads.iter().map(|head| f64::from(head.cells()[at])).collect();
            let expected = cells.iter().sum::<f64>() / cells.len() as f64;
            prop_assert!((f64::from(mean.cells()[at]) - expected).abs() <= NARROWED);
            prop_assert_eq!(f64::from(most.cells()[at]), cells.iter().copied().fold(0.0, f64::max));
        }
    }

    #[test]
    fn rollout_is_the_product_of_the_layers(layers in layers()) {
        let tokens = layers.first().map_or(3, HeadMap::queries);
        let mut rollout = Rollout::new(tokens).unwrap();
        layers.iter().for_each(|layer| rollout.layer(layer).unwrap());
        let nested: Vec<_> = layers.iter().map(nested).collect();
        let expected = crate::oracle::rollout(&nested, tokens).concat();
        let found = rollout.map();
        assert_near("rollout", &cells(&found), &expected, NARROWED);
        for row in found.rows() {
            let sum: f64 = row.iter().map(|&cell| f64::from(cell)).sum();
            prop_assert!((sum - 1.0).abs() <= tokens as f64 * NARROWED, "{row:?}");
        }
    }

    #[test]
    fn merged_weights_are_sums_over_keys_and_means_over_queries((head, queries, keys) in grouped()) {
        let expected = crate::oracle::merged(&nested(&head), &queries, &keys);
        let found = merge(&head, &queries, &keys).unwrap();
        prop_assert_eq!((found.queries(), found.keys()), (expected.len(), expected[0].len()));
        assert_near("merged", &cells(&found), &expected.concat(), NARROWED);
    }

    #[test]
    fn words_of_one_token_each_change_nothing((head, _, _) in grouped()) {
        let own = |tokens: usize| (0..tokens).collect::<Vec<usize>>();
        prop_assert_eq!(merge(&head, &own(head.queries()), &own(head.keys())).unwrap(), head);
    }

    #[test]
    fn similarity_matches_its_formula((a, b) in (0..6usize, 0..7usize).prop_flat_map(
        |(queries, keys)| (head_of(queries, keys, true), head_of(queries, keys, true))
    )) {
        let found = similarity(&a, &b).unwrap();
        match (found, crate::oracle::similarity(&nested(&a), &nested(&b))) {
            // Near 0, the subtraction under the root costs the oracle half its digits.
            (Some(got), Some(expected)) => prop_assert!((got - expected).abs() < 1e-7, "{got} {expected}"),
            (got, expected) => prop_assert_eq!(got, expected),
        }
        prop_assert_eq!(found, similarity(&b, &a).unwrap());
        prop_assert!(found.is_none_or(|found| (0.0..=1.0).contains(&found)));
    }

    #[test]
    fn the_distance_satisfies_the_triangle_inequality(heads in prop::collection::vec(head_of(4, 5, false), 3)) {
        let distance = |a: &HeadMap, b: &HeadMap| 1.0 - similarity(a, b).unwrap().unwrap_or(1.0);
        // Rows of zeros can be compared with some heads and not with others.
        prop_assume!(heads.iter().all(|head| head.rows().all(|row| row.iter().any(|&cell| cell > 0.0))));
        let (a, b, c) = (&heads[0], &heads[1], &heads[2]);
        prop_assert!(distance(a, c) <= distance(a, b) + distance(b, c) + 1e-9);
    }

    #[test]
    fn pooling_keys_makes_heads_more_similar(heads in prop::collection::vec(head_of(4, 8, false), 2), wide in 1..8usize) {
        let small = |head: &HeadMap| {
            // Tiles must have equal sizes, because the mean would weigh unequal ones differently.
            let wide = [1, 2, 4, 8][wide % 4];
            pooled(head, (head.queries(), wide), Pooling::Mean)
        };
        let whole = similarity(&heads[0], &heads[1]).unwrap();
        let pooled = similarity(&small(&heads[0]), &small(&heads[1])).unwrap();
        if let (Some(whole), Some(pooled)) = (whole, pooled) {
            prop_assert!(pooled >= whole - 1e-6, "{pooled} {whole}");
        }
    }

    #[test]
    fn with_values_of_equal_norm_the_shares_are_the_weights(head in head_of(5, 6, false), length in 0.5_f64..4.0) {
        let shares = value_weighted(&head, &[length; 6], ValueWeighting::Shares).unwrap();
        for (row, shares) in head.rows().zip(shares.rows()) {
            let sum: f64 = row.iter().map(|&weight| f64::from(weight)).sum();
            let expected = row.iter().map(|&weight| f64::from(weight) / if sum == 0.0 { 1.0 } else { sum });
            let got: Vec<f64> = shares.iter().map(|&share| f64::from(share)).collect();
            assert_near("shares", &got, &expected.collect::<Vec<f64>>(), NARROWED);
        }
    }
}

#[test]
fn a_nan_in_one_head_is_not_hidden_by_the_others() {
    let (good, broken) = (map(&[[0.25, 0.75]]), map(&[[f32::NAN, 1.0]]));
    for heads in [[&good, &broken], [&broken, &good]] {
        for combination in [Combination::Mean, Combination::Max] {
            let found = combined(&heads, combination).unwrap();
            assert!(found.cells()[0].is_nan() && !found.cells()[1].is_nan(), "{combination:?}");
        }
    }
}

#[test]
fn a_position_that_attends_to_nothing_keeps_its_tokens() {
    let mut rollout = Rollout::new(3).unwrap();
    rollout.layer(&map(&[[0., 0., 0.], [1., 0., 0.], [f32::NAN, 0., 0.]])).unwrap();
    let found = rollout.map();
    assert_eq!(found.cells()[..6], [1., 0., 0., 0.5, 0.5, 0.]);
    assert!(found.cells()[6..].iter().all(|cell| cell.is_nan()));
    // A row with NaN affects no others as long as none of them attends to it.
    rollout.layer(&map(&[[1., 0., 0.], [1., 0., 0.], [0., 1., 0.]])).unwrap();
    assert_eq!(rollout.map().cells()[..6], [1., 0., 0., 0.75, 0.25, 0.]);
}

#[test]
fn a_short_value_reduces_the_weight_on_it() {
    let lengths = norms(&[3., 4., 0., 0., 0.5, 0.], 3, 2).unwrap();
    assert_eq!(lengths, [5.0, 0.0, 0.5]);
    let head = map(&[[0.25, 0.25, 0.5], [0., 1., 0.], [0., 0., 0.]]);
    let found = value_weighted(&head, &lengths, ValueWeighting::Lengths).unwrap();
    assert_eq!(found.cells(), [1.25, 0., 0.25, 0., 0., 0., 0., 0., 0.]);
    let found = value_weighted(&head, &lengths, ValueWeighting::Shares).unwrap();
    assert_eq!(found.cells()[..3], [5.0 / 6.0, 0.0, 1.0 / 6.0]);
    assert_eq!(found.cells()[3..], [0.0; 6]);
}

#[test]
fn the_value_of_a_masked_key_has_no_effect() {
    let lengths = norms(&[1., f32::NAN, f32::INFINITY], 3, 1).unwrap();
    let head = map(&[[1., 0., 0.], [0.5, 0.5, 0.]]);
    let found = value_weighted(&head, &lengths, ValueWeighting::Lengths).unwrap();
    assert_eq!(found.cells()[..3], [1., 0., 0.]);
    assert_eq!(found.cells()[3], 0.5);
    assert!(found.cells()[4].is_nan());
    let shares = value_weighted(&head, &lengths, ValueWeighting::Shares).unwrap();
    assert!(shares.cells()[3].is_nan());
}

#[test]
fn equal_weights_have_similarity_1_and_weights_without_a_common_key_0() {
    let near = map(&[[0.8, 0.2, 0.0]]);
    let head = map(&[[0.9, 0.1, 0.0]]);
    let far = map(&[[0.0, 0.0, 1.0]]);
    let broken = map(&[[f32::NAN, 0.0, 0.0]]);
    assert_eq!(similarity(&head, &head), Ok(Some(1.0)));
    assert_eq!(similarity(&head, &far), Ok(Some(0.0)));
    assert_eq!(similarity(&head, &broken), Ok(None));
    assert!(similarity(&head, &near).unwrap().is_some_and(|found| found > 0.0 && found < 1.0));
}
