//! Mistakes with picked keys and pooled entries: both sides are compared with loops over the drawn numbers.

use heedmap_attention::Matrix;
use heedmap_attention::random::{Distribution, Draw, RandomState, draw};
use heedmap_attention::teaching::contrast::{
    Contrast, ContrastSizes, Mistake, POOLED_TOKENS, SLOTS, Side, contrast,
};

type Rows = Vec<Vec<f64>>;
type Open = Vec<Vec<bool>>;

const SIZES: [ContrastSizes; 4] = [
    ContrastSizes { seed: 1, tokens: 8, features: 16 },
    ContrastSizes { seed: 7, tokens: 12, features: 16 },
    ContrastSizes { seed: 23, tokens: 1, features: 2 },
    ContrastSizes { seed: 9, tokens: 16, features: 64 },
];

/// Q, K, V and the index, as NumPy draws them one after another.
struct Drawn {
    q: Matrix,
    k: Matrix,
    v: Matrix,
    index: Rows,
}

fn drawn(sizes: ContrastSizes, keys: usize) -> Drawn {
    let mut stream = RandomState::new(sizes.seed).unwrap();
    let mut next = |rows, cols| {
        draw(&mut stream, &Draw { distribution: Distribution::Randn, factor: None, rows, cols })
            .unwrap()
    };
    let (q, k, v) = (next(sizes.tokens, sizes.features), next(keys, sizes.features), next(keys, 3));
    let (queries, others) = (next(sizes.tokens, 4), next(keys, 4));
    let dot = |i: usize, j: usize| (0..4).map(|c| queries[(i, c)] * others[(j, c)]).sum();
    let index = (0..sizes.tokens).map(|i| (0..keys).map(|j| dot(i, j)).collect()).collect();
    Drawn { q, k, v, index }
}

/// The best keys of a query among those that it sees: repeatedly the largest, of equal ones the first.
fn best(index: &[f64], picks: usize, sees: impl Fn(usize) -> bool) -> Vec<bool> {
    let mut picked = vec![false; index.len()];
    for _ in 0..picks {
        let mut found: Option<usize> = None;
        for j in 0..index.len() {
            if sees(j) && !picked[j] && found.is_none_or(|at| index[j] > index[at]) {
                found = Some(j);
            }
        }
        if let Some(j) = found {
            picked[j] = true;
        }
    }
    picked
}

fn open(queries: usize, keys: usize, allowed: impl Fn(usize, usize) -> bool) -> Open {
    (0..queries).map(|i| (0..keys).map(|j| allowed(i, j)).collect()).collect()
}

/// Asserts the mask, the weights and the output of a side; a row without a key is 0.
fn assert_side(side: &Side, q: &Matrix, k: &Matrix, v: &Matrix, open: &Open) {
    let root = (q.ncols() as f64).sqrt();
    for (i, open) in open.iter().enumerate() {
        let score = |j: usize| (0..q.ncols()).map(|c| q[(i, c)] * k[(j, c)]).sum::<f64>() / root;
        let exponential = |j: usize| if open[j] { score(j).exp() } else { 0.0 };
        let total: f64 = (0..k.nrows()).map(exponential).sum();
        let weights: Vec<f64> = (0..k.nrows())
            .map(|j| if total > 0.0 { exponential(j) / total } else { 0.0 })
            .collect();
        for (j, weight) in weights.iter().enumerate() {
            assert_eq!(side.allowed[(i, j)] != 0.0, open[j], "query {i}, key {j}");
            assert!((side.weights[(i, j)] - weight).abs() < 1e-12, "query {i}, key {j}");
        }
        for c in 0..3 {
            let mixed: f64 = weights.iter().enumerate().map(|(j, w)| w * v[(j, c)]).sum();
            assert!((side.output[(i, c)] - mixed).abs() < 1e-12, "query {i}, feature {c}");
        }
    }
}

/// Asserts both sides over the same keys, and which keys can be picked.
fn assert_sides(found: &Contrast, drawn: &Drawn, wrong: &Open, right: &Open, pickable: &Open) {
    let Drawn { q, k, v, .. } = drawn;
    assert_side(&found.wrong, q, k, v, wrong);
    assert_side(&found.right, q, k, v, right);
    for (i, row) in pickable.iter().enumerate() {
        for (j, &pickable) in row.iter().enumerate() {
            assert_eq!(found.pickable[(i, j)] != 0.0, pickable, "query {i}, key {j}");
        }
    }
}

#[test]
fn the_picks_of_one_query_are_open_to_all_later_ones() {
    for sizes in SIZES {
        for picks in [1, 3, 16] {
            let (n, drawn) = (sizes.tokens, drawn(sizes, sizes.tokens));
            let picked: Open = (0..n).map(|i| best(&drawn.index[i], picks, |j| j <= i)).collect();
            let wrong = open(n, n, |i, j| j <= i && picked.iter().any(|row| row[j]));
            let found = contrast(Mistake::Shared { picks }, sizes).unwrap();
            assert_sides(&found, &drawn, &wrong, &picked, &open(n, n, |i, j| j <= i));
            let most = |side: &Side| {
                side.weights.row_iter().map(|row| row.iter().filter(|w| **w > 0.0).count()).max()
            };
            assert!(most(&found.right).unwrap() <= picks);
            if n > 6 && picks == 3 {
                assert!(most(&found.wrong).unwrap() > picks && found.leaked > 0.1);
            }
        }
    }
}

#[test]
fn an_index_without_a_causal_mask_gives_weight_to_later_keys() {
    for sizes in SIZES {
        for picks in [1, 4] {
            let (n, drawn) = (sizes.tokens, drawn(sizes, sizes.tokens));
            let of = |sees: &dyn Fn(usize, usize) -> bool| -> Open {
                (0..n).map(|i| best(&drawn.index[i], picks, |j| sees(i, j))).collect()
            };
            let causal = |i, j| j <= i;
            let found = contrast(Mistake::Indexer { picks }, sizes).unwrap();
            assert_sides(&found, &drawn, &of(&|_, _| true), &of(&causal), &open(n, n, causal));
            assert_eq!(found.leaked > 0.0, n > 1);
            let later = |i: usize| (i + 1..n).map(move |j| (i, j));
            assert!((0..n).flat_map(later).all(|at| found.right.weights[at] == 0.0));
        }
    }
}

#[test]
fn padding_is_pooled_into_the_first_entries_and_an_entry_of_padding_is_attended_to() {
    for sizes in SIZES {
        for block in [2, 3, 4] {
            for padding in [0, 1, 4, 11] {
                let drawn = drawn(sizes, POOLED_TOKENS);
                let entries = POOLED_TOKENS / block;
                let pooled = |tokens: &Matrix, first: usize| {
                    Matrix::from_fn(entries, tokens.ncols(), |entry, c| {
                        let (mut sum, mut count) = (0.0, 0.0);
                        for token in (entry * block).max(first)..(entry + 1) * block {
                            sum += tokens[(token, c)];
                            count += 1.0;
                        }
                        if count > 0.0 { sum / count } else { 0.0 }
                    })
                };
                let Drawn { q, k, v, .. } = &drawn;
                let found = contrast(Mistake::Pooled { block, padding }, sizes).unwrap();
                let all = open(sizes.tokens, entries, |_, _| true);
                assert_side(&found.wrong, q, &pooled(k, 0), &pooled(v, 0), &all);
                let real = open(sizes.tokens, entries, |_, entry| (entry + 1) * block > padding);
                assert_side(&found.right, q, &pooled(k, padding), &pooled(v, padding), &real);
                assert!(found.pickable.iter().all(|&cell| cell == 0.0));
                assert_eq!(found.leaked > 0.0, padding >= block);
                assert_eq!(found.difference > 0.0, padding > 0);
            }
        }
    }
}

#[test]
fn slot_0_is_lost_where_it_was_picked_and_nothing_else_changes() {
    for sizes in SIZES {
        for picks in [1, 2, SLOTS] {
            let (n, drawn) = (sizes.tokens, drawn(sizes, SLOTS));
            let picked: Open = (0..n).map(|i| best(&drawn.index[i], picks, |_| true)).collect();
            let wrong = open(n, SLOTS, |i, j| j > 0 && picked[i][j]);
            let found = contrast(Mistake::Slot { picks }, sizes).unwrap();
            assert_sides(&found, &drawn, &wrong, &picked, &open(n, SLOTS, |_, _| true));
            assert_eq!(found.lost > 0.0, picked.iter().any(|row| row[0]));
            assert!(found.wrong.weights.column(0).iter().all(|&weight| weight == 0.0));
        }
    }
}

#[test]
fn without_a_mask_at_prefill_only_texts_of_at_most_as_many_tokens_as_picks_are_wrong() {
    for sizes in SIZES {
        for picks in [1, 7, 8, 16] {
            let (n, drawn) = (sizes.tokens, drawn(sizes, sizes.tokens));
            let right: Open = (0..n).map(|i| best(&drawn.index[i], picks, |j| j <= i)).collect();
            let wrong = if n <= picks { open(n, n, |_, _| true) } else { right.clone() };
            let found = contrast(Mistake::Prefill { picks }, sizes).unwrap();
            assert_sides(&found, &drawn, &wrong, &right, &open(n, n, |i, j| j <= i));
            assert_eq!(found.leaked > 0.0, 1 < n && n <= picks);
        }
    }
}

#[test]
fn picks_blocks_and_padding_out_of_range_are_rejected_with_their_figures() {
    let says = |mistake| contrast(mistake, SIZES[0]).unwrap_err().to_string();
    for mistake in
        [Mistake::Shared { picks: 0 }, Mistake::Indexer { picks: 0 }, Mistake::Prefill { picks: 0 }]
    {
        assert_eq!(says(mistake), "picks is 0: it must be from 1 to 16");
    }
    assert_eq!(says(Mistake::Slot { picks: 7 }), "picks is 7: it must be from 1 to 6");
    assert_eq!(
        says(Mistake::Pooled { block: 5, padding: 0 }),
        "block is 5: it must be from 2 to 4"
    );
    assert_eq!(
        says(Mistake::Pooled { block: 2, padding: 12 }),
        "padding is 12: it must be from 0 to 11"
    );
}
