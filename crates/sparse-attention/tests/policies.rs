//! Which keys policies keep of a dense map, against plain loops.

use heedmap_sparse_attention::{Policy, kept, recall_of};
use proptest::collection::vec;
use proptest::prelude::*;

/// Causal weights within a window, whose rows sum to 1, with NaN for the other keys.
fn causal() -> impl Strategy<Value = (usize, Vec<f32>)> {
    (1..14_usize, 0..14_usize).prop_flat_map(|(tokens, window)| {
        vec(1..100_u8, tokens * tokens).prop_map(move |numbers| {
            let mut cells = vec![f32::NAN; tokens * tokens];
            for query in 0..tokens {
                let row = &numbers[query * tokens..][..=query];
                let first = query.saturating_sub(window);
                let sum: f32 = row[first..].iter().map(|&number| f32::from(number)).sum();
                for key in first..=query {
                    cells[query * tokens + key] = f32::from(row[key]) / sum;
                }
            }
            (tokens, cells)
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn every_policy_keeps_visible_keys_and_the_best_choice_keeps_the_most(
        (tokens, cells) in causal(),
        budget in 1..16_usize,
    ) {
        let held = |keys: &[usize], query: usize| -> f64 {
            keys.iter().map(|&key| f64::from(cells[query * tokens + key])).sum()
        };
        let is_seen = |query: usize, key: usize| !cells[query * tokens + key].is_nan();
        let best = kept(&cells, tokens, Policy::Best, budget).unwrap();
        for query in 0..tokens {
            let mut row = cells[query * tokens..][..=query].to_vec();
            row.retain(|weight| !weight.is_nan());
            row.sort_by(|a, b| b.total_cmp(a));
            let most: f64 = row.iter().take(budget).map(|&weight| f64::from(weight)).sum();
            prop_assert!((held(&best[query], query) - most).abs() < 1e-6);
        }
        for policy in [Policy::Window, Policy::H2o, Policy::SnapKv] {
            let kept = kept(&cells, tokens, policy, budget).unwrap();
            prop_assert_eq!(kept.len(), tokens);
            for (query, keys) in kept.iter().enumerate() {
                prop_assert!(keys.windows(2).all(|pair| pair[0] < pair[1]));
                prop_assert!(keys.iter().all(|&key| is_seen(query, key)));
                // SnapKV evicts keys of the first half only.
                if policy != Policy::SnapKv {
                    prop_assert!(keys.len() <= budget);
                    prop_assert!(held(keys, query) <= held(&best[query], query) + 1e-6);
                }
                prop_assert!(keys.contains(&query) || policy == Policy::SnapKv);
            }
        }
        let found = recall_of(&cells, &best, tokens - 1).unwrap().unwrap();
        let mut shares: Vec<f64> = (0..tokens).map(|query| held(&best[query], query)).collect();
        prop_assert!((found.query - shares[tokens - 1]).abs() < 1e-6);
        prop_assert!((found.mean - shares.iter().sum::<f64>() / tokens as f64).abs() < 1e-6);
        shares.sort_by(f64::total_cmp);
        prop_assert!((found.low - shares[(tokens - 1) / 10]).abs() < 1e-6);
        prop_assert!((found.high - shares[(tokens - 1) * 9 / 10]).abs() < 1e-6);
    }
}

#[test]
fn a_window_keeps_up_to_four_sinks_and_half_of_the_budget_is_a_window() {
    let cells = vec![0.0_f32; 100];
    let of = |budget| kept(&cells, 10, Policy::Window, budget).unwrap();
    assert_eq!(of(6)[9], [0, 1, 2, 7, 8, 9]);
    assert_eq!(of(10)[9], (0..10).collect::<Vec<_>>());
    assert_eq!(of(1)[9], [9]);
}

#[test]
fn no_budget_and_a_map_that_is_not_square_are_refused() {
    let error = |cells: &[f32], tokens, budget| {
        kept(cells, tokens, Policy::Best, budget).unwrap_err().to_string()
    };
    assert_eq!(error(&[1.0], 1, 0), "a budget of 0 keys is less than the 1 that are always kept");
    assert_eq!(error(&[1.0; 3], 2, 1), "the weights has 3 numbers, but 2 x 2 are 4");
    assert_eq!(recall_of(&[0.0_f32; 0], &[], 0), Ok(None));
}
