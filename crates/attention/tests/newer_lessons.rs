//! The lessons on a layer with a state and on picked keys, compared with plain loops over random shapes.

use crate::support::assert_near;
use heedmap_attention::teaching::picked::pick_keys;
use heedmap_attention::teaching::state::state_map;
use heedmap_attention::{Error, Matrix};
use proptest::prelude::*;

/// Sums of at most 8 products of numbers up to 2, along at most 6 tokens that amplify each other.
const ROUNDED: f64 = 1e-7;

fn cells(rows: usize, cols: usize) -> impl Strategy<Value = Matrix> {
    prop::collection::vec(-2.0..2.0, rows * cols)
        .prop_map(move |data| Matrix::from_row_slice(rows, cols, &data))
}

/// Queries, keys and values of a few tokens.
fn tokens() -> impl Strategy<Value = (Matrix, Matrix, Matrix)> {
    (1..6usize, 1..4usize, 1..4usize)
        .prop_flat_map(|(n, d, e)| (cells(n, d), cells(n, d), cells(n, e)))
}

/// The output of the recurrence, token by token.
fn outputs(q: &Matrix, k: &Matrix, v: &Matrix, decay: f64, erases: bool) -> Matrix {
    let (n, d, e) = (k.nrows(), k.ncols(), v.ncols());
    let mut state = vec![vec![0.0; e]; d];
    let mut output = Matrix::zeros(n, e);
    for t in 0..n {
        for row in &mut state {
            row.iter_mut().for_each(|cell| *cell *= decay);
        }
        let read: Vec<f64> =
            (0..e).map(|b| (0..d).map(|a| k[(t, a)] * state[a][b]).sum()).collect();
        for a in 0..d {
            for b in 0..e {
                state[a][b] += k[(t, a)] * (v[(t, b)] - if erases { read[b] } else { 0.0 });
            }
        }
        for b in 0..e {
            output[(t, b)] = (0..d).map(|a| q[(t, a)] * state[a][b]).sum();
        }
    }
    output
}

proptest! {
    #[test]
    fn the_table_times_the_values_is_what_the_queries_read_from_the_state(
        (q, k, v) in tokens(),
        decay in 0.0..=1.0,
        erases: bool,
    ) {
        let found = state_map(&q, &k, &v, decay, erases).unwrap();
        let expected = outputs(&q, &k, &v, decay, erases);
        // Keys are not of length 1, so states may grow.
        let largest = expected.iter().fold(1.0_f64, |most, value| most.max(value.abs()));
        let table: f64 = found.weights.iter().fold(1.0_f64, |most, value| most.max(value.abs()));
        assert_near("the output", &found.output, &expected, |_| ROUNDED * largest.max(table));
        for (step, t) in found.steps.iter().zip(0..) {
            let read = q.rows(t, 1) * &step.state;
            assert_near("a row", &read, &expected.rows(t, 1).into_owned(), |_| ROUNDED * largest);
            prop_assert_eq!(&step.state, &(&step.kept + &step.written));
        }
        prop_assert!((0..q.nrows()).all(|i| (i + 1..k.nrows()).all(|j| found.weights[(i, j)] == 0.0)));
        prop_assert!(erases || found.erased.iter().all(|&term| term == 0.0));
    }

    #[test]
    fn a_query_picks_the_best_keys_and_loses_the_rest(
        (index_q, index_k, scores) in (1..6usize).prop_flat_map(|n| {
            // Small whole numbers, so that many scores are equal.
            let small = || prop::collection::vec(-2..=2i8, n * 2)
                .prop_map(move |data| Matrix::from_row_slice(n, 2, &data.into_iter().map(f64::from).collect::<Vec<_>>()));
            (small(), small(), cells(n, n))
        }),
        keys in 0..7usize,
    ) {
        let found = pick_keys(&index_q, &index_k, &scores, keys).unwrap();
        for i in 0..scores.nrows() {
            let score = |j: usize| (index_q[(i, 0)] * index_k[(j, 0)] + index_q[(i, 1)] * index_k[(j, 1)]).max(0.0);
            let mut order: Vec<usize> = (0..=i).collect();
            // Stable: the earlier of equal keys stays first.
            order.sort_by(|&a, &b| score(b).partial_cmp(&score(a)).unwrap());
            order.truncate(keys);
            let all: f64 = (0..=i).map(|j| scores[(i, j)].exp()).sum();
            let kept: f64 = order.iter().map(|&j| scores[(i, j)].exp()).sum();
            for j in 0..scores.ncols() {
                let is_picked = order.contains(&j);
                prop_assert_eq!(found.picked[(i, j)], f64::from(is_picked), "{} {}", i, j);
                let share = if is_picked { scores[(i, j)].exp() / kept } else { 0.0 };
                prop_assert!((found.shares[(i, j)] - share).abs() < 1e-14);
            }
            prop_assert!((found.lost[(i, 0)] - (1.0 - kept / all)).abs() < 1e-14);
            prop_assert!(order.len() <= i || found.lost[(i, 0)] == 0.0);
        }
    }
}

#[test]
fn shapes_that_do_not_match_give_a_sentence() {
    let [two, three] = [2, 3].map(|rows| Matrix::zeros(rows, 2));
    let says = |result: Result<_, Error>| result.map(|_: ()| ()).unwrap_err().to_string();
    let run = |q, k, v, decay| state_map(q, k, v, decay, true).map(|_| ());
    assert_eq!(
        says(run(&three, &two, &two, 1.0)),
        "3 queries but 2 keys: each token needs one of both"
    );
    assert_eq!(says(run(&two, &two, &three, 1.0)), "2 keys but 3 values: each key needs one value");
    assert_eq!(
        says(run(&two, &two, &two, f64::NAN)),
        "the decay is NaN: it must be a finite number"
    );
    assert_eq!(
        says(pick_keys(&two, &two, &three, 1).map(|_| ())),
        "the index scores is 2 x 2 but scores is 3 x 2: they must have the same shape"
    );
}
