//! Every rule of selection beside plain loops over the formulas.
#![allow(clippy::needless_range_loop)]

use heedmap_sparse_attention::{
    BlockRule, Entries, h2o, index_scores, mass_lost, moba_blocks, msa_blocks, nsa_blocks, recall,
    snapkv, top_k, window_with_sinks,
};
use proptest::prelude::*;

/// The picks of a full sort: by score from the largest, then by index.
fn best(scores: &[(usize, f64)], k: usize) -> Vec<usize> {
    let mut order = scores.to_vec();
    for i in 0..order.len() {
        for j in i + 1..order.len() {
            let swap =
                order[j].1 > order[i].1 || order[j].1 == order[i].1 && order[j].0 < order[i].0;
            if swap {
                order.swap(i, j);
            }
        }
    }
    let mut picks: Vec<usize> = order.into_iter().take(k).map(|(index, _)| index).collect();
    picks.sort_unstable();
    picks
}

/// Small whole numbers, so that there are many ties and products are exact.
fn whole(count: usize) -> impl Strategy<Value = Vec<f64>> {
    prop::collection::vec((-3..4_i32).prop_map(f64::from), count)
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut sum = 0.0;
    for c in 0..a.len() {
        sum += a[c] * b[c];
    }
    sum
}

/// The weights of a causal softmax, (tokens, tokens).
fn dense(tokens: usize, scores: &[f64]) -> Vec<f64> {
    let mut weights = vec![0.0; tokens * tokens];
    for i in 0..tokens {
        let terms: Vec<f64> = (0..=i).map(|j| scores[i * tokens + j].exp()).collect();
        let sum: f64 = terms.iter().sum();
        for j in 0..=i {
            weights[i * tokens + j] = terms[j] / sum;
        }
    }
    weights
}

fn causal() -> impl Strategy<Value = (usize, Vec<f64>)> {
    (1..24_usize).prop_flat_map(|tokens| {
        whole(tokens * tokens).prop_map(move |scores| (tokens, dense(tokens, &scores)))
    })
}

/// (features, query, q of several heads, k): at least one key.
fn heads() -> impl Strategy<Value = (usize, usize, Vec<f64>, Vec<f64>)> {
    (1..5_usize, 1..30_usize, 1..4_usize).prop_flat_map(|(features, keys, heads)| {
        (Just(features), 0..keys, whole(heads * features), whole(keys * features))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_best_are_those_of_a_full_sort_and_ties_go_to_the_earlier(
        scores in whole(40), k in 0..45_usize, hidden in prop::collection::vec(0..40_usize, 0..10),
    ) {
        let mut scores = scores;
        for key in hidden {
            scores[key] = f64::NEG_INFINITY;
        }
        let there: Vec<_> = scores.iter().copied().enumerate().filter(|(_, s)| s.is_finite()).collect();
        prop_assert_eq!(top_k(&scores, k), best(&there, k));
    }

    #[test]
    fn dsa_picks_the_keys_with_the_largest_index_scores(
        (features, query, q, k) in heads(), weights in whole(3), most in 0..12_usize,
    ) {
        let heads = q.len() / features;
        let weights = &weights[..heads];
        let scores = index_scores(&q, &k, features, weights).unwrap();
        let mut wanted = Vec::new();
        for j in 0..k.len() / features {
            let mut score = 0.0;
            for h in 0..heads {
                let product = dot(&q[h * features..][..features], &k[j * features..][..features]);
                if product > 0.0 {
                    score += weights[h] * product;
                }
            }
            let score = score / (heads as f64).sqrt() / (features as f64).sqrt();
            prop_assert!((scores[j] - score).abs() <= 1e-12);
            wanted.push((j, scores[j]));
        }
        // The picks follow the same scores, because rounding may order nearly equal ones differently.
        prop_assert_eq!(top_k(&scores[..=query], most), best(&wanted[..=query], most));
    }

    #[test]
    fn moba_picks_its_own_block_and_the_best_means(
        (features, query, q, k) in heads(), block in 1..5_usize, count in 1..6_usize,
    ) {
        let q = &q[..features];
        let own = query / block;
        let mut scores = Vec::new();
        for b in 0..own {
            // A mean and its product with q, each exact for whole numbers but for one division.
            let mut mean = vec![0.0; features];
            for j in b * block..(b + 1) * block {
                for c in 0..features {
                    mean[c] += k[j * features + c];
                }
            }
            for c in 0..features {
                mean[c] /= block as f64;
            }
            scores.push((b, dot(q, &mean)));
        }
        let mut wanted = best(&scores, count - 1);
        wanted.push(own);
        prop_assert_eq!(moba_blocks(q, &k, query, BlockRule { block, count }).unwrap(), wanted);
    }

    #[test]
    fn msa_picks_its_local_blocks_and_those_with_the_largest_key(
        (features, query, q, k) in heads(), block in 1..5_usize, count in 1..6_usize, local in 0..4_usize,
    ) {
        let q = &q[..features];
        let own = query / block;
        let mut scores = Vec::new();
        for b in 0..=own {
            let mut most = f64::NEG_INFINITY;
            for j in b * block..(b + 1) * block {
                if j <= query {
                    most = most.max(dot(q, &k[j * features..][..features]));
                }
            }
            scores.push((b, if own - b < local { f64::INFINITY } else { most }));
        }
        let found = msa_blocks(q, &k, query, local, BlockRule { block, count }).unwrap();
        prop_assert_eq!(found, best(&scores, count));
    }

    #[test]
    fn nsa_picks_the_forced_blocks_and_those_with_the_largest_probability(
        (features, query, q, k) in heads(), block in 1..5_usize, count in 3..8_usize,
    ) {
        let heads = q.len() / features;
        let own = query / block;
        let mut scores = vec![0.0; own + 1];
        for h in 0..heads {
            let mut terms = Vec::new();
            for b in 0..=own {
                if (b + 1) * block - 1 > query {
                    continue;
                }
                let mut mean = vec![0.0; features];
                for j in b * block..(b + 1) * block {
                    for c in 0..features {
                        mean[c] += k[j * features + c] / block as f64;
                    }
                }
                terms.push((0.5 * dot(&q[h * features..][..features], &mean)).exp());
            }
            let sum: f64 = terms.iter().sum();
            for (b, term) in terms.iter().enumerate() {
                scores[b] += term / sum / heads as f64;
            }
        }
        for b in 0..=own {
            if b == 0 || b + 1 >= own {
                scores[b] = f64::INFINITY;
            }
        }
        let found = nsa_blocks(&q, &k, features, query, 0.5, BlockRule { block, count }).unwrap();
        prop_assert_eq!(found.len(), count.min(own + 1));
        // Of blocks whose probabilities differ by rounding, either may be picked.
        for &picked in &found {
            for other in (0..=own).filter(|other| !found.contains(other)) {
                let tie = (scores[picked] - scores[other]).abs() <= 1e-12;
                prop_assert!(scores[picked] > scores[other] || tie, "{} {}", picked, other);
            }
        }
    }

    #[test]
    fn entries_pool_the_tokens_of_their_windows(
        (features, m, tokens, overlaps) in (1..4_usize, 1..5_usize, 0..20_usize, any::<bool>()),
        numbers in prop::collection::vec(-2.0..2.0_f64, 300),
    ) {
        let width = if overlaps { 2 * features } else { features };
        let c = &numbers[..tokens * width.min(6)];
        let z: Vec<f64> = numbers.iter().rev().copied().take(tokens * width).collect();
        let b: Vec<f64> = numbers[7..][..m * width].to_vec();
        prop_assume!(c.len() == tokens * width);
        let found = if overlaps {
            Entries::csa(c, &z, &b, features, m).unwrap()
        } else {
            Entries::hca(c, &z, &b, features, m).unwrap()
        };
        prop_assert_eq!(found.count(), tokens / m);
        for w in 0..tokens / m {
            for channel in 0..features {
                let (mut sum, mut pooled) = (0.0, 0.0);
                let first = if overlaps && w > 0 { (w - 1) * m } else { w * m };
                for token in first..(w + 1) * m {
                    let earlier = token < w * m;
                    let column = if overlaps && !earlier { features + channel } else { channel };
                    let term = (z[token * width + column] + b[token % m * width + column]).exp();
                    sum += term;
                    pooled += term * c[token * width + column];
                }
                let entry = found.cells[w * features + channel];
                prop_assert!((entry - pooled / sum).abs() <= 1e-12);
                let places = found.shares.len() / found.count() / features;
                let shares: f64 = (0..places)
                    .map(|place| found.shares[(w * places + place) * features + channel])
                    .sum();
                prop_assert!((shares - 1.0).abs() <= 1e-12);
                prop_assert_eq!(found.pooled(w), first..(w + 1) * m);
            }
        }
        for position in 0..tokens {
            let mut seen = 0;
            for w in 0..tokens / m {
                if (w + 1) * m - 1 <= position {
                    seen += 1;
                }
            }
            prop_assert_eq!(found.visible(position), seen);
        }
    }

    #[test]
    fn mass_lost_is_the_dense_softmax_beside_the_softmax_over_picked_keys(
        (tokens, weights) in causal(), picks in prop::collection::vec(any::<bool>(), 24),
    ) {
        let row = &weights[(tokens - 1) * tokens..];
        let picked: Vec<usize> = (0..tokens).filter(|&j| picks[j]).collect();
        let mut lost = 0.0;
        for j in 0..tokens {
            if !picks[j] {
                lost += row[j];
            }
        }
        prop_assert!((mass_lost(row, &picked).unwrap() - lost).abs() <= 1e-12);
        let narrow: Vec<f32> = row.iter().map(|&w| w as f32).collect();
        prop_assert!((mass_lost(&narrow, &picked).unwrap() - lost).abs() <= 1e-5);

        let curve = recall(row, &picked).unwrap();
        for budget in 0..=picked.len() {
            let kept: f64 = picked[..budget].iter().map(|&j| row[j]).sum();
            prop_assert!((curve[budget] - kept).abs() <= 1e-12);
        }
    }

    #[test]
    fn a_window_with_sinks_has_the_first_and_the_latest_keys(
        position in 0..40_usize, sinks in 0..6_usize, window in 1..10_usize,
    ) {
        let wanted: Vec<usize> =
            (0..=position).filter(|&j| j < sinks || position - j < window).collect();
        prop_assert_eq!(window_with_sinks(position, sinks, window), wanted);
    }

    #[test]
    fn h2o_keeps_what_a_cache_that_is_run_token_by_token_keeps(
        (tokens, weights) in causal(), budget in 1..10_usize, recent in 0..10_usize,
    ) {
        prop_assume!(budget >= recent);
        let found = h2o(&weights, tokens, budget, recent).unwrap();
        // A cache as flags and sums for every key.
        let (mut is_kept, mut heavy) = (vec![false; tokens], vec![0.0; tokens]);
        for i in 0..tokens {
            is_kept[i] = true;
            let kept = |is_kept: &[bool]| (0..=i).filter(|&j| is_kept[j]).collect::<Vec<usize>>();
            let now = kept(&is_kept);
            if now.len() > budget {
                let protected = recent.max(1);
                let mut evicted = now[0];
                for &j in &now[..now.len() - protected] {
                    if heavy[j] <= heavy[evicted] {
                        evicted = j;
                    }
                }
                is_kept[evicted] = false;
            }
            let now = kept(&is_kept);
            let mut sum = 0.0;
            for &j in &now {
                sum += weights[i * tokens + j];
            }
            for &j in &now {
                heavy[j] += weights[i * tokens + j] / sum;
            }
            prop_assert_eq!(&found[i], &now);
        }
    }

    #[test]
    fn snapkv_keeps_the_keys_with_the_most_votes_of_the_last_queries(
        (tokens, weights) in causal(), cut in 0..24_usize, window in 0..6_usize, reach in 0..3_usize,
        extra in 0..12_usize,
    ) {
        let prompt = tokens - cut.min(tokens);
        prop_assume!(window <= prompt);
        let budget = window + extra;
        let found = snapkv(&weights, tokens, prompt, window, reach, budget).unwrap();
        let before = prompt - window;
        let mut votes = vec![0.0; before];
        for j in 0..before {
            for i in before..prompt {
                votes[j] += weights[i * tokens + j];
            }
        }
        let mut scores = Vec::new();
        for j in 0..before {
            let mut most = votes[j];
            for near in 0..before {
                if near.abs_diff(j) <= reach && votes[near] > most {
                    most = votes[near];
                }
            }
            scores.push((j, most));
        }
        let mut wanted = best(&scores, extra);
        for j in before..prompt {
            wanted.push(j);
        }
        prop_assert_eq!(found, wanted);
    }
}
