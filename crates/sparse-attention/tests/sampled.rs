//! What some rows keep, against plain loops and against the whole map.

use std::ops::Range;

use heedmap_sparse_attention::{
    Error, Keeper, KeptRows, Policy, Selected, draw_kept, draw_picked, kept, mass_lost, recall_of,
};
use proptest::collection::vec;
use proptest::prelude::*;

/// Causal weights within a window, with NaN for other keys, and for each query the keys that it picks.
#[derive(Clone, Debug)]
struct Case {
    tokens: usize,
    cells: Vec<f32>,
    picked: Vec<Vec<usize>>,
}

fn cases() -> impl Strategy<Value = Case> {
    (1..40_usize, 0..40_usize).prop_flat_map(|(tokens, window)| {
        let cells = vec(0..30_u8, tokens * tokens);
        (cells, vec(any::<bool>(), tokens * tokens)).prop_map(move |(numbers, picks)| {
            let mut cells = vec![f32::NAN; tokens * tokens];
            let mut picked = vec![Vec::new(); tokens];
            for query in 0..tokens {
                let row = &numbers[query * tokens..][..=query];
                let first = query.saturating_sub(window);
                let sum: f32 = row[first..].iter().map(|&number| f32::from(number)).sum();
                for key in first..=query {
                    cells[query * tokens + key] = f32::from(row[key]) / sum.max(1.0);
                    if picks[query * tokens + key] {
                        picked[query].push(key);
                    }
                }
            }
            Case { tokens, cells, picked }
        })
    })
}

impl Case {
    fn row(&self, query: usize) -> &[f32] {
        &self.cells[query * self.tokens..][..self.tokens]
    }
}

fn ranges_of(keys: &[usize]) -> Vec<Range<usize>> {
    keys.iter().map(|&key| key..key + 1).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn all_rows_keep_and_lose_what_the_whole_map_does(case in cases(), budget in 1..50_usize) {
        let tokens = case.tokens;
        let dense = &case.cells;
        let budgets: Vec<usize> = [1, 2, 3, 7, 20, 40].into_iter().filter(|&b| b <= tokens).collect();
        for policy in [None, Some(Policy::Best), Some(Policy::Window)] {
            let mut rows = KeptRows::new(tokens, &budgets);
            let whole = match policy {
                None => case.picked.clone(),
                Some(policy) => kept(dense, tokens, policy, budget).unwrap(),
            };
            for query in 0..tokens {
                let ranges = ranges_of(&case.picked[query]);
                let keeper = policy.map_or(Keeper::Picked(&ranges), |p| Keeper::Policy(p, budget));
                let keys = rows.add(query, case.row(query), keeper).unwrap();
                prop_assert_eq!(&keys, &whole[query]);
                let row = &dense[query * tokens..][..tokens];
                let lost = mass_lost(row, &keys).unwrap();
                prop_assert!((rows.lost()[query] - lost).abs() < 1e-12);
            }
            let count: usize = whole.iter().map(Vec::len).sum();
            let visible = dense.iter().filter(|weight| !weight.is_nan()).count();
            prop_assert_eq!(rows.counts(), [count, visible]);
            let is_window = policy == Some(Policy::Window);
            prop_assert_eq!(rows.own(0).len(), if is_window { budgets.len() } else { 0 });
            let all_sum_to_1 = (0..tokens).all(|i| case.row(i).iter().any(|&w| w > 0.0));
            for (at, &budget) in budgets.iter().enumerate().filter(|_| all_sum_to_1) {
                for (found, policy) in [(rows.best(0), Policy::Best), (rows.own(0), Policy::Window)] {
                    let Some(found) = found.get(at) else { continue };
                    let whole = kept(dense, tokens, policy, budget).unwrap();
                    let wanted = recall_of(dense, &whole, 0).unwrap().unwrap();
                    let pairs = [
                        (found.mean, wanted.mean),
                        (found.low, wanted.low),
                        (found.high, wanted.high),
                        (found.query, wanted.query),
                    ];
                    prop_assert!(pairs.iter().all(|(a, b)| (a - b).abs() < 1e-6), "{found:?} {wanted:?}");
                }
            }
        }
    }

    #[test]
    fn pixels_are_those_of_plain_loops(
        case in cases(),
        query in 0..40_usize,
        (start, length, count) in (0..40_usize, 0..40_usize, 1..60_usize),
    ) {
        let query = query % case.tokens;
        let (row, picked) = (case.row(query), &case.picked[query]);
        let columns = start..start + length;
        let seen = row.iter().position(|weight| !weight.is_nan()).unwrap_or(0)..query + 1;
        let (mut line, mut shares) = (vec![9.0; count], vec![9.0; count]);
        draw_kept(row, picked, &columns, &mut line);
        draw_picked(&ranges_of(picked), std::slice::from_ref(&seen), &columns, &mut shares);
        for x in 0..count {
            let first = start + x * length / count;
            let end = (start + (x + 1) * length / count).max(first + 1);
            let visible: Vec<usize> = (first..end).filter(|key| seen.contains(key)).collect();
            let own: Vec<usize> = visible.iter().copied().filter(|key| picked.contains(key)).collect();
            let largest = own.iter().map(|&key| row[key]).fold(-1.0, f32::max);
            let share = own.len() as f32 / visible.len() as f32;
            let (weight, share) = match (visible.len(), own.len()) {
                (0, _) => (f32::NAN, f32::NAN),
                (_, 0) => (-1.0, -1.0),
                _ => (largest, share),
            };
            prop_assert!(line[x] == weight || line[x].is_nan() && weight.is_nan(), "{x}");
            prop_assert!(shares[x] == share || shares[x].is_nan() && share.is_nan(), "{x}");
        }
    }
}

#[test]
fn picks_of_a_file_that_the_mask_hides_are_not_kept() {
    let picks = Selected::new(&[0, 1], 2, 2, 1, 1).unwrap();
    let keys = ranges_of(&picks.keys(0));
    let mut rows = KeptRows::new(2, &[]);
    assert_eq!(rows.add(1, &[f32::NAN, 1.0], Keeper::Picked(&keys)).unwrap(), [1]);
    let beyond = std::slice::from_ref(&(1..usize::MAX));
    assert_eq!(rows.add(1, &[f32::NAN; 2], Keeper::Picked(beyond)).unwrap(), [0; 0]);
    assert_eq!((rows.lost(), rows.counts()), (&[0.0, 0.0][..], [1, 1]));
    assert!(rows.best(0).is_empty());
}

#[test]
fn policies_that_need_other_rows_and_rows_of_other_keys_are_refused() {
    let error = |weights: &[f32], policy, budget| {
        let mut rows = KeptRows::new(2, &[1]);
        rows.add(0, weights, Keeper::Policy(policy, budget)).unwrap_err()
    };
    assert_eq!(
        error(&[1.0, 0.0], Policy::H2o, 1).to_string(),
        "h2o keeps keys by the weights of all queries before, and only some are known"
    );
    assert_eq!(error(&[1.0, 0.0], Policy::SnapKv, 1), Error::OtherRows { policy: "snapkv" });
    assert_eq!(
        error(&[1.0; 3], Policy::Best, 1).to_string(),
        "the weights has 3 numbers, but 1 x 2 are 2"
    );
    assert_eq!(error(&[1.0; 2], Policy::Best, 0), Error::Zero { name: "the budget" });
}
