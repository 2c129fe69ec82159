//! Which entries a query attends to, and their weights by token.

use heedmap_sparse_attention::{Error, attended_entries, complete_entries, share_entries};
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn entries_of_random_shapes_are_those_of_plain_loops(
        (queries, offset, m, count) in (0..12_usize, -4..9_i64, 1..6_usize, 0..8_usize),
        wishes in prop::collection::vec(any::<bool>(), 12 * 8),
    ) {
        // An entry is complete when its last token is not after the query.
        let is_complete = |query: usize, entry: usize| {
            (entry * m + m - 1) as i64 <= query as i64 + offset
        };
        let most = count.max(1);
        let (mut picks, mut all, mut picked) = (Vec::new(), Vec::new(), Vec::new());
        for query in 0..queries {
            let (mut seen, mut own) = (Vec::new(), Vec::new());
            for entry in 0..count {
                if is_complete(query, entry) {
                    seen.push(entry);
                    if wishes[query * 8 + entry] {
                        own.push(entry);
                    }
                }
            }
            prop_assert_eq!(complete_entries(query as i64 + offset, m, count), seen.len());
            // In any order, and with unused places.
            let mut row: Vec<i32> = own.iter().rev().map(|&entry| entry as i32).collect();
            row.resize(most, -1);
            picks.extend(row);
            all.push(seen);
            picked.push(own);
        }
        prop_assert_eq!(attended_entries(None, queries, offset, m, count), Ok(all));
        let found = attended_entries(Some((&picks, most)), queries, offset, m, count);
        prop_assert_eq!(found, Ok(picked));
    }
}

#[test]
fn a_query_attends_to_the_entries_that_are_complete() {
    let all = attended_entries(None, 7, 0, 3, 2);
    let wanted = [vec![], vec![], vec![0], vec![0], vec![0], vec![0, 1], vec![0, 1]];
    assert_eq!(all.as_deref(), Ok(&wanted[..]));
    // The queries after a cache of two tokens.
    let later = attended_entries(None, 2, 2, 3, 2);
    assert_eq!(later, Ok(vec![vec![0], vec![0]]));
    let before = attended_entries(None, 1, -5, 3, 2);
    assert_eq!(before, Ok(vec![vec![]]));
}

#[test]
fn a_query_attends_to_the_entries_that_it_picked() {
    let picks = [-1, -1, -1, -1, 0, -1, 1, 0];
    let found = attended_entries(Some((&picks, 2)), 4, 0, 2, 2);
    assert_eq!(found, Ok(vec![vec![], vec![], vec![0], vec![0, 1]]));
}

#[test]
fn picks_that_no_query_can_have_are_refused_with_the_figures() {
    let of = |picks: &[i32], most| attended_entries(Some((picks, most)), 4, 0, 2, 2);
    let refused = |picks: &[i32], most| of(picks, most).unwrap_err().at(3, 1).to_string();
    assert_eq!(
        refused(&[-1, -1, 1, 0], 1),
        "layer 3, group 1: query 2 at position 2 picks entry 1, which is complete with token 3"
    );
    assert_eq!(
        refused(&[-1, 0, 0, 2], 1),
        "layer 3, group 1: query 3 picks entry 2, but there are 2, counted from 0"
    );
    assert_eq!(
        refused(&[-1, -1, -1, 0, 0, -1, 1, 1], 2),
        "layer 3, group 1: query 3 picks entry 1 twice"
    );
    assert!(matches!(of(&[0], 1), Err(Error::Length { .. })));
    assert!(matches!(of(&[], 0), Err(Error::Zero { .. })));
    assert!(matches!(attended_entries(None, 1, 0, 0, 1), Err(Error::Zero { .. })));
}

#[test]
fn the_weight_of_an_entry_is_shared_by_its_tokens_alone() {
    let mut tokens = [0.125_f64, 0.0, 0.25, 0.0, 0.125];
    share_entries(&mut tokens, &[0.25, 0.25], 2);
    assert_eq!(tokens, [0.25, 0.125, 0.375, 0.125, 0.125]);
}
