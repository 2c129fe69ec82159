//! Errors and their messages.

use crate::support::map;
use heedmap_measures::{
    Error, HeadMap, MAX_OFFSET, Measures, Pool, Pooling, Rollout, Settings, ValueWeighting, merge,
    norms, similarity, value_weighted,
};

#[track_caller]
fn assert_rejected<T: std::fmt::Debug>(result: Result<T, Error>, sentence: &str) {
    assert_eq!(result.unwrap_err().to_string(), sentence);
}

#[test]
fn a_map_with_the_wrong_number_of_cells_is_rejected() {
    let short = HeadMap::new("the weights", 2, 3, vec![0.0; 5]);
    assert_rejected(short, "the weights is 2 x 3, 6 cells, but 5 numbers were given");
    let large = HeadMap::new("the weights", 4097, 4096, Vec::new());
    assert_rejected(large, "the weights would be 4097 x 4096: at most 16777216 cells fit");
    let absurd = HeadMap::new("the weights", usize::MAX, 2, Vec::new());
    let sentence = format!("the weights would be {} x 2: at most 16777216 cells fit", usize::MAX);
    assert_rejected(absurd, &sentence);
}

#[test]
fn invalid_settings_are_rejected() {
    let measures = |settings: Settings<'_>| Measures::new(2, 3, &settings);
    let tokens = [1, 2];
    assert_rejected(
        measures(Settings { tokens: Some(&tokens), ..Settings::default() }),
        "2 tokens for 3 keys: each needs one",
    );
    assert_rejected(
        measures(Settings { sink_keys: 0, ..Settings::default() }),
        "the number of keys of the sink is 0: it must be at least 1",
    );
    assert_rejected(
        measures(Settings { offset: MAX_OFFSET + 1, ..Settings::default() }),
        "the offset of the queries is 2147483649: it must be -2147483648 to 2147483648",
    );
    assert!(measures(Settings { offset: i64::MIN, ..Settings::default() }).is_err());
    // Settings that are merely wide are accepted.
    let wide =
        Settings { sink_keys: usize::MAX, diagonal_reach: usize::MAX, ..Settings::default() };
    let mut measures = measures(wide).unwrap();
    measures.row(&[0.5, 0.25, 0.25]).unwrap();
}

#[test]
fn invalid_rows_are_rejected_and_not_counted() {
    let mut measures = Measures::new(1, 3, &Settings::default()).unwrap();
    assert_rejected(measures.row(&[0.5, 0.5]), "query 0 has 2 weights, but there are 3 keys");
    assert_rejected(measures.clone().finish(), "0 rows for 1 query: each needs one");
    measures.row(&[1.0, 0.0, 0.0]).unwrap();
    let sentence = "a row for query 1, but there is 1 query, counted from 0";
    assert_rejected(measures.row(&[1.0, 0.0, 0.0]), sentence);
    assert_eq!(measures.finish().unwrap().rows, 1);

    let mut pool = Pool::new((1, 3), (1, 1), Pooling::Max).unwrap();
    assert_rejected(pool.row(&[1.0]), "query 0 has 1 weight, but there are 3 keys");
    assert_rejected(pool.clone().finish(), "0 rows for 1 query: each needs one");
    pool.row(&[0.25, 0.5, 0.25]).unwrap();
    assert_rejected(pool.row(&[0.0; 3]), sentence);
    assert_eq!(pool.finish().unwrap().cells(), [0.5]);
}

#[test]
fn invalid_picture_sizes_are_rejected() {
    assert_rejected(
        Pool::new((4, 4), (0, 2), Pooling::Max),
        "the number of rows of a pooled map is 0: it must be at least 1",
    );
    assert_rejected(
        Pool::new((4, 4), (2, 0), Pooling::Max),
        "the number of columns of a pooled map is 0: it must be at least 1",
    );
    assert_rejected(
        Pool::new((8192, 8192), (4096, 4097), Pooling::Mean),
        "the pooled map would be 4096 x 4097: at most 16777216 cells fit",
    );
    // A head that is too large as a whole can be pooled.
    assert!(Pool::new((1 << 20, 1 << 20), (48, 48), Pooling::Max).is_ok());
}

#[test]
fn maps_of_different_shapes_are_not_combined() {
    let (a, b) = (map(&[[1.0, 0.0]]), map(&[[1.0, 0.0], [0.5, 0.5]]));
    let sentence = "one head is 1 x 2 but the other is 2 x 2: they must have the same shape";
    assert_rejected(similarity(&a, &b), sentence);
}

#[test]
fn a_rollout_needs_square_layers_of_one_size() {
    let mut rollout = Rollout::new(2).unwrap();
    rollout.layer(&map(&[[1.0, 0.0], [0.5, 0.5]])).unwrap();
    let before = rollout.map();
    let wide = map(&[[1.0, 0.0, 0.0], [0.5, 0.5, 0.0]]);
    assert_rejected(rollout.layer(&wide), "layer 1 is 2 x 3, but the rollout is over 2 tokens");
    assert_eq!(rollout.map(), before);
    assert_rejected(Rollout::new(2049), "a rollout over 2049 tokens: at most 2048 fit");
    assert!(Rollout::new(0).unwrap().map().cells().is_empty());
}

#[test]
fn lists_of_norms_and_groups_need_one_entry_for_each_token() {
    let head = map(&[[0.5, 0.25, 0.25], [0.0, 0.5, 0.5]]);
    assert_rejected(norms(&[1.0; 5], 3, 2), "v is 3 x 2, 6 cells, but 5 numbers were given");
    assert_rejected(
        value_weighted(&head, &[1.0, 2.0], ValueWeighting::Lengths),
        "2 norms for 3 keys: each needs one",
    );
    assert_rejected(merge(&head, &[0], &[0, 0, 0]), "1 group for 2 queries: each needs one");
    assert_rejected(merge(&head, &[0, 0], &[0, 0]), "2 groups for 3 keys: each needs one");
    assert_rejected(
        merge(&head, &[0, 0], &[0, 7, 1]),
        "key 1 is in group 7, but 3 tokens make at most 3 groups",
    );
    assert_rejected(
        merge(&head, &[1, 1], &[0, 0, 0]),
        "no query is in group 0, but one is in group 1",
    );
    assert_rejected(
        merge(&head, &[0, usize::MAX], &[0, 0, 0]),
        &format!("query 1 is in group {}, but 2 tokens make at most 2 groups", usize::MAX),
    );
    let nothing = HeadMap::new("weights", 0, 0, Vec::new()).unwrap();
    assert_eq!(merge(&nothing, &[], &[]).unwrap(), nothing);
}
