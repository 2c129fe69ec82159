//! Properties of softmax, masks and attention, for random matrices.

use crate::support::{ROUNDING, assert_near, assert_same, exact_sum};
use heedmap_attention::{
    AttentionRule, Causal, Matrix, SoftmaxAxis, SoftmaxForm, SoftmaxKind, attend, attend_query,
    from_row_major, masked, mix, softmax, to_row_major,
};
use proptest::prelude::*;

fn cells(rows: usize, cols: usize) -> impl Strategy<Value = Matrix> {
    prop::collection::vec(-10.0..10.0, rows * cols)
        .prop_map(move |data| Matrix::from_row_slice(rows, cols, &data))
}

/// Any cells, including NaN and infinities.
fn wild_cells(rows: usize, cols: usize) -> impl Strategy<Value = Matrix> {
    prop::collection::vec(prop::num::f64::ANY, rows * cols)
        .prop_map(move |data| Matrix::from_row_slice(rows, cols, &data))
}

/// 1 and 0, in any pattern.
fn pattern(rows: usize, cols: usize) -> impl Strategy<Value = Matrix> {
    prop::collection::vec(prop::bool::ANY, rows * cols).prop_map(move |data| {
        Matrix::from_fn(rows, cols, |i, j| f64::from(u8::from(data[i * cols + j])))
    })
}

/// Scores that may be excluded, with their mask.
fn masked_scores() -> impl Strategy<Value = (Matrix, Matrix)> {
    (1..12usize, 1..12usize)
        .prop_flat_map(|(rows, cols)| (cells(rows, cols), pattern(rows, cols)))
        .prop_map(|(scores, allowed)| (masked(&scores, &allowed).unwrap(), allowed))
}

/// Queries, keys and values of matching shapes.
fn head() -> impl Strategy<Value = (Matrix, Matrix, Matrix)> {
    (1..8usize, 1..8usize, 1..6usize, 1..6usize).prop_flat_map(|(queries, keys, d_k, d_v)| {
        (cells(queries, d_k), cells(keys, d_k), cells(keys, d_v))
    })
}

fn causal() -> AttentionRule {
    AttentionRule { causal: Causal::UpperLeft, ..AttentionRule::default() }
}

fn any_options() -> impl Strategy<Value = (AttentionRule, SoftmaxKind)> {
    let scale = prop_oneof![Just(None), Just(Some(1.0)), (-2.0..2.0).prop_map(Some)];
    let causal = prop_oneof![Just(Causal::None), Just(Causal::UpperLeft)];
    let form = prop_oneof![Just(SoftmaxForm::Stable), Just(SoftmaxForm::Naive)];
    (scale, causal, form).prop_map(|(scale, causal, form)| {
        let rule = AttentionRule { scale, causal, ..AttentionRule::default() };
        (rule, SoftmaxKind { axis: SoftmaxAxis::Rows, form })
    })
}

fn all_groups(axis: SoftmaxAxis, weights: &Matrix) -> Vec<Vec<f64>> {
    match axis {
        SoftmaxAxis::Rows => weights.row_iter().map(|g| g.iter().copied().collect()).collect(),
        SoftmaxAxis::Columns => {
            weights.column_iter().map(|g| g.iter().copied().collect()).collect()
        }
        SoftmaxAxis::All => vec![weights.iter().copied().collect()],
    }
}

fn rows_in_order(matrix: &Matrix, order: &[usize]) -> Matrix {
    Matrix::from_fn(matrix.nrows(), matrix.ncols(), |i, j| matrix[(order[i], j)])
}

proptest! {
    /// Let u be the rounding of one operation, and S the size of the group. The kernel's sum of S
    /// exponentials is off by at most (S - 1) u of itself, each division by u, and their exact sum
    /// by the same; 10 u covers second-order terms.
    #[test]
    fn the_weights_of_a_group_sum_to_1_or_to_exactly_0((scores, _) in masked_scores()) {
        for axis in [SoftmaxAxis::Rows, SoftmaxAxis::Columns, SoftmaxAxis::All] {
            let found = softmax(&scores, axis, SoftmaxForm::Stable);
            let groups = all_groups(axis, &scores).into_iter().zip(all_groups(axis, &found.weights));
            for (scores, weights) in groups {
                let total = exact_sum(weights.iter().copied());
                if scores.iter().all(|&score| score == f64::NEG_INFINITY) {
                    prop_assert_eq!(&weights, &vec![0.0; weights.len()], "{:?}", axis);
                } else {
                    let tolerance = (weights.len() + 10) as f64 * ROUNDING;
                    prop_assert!((total - 1.0).abs() <= tolerance, "{total}: {weights:?}");
                }
            }
        }
    }

    #[test]
    fn an_excluded_score_has_an_exponential_and_a_weight_of_exactly_0(
        (scores, allowed) in masked_scores()
    ) {
        for form in [SoftmaxForm::Stable, SoftmaxForm::Naive] {
            let found = softmax(&scores, SoftmaxAxis::Rows, form);
            for ((weight, exponential), &allowed) in
                found.weights.iter().zip(&found.exponentials).zip(&allowed)
            {
                prop_assert!(allowed == 1.0 || (*weight, *exponential) == (0.0, 0.0));
            }
        }
    }

    #[test]
    fn a_query_never_attends_to_the_future((q, k, v) in head()) {
        let (rule, kind) = (causal(), SoftmaxKind::default());
        let found = attend(&q, &k, &v, &rule, kind).unwrap();
        for i in 0..q.nrows() {
            for j in i + 1..k.nrows() {
                prop_assert_eq!(found.softmax.weights[(i, j)], 0.0);
                prop_assert_eq!(found.additive[(i, j)], f64::NEG_INFINITY);
                prop_assert_eq!(found.masked[(i, j)], f64::NEG_INFINITY);
            }
        }
    }

    /// The scores are multiples of 2⁻¹⁰ and the shift is an integer, so adding it is exact: the
    /// weights must agree to the last bit.
    #[test]
    fn adding_a_constant_to_every_score_changes_no_weight(
        (scores, shift) in ((1..9usize, 1..9usize), -1_000_000..1_000_000i32)
            .prop_flat_map(|((rows, cols), shift)| (cells(rows, cols), Just(f64::from(shift))))
    ) {
        let scores = scores.map(|score| (score * 1024.0).round() / 1024.0);
        let moved = scores.map(|score| score + shift);
        for axis in [SoftmaxAxis::Rows, SoftmaxAxis::Columns, SoftmaxAxis::All] {
            let plain = softmax(&scores, axis, SoftmaxForm::Stable);
            let moved = softmax(&moved, axis, SoftmaxForm::Stable);
            assert_same("weights", &moved.weights, &plain.weights);
        }
    }

    /// The order of the keys only affects the order of the sums. Two orders of a sum of S positive
    /// terms differ by at most 2 S u of it. In the output the terms have signs, and the difference
    /// is relative to the sum of magnitudes.
    #[test]
    fn the_order_of_the_keys_does_not_matter(
        ((q, k, v), order) in head().prop_flat_map(|(q, k, v)| {
            let order: Vec<usize> = (0..k.nrows()).collect();
            (Just((q, k, v)), Just(order).prop_shuffle())
        })
    ) {
        let plain = attend(&q, &k, &v, &AttentionRule::default(), SoftmaxKind::default()).unwrap();
        let (k, v) = (rows_in_order(&k, &order), rows_in_order(&v, &order));
        let moved = attend(&q, &k, &v, &AttentionRule::default(), SoftmaxKind::default()).unwrap();
        let expected = rows_in_order(&plain.softmax.weights.transpose(), &order).transpose();
        let relative = (2 * k.nrows() + 4) as f64 * ROUNDING;
        assert_near("weights", &moved.softmax.weights, &expected, |weight| relative * weight);
        let tolerance = 4.0 * relative * v.amax() * k.nrows() as f64;
        assert_near("output", &moved.output, &plain.output, |_| tolerance);
    }

    #[test]
    fn a_mask_that_allows_everything_changes_nothing((q, k, v) in head()) {
        let plain = attend(&q, &k, &v, &AttentionRule::default(), SoftmaxKind::default()).unwrap();
        let all = Matrix::from_element(q.nrows(), k.nrows(), 1.0);
        let same = masked(&plain.scaled, &all).unwrap();
        let weights = softmax(&same, SoftmaxAxis::Rows, SoftmaxForm::Stable).weights;
        assert_same("weights", &weights, &plain.softmax.weights);
        assert_same("output", &mix(&weights, &all, &v).unwrap(), &plain.output);
    }

    #[test]
    fn one_query_at_a_time_gives_the_same_bits_as_all_at_once(
        ((q, k, v), (rule, kind)) in (head(), any_options())
    ) {
        let all = attend(&q, &k, &v, &rule, kind).unwrap();
        for i in 0..q.nrows() {
            let row: Vec<f64> = q.row(i).iter().copied().collect();
            let one = attend_query(i, &row, &k, &v, &rule, kind.form).unwrap();
            for ((name, one), (_, all)) in one.named().into_iter().zip(all.named()) {
                assert_same(name, one, &all.rows(i, 1).into());
            }
        }
    }

    #[test]
    fn one_query_at_a_time_agrees_even_with_nan_and_infinities(
        (q, k, v) in (1..5usize, 1..5usize).prop_flat_map(|(queries, keys)| {
            (wild_cells(queries, 2), wild_cells(keys, 2), wild_cells(keys, 2))
        })
    ) {
        let all = attend(&q, &k, &v, &AttentionRule::default(), SoftmaxKind::default()).unwrap();
        for i in 0..q.nrows() {
            let row = [q[(i, 0)], q[(i, 1)]];
            let one = attend_query(i, &row, &k, &v, &AttentionRule::default(), SoftmaxForm::Stable).unwrap();
            assert_same("output", &one.output, &all.output.rows(i, 1).into());
        }
    }

    /// Let z be the largest magnitude of a score, here 10. Subtracting the shift changes an
    /// exponent by at most 2 z u; each exponential is within 2 u, and each sum within S u.
    #[test]
    fn the_stable_and_the_naive_softmax_agree_where_nothing_overflows(
        (scores, _) in masked_scores()
    ) {
        for axis in [SoftmaxAxis::Rows, SoftmaxAxis::Columns, SoftmaxAxis::All] {
            let stable = softmax(&scores, axis, SoftmaxForm::Stable).weights;
            let naive = softmax(&scores, axis, SoftmaxForm::Naive).weights;
            let relative = (2 * 20 + 8 + 2 * scores.len()) as f64 * ROUNDING;
            assert_near("weights", &naive, &stable, |weight| relative * weight);
        }
    }

    #[test]
    fn nan_in_one_query_affects_its_own_row_and_no_other(
        ((q, k, v), at) in (head(), 0..8usize)
    ) {
        let at = at % q.nrows();
        let plain = attend(&q, &k, &v, &AttentionRule::default(), SoftmaxKind::default()).unwrap();
        for poison in [f64::NAN, f64::INFINITY] {
            let mut poisoned = q.clone();
            poisoned[(at, 0)] = poison;
            let found = attend(&poisoned, &k, &v, &AttentionRule::default(), SoftmaxKind::default()).unwrap();
            for i in (0..q.nrows()).filter(|&i| i != at) {
                assert_same("output", &found.output.rows(i, 1).into(), &plain.output.rows(i, 1).into());
            }
            if poison.is_nan() {
                prop_assert!(found.output.row(at).iter().all(|cell| cell.is_nan()));
            }
        }
    }

    #[test]
    fn the_contents_of_an_excluded_key_reach_no_output(
        (q, k, v, garbage) in (2..7usize).prop_flat_map(|n| {
            (cells(n, 3), cells(n, 3), cells(n, 2), prop::num::f64::ANY)
        })
    ) {
        // Under a causal mask only the last query may see the last key.
        let (rule, kind) = (causal(), SoftmaxKind::default());
        let last = k.nrows() - 1;
        let plain = attend(&q, &k, &v, &rule, kind).unwrap();
        let (mut k, mut v) = (k, v);
        k.row_mut(last).fill(garbage);
        v.row_mut(last).fill(f64::NAN);
        let found = attend(&q, &k, &v, &rule, kind).unwrap();
        assert_same("output", &found.output.rows(0, last).into(), &plain.output.rows(0, last).into());
    }

    #[test]
    fn a_flat_array_is_unchanged_after_conversion_to_a_matrix_and_back(
        (rows, cols, matrix) in (0..6usize, 0..6usize)
            .prop_flat_map(|(rows, cols)| (Just(rows), Just(cols), wild_cells(rows, cols)))
    ) {
        let flat = to_row_major(&matrix);
        let back = from_row_major("matrix", rows, cols, &flat).unwrap();
        assert_same("matrix", &back, &matrix);
        prop_assert!(rows * cols == 0 || matrix[(rows - 1, 0)].to_bits() == flat[(rows - 1) * cols].to_bits());
    }
}
