//! Picks from files: their three states, and what is refused.

use heedmap_sparse_attention::{
    BlockRule, Entries, Error, KeyState, Selected, h2o, index_scores, mass_lost, moba_blocks,
    nsa_blocks, recall, snapkv,
};
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_cell_has_the_state_that_its_picks_say(
        (queries, keys, block) in (0..12_usize, 1..16_usize, 1..5_usize),
        offset in -3..6_i64,
        chosen in prop::collection::vec(any::<bool>(), 12 * 16),
    ) {
        // Blocks that a query may pick, in descending order, with unused places between.
        let blocks = keys.div_ceil(block);
        let may = |query: usize, b: usize| {
            chosen[query * 16 + b] && (b * block) as i64 <= query as i64 + offset
        };
        let mut picks = Vec::new();
        for query in 0..queries {
            for b in (0..blocks).rev() {
                picks.push(if may(query, b) { i32::try_from(b).unwrap() } else { -1 });
            }
        }
        let selected = Selected::new(&picks, blocks, keys, offset, block).unwrap();
        prop_assert_eq!(selected.queries(), queries);
        for query in 0..queries {
            let mut picked = Vec::new();
            for key in 0..keys {
                let wanted = if key as i64 > query as i64 + offset {
                    KeyState::Hidden
                } else if may(query, key / block) {
                    picked.push(key);
                    KeyState::Picked
                } else {
                    KeyState::Visible
                };
                prop_assert_eq!(selected.state(query, key), wanted);
            }
            prop_assert_eq!(selected.keys(query), picked);
        }
    }
}

#[test]
fn picks_that_cannot_be_are_refused_with_their_place() {
    let refused = |picks: &[i32], most, block| {
        Selected::new(picks, most, 6, 1, block).unwrap_err().at(3, 0).to_string()
    };
    assert_eq!(
        refused(&[0, 6], 1, 1),
        "layer 3, group 0: query 1 picks key 6, but there are 6, counted from 0"
    );
    assert_eq!(refused(&[0, 1, 2, 2], 2, 1), "layer 3, group 0: query 1 picks key 2 twice");
    assert_eq!(
        refused(&[0, 1, 3, 0], 2, 1),
        "layer 3, group 0: query 1 at position 2 picks key 3, which is in its future"
    );
    assert_eq!(
        refused(&[0, 1], 1, 3),
        "layer 3, group 0: query 1 at position 2 picks block 1, which is in its future"
    );
    assert_eq!(
        refused(&[0, 1], 1, 4),
        "layer 3, group 0: query 1 at position 2 picks block 1, which is in its future"
    );
    assert_eq!(
        refused(&[0, 1, 2], 2, 1),
        "layer 3, group 0: selected has 3 numbers, but 1 x 2 are 2"
    );
    assert_eq!(
        refused(&[0], 0, 1),
        "layer 3, group 0: the number of picks of a query is 0: it must be at least 1"
    );
    assert_eq!(
        refused(&[0], 1, 0),
        "layer 3, group 0: the size of a block is 0: it must be at least 1"
    );
}

#[test]
fn a_query_that_does_not_exist_has_no_picks_and_sees_no_key() {
    let selected = Selected::new(&[0, 1], 1, 2, 0, 1).unwrap();
    assert!(selected.picks(2).is_empty());
    assert!(selected.picks(usize::MAX).is_empty());
    assert_eq!(selected.state(0, 7), KeyState::Hidden);
    assert_eq!(selected.visible(usize::MAX), 0);
}

#[test]
fn some_queries_have_the_picks_that_they_have_among_all() {
    let picks: Vec<i32> = (0..40).flat_map(|query| [query / 2, query]).collect();
    let mut all = picks.clone();
    // Query 0 picks key 0 once.
    all[1] = -1;
    let whole = Selected::new(&all, 2, 43, 3, 1).unwrap();
    let queries = [0, 7, 8, 39];
    let rows: Vec<i32> = queries.iter().flat_map(|&query| all[2 * query..][..2].to_vec()).collect();
    let some = Selected::of_rows(&rows, &queries, 2, 43, 3, 1).unwrap();
    for (at, &query) in queries.iter().enumerate() {
        assert_eq!(some.keys(at), whole.keys(query));
        assert_eq!((some.visible(at), some.position(at)), (query + 4, query as i64 + 3));
    }
    let future = Selected::of_rows(&[9, 20], &[6, 7], 1, 43, 3, 1).unwrap_err().at(2, 1);
    let sentence = "layer 2, group 1: query 7 at position 10 picks key 20, which is in its future";
    assert_eq!(future.to_string(), sentence);
}

#[test]
fn arrays_that_do_not_match_are_refused_with_their_figures() {
    let said = |error: Error| error.to_string();
    let rule = BlockRule { block: 2, count: 2 };
    assert_eq!(
        said(index_scores(&[0.0; 4], &[0.0; 5], 2, &[1.0; 2]).unwrap_err()),
        "k of the indexer has 5 numbers, but 2 x 2 are 4"
    );
    assert_eq!(
        said(index_scores(&[0.0; 4], &[0.0; 4], 2, &[1.0]).unwrap_err()),
        "weights of the index heads has 1 numbers, but 1 x 2 are 2"
    );
    assert_eq!(
        said(moba_blocks(&[0.0; 2], &[0.0; 4], 2, rule).unwrap_err()),
        "there is no key 2: there are 2, counted from 0"
    );
    assert_eq!(
        said(nsa_blocks(&[f64::NAN, 0.0], &[0.0; 4], 2, 1, 1.0, rule).unwrap_err()),
        "q has NaN at 0: it must be a finite number"
    );
    assert_eq!(
        said(Entries::hca(&[0.0; 4], &[0.0; 4], &[0.0; 4], 2, 0).unwrap_err()),
        "the number of tokens of an entry is 0: it must be at least 1"
    );
    assert_eq!(
        said(h2o(&[1.0], 1, 2, 3).unwrap_err()),
        "a budget of 2 keys is less than the 3 that are always kept"
    );
    assert_eq!(
        said(snapkv(&[1.0], 1, 1, 2, 0, 4).unwrap_err()),
        "a window of 2 queries does not fit a prompt of 1 tokens, of 1 in all"
    );
    assert_eq!(
        said(mass_lost(&[1.0], &[1]).unwrap_err()),
        "there is no key 1: there are 1, counted from 0"
    );
    assert!(recall(&[1.0], &[1]).is_err());
    assert_eq!(mass_lost(&[0.0; 3], &[]), Ok(0.0));
}
