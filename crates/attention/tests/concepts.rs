//! Properties of the singular value decomposition, especially for tables of low rank.

use crate::support::assert_near;
use heedmap_attention::teaching::concepts::{Reference, Svd, concepts, cosine, low_rank, thin_svd};
use heedmap_attention::{Error, MAX_CELLS, Matrix, from_row_major, product};
use proptest::prelude::*;

/// Rounding of a decomposition: a sweep rotates every pair of up to 8 columns, each rotation has
/// rounding errors of a few units, and there are about ten sweeps: at most 8 · 8 / 2 · 10 · 4
/// roundings, which is 1.5e-13.
const ROUNDED: f64 = 1.5e-13;

/// Small integer ratings, in which rows are often multiples of others.
fn ratings() -> impl Strategy<Value = Matrix> {
    (1..8usize, 1..8usize, 1..4usize).prop_flat_map(|(rows, cols, rank)| {
        let left = prop::collection::vec(0..3i8, rows * rank);
        let right = prop::collection::vec(0..4i8, rank * cols);
        (left, right).prop_map(move |(left, right)| {
            let floats = |cells: Vec<i8>| cells.into_iter().map(f64::from).collect::<Vec<_>>();
            let left = Matrix::from_row_slice(rows, rank, &floats(left));
            product(&left, &Matrix::from_row_slice(rank, cols, &floats(right))).unwrap()
        })
    })
}

fn assert_orthonormal(name: &str, product: &Matrix) {
    let identity = Matrix::identity(product.nrows(), product.ncols());
    assert_near(name, product, &identity, |_| ROUNDED);
}

fn negated(svd: &Svd) -> Reference {
    Reference { u: -&svd.u, v_t: -&svd.v_t }
}

proptest! {
    #[test]
    fn the_product_of_the_parts_is_the_matrix_and_the_vectors_are_orthonormal(ratings in ratings()) {
        let svd = thin_svd("ratings", &ratings, None).unwrap();
        let most = ratings.nrows().min(ratings.ncols());
        let whole = low_rank(&svd, most).unwrap().approximation;
        let tolerance = ROUNDED * svd.s[(0, 0)];
        assert_near("the whole", &whole, &ratings, |_| tolerance);
        assert_orthonormal("u", &(svd.u.transpose() * &svd.u));
        assert_orthonormal("vT", &(&svd.v_t * svd.v_t.transpose()));
        prop_assert!(svd.s.iter().zip(svd.s.iter().skip(1)).all(|(a, b)| a >= b), "{}", svd.s);
        prop_assert!(svd.s.iter().all(|&value| value >= 0.0), "{}", svd.s);
    }

    #[test]
    fn the_error_of_a_rank_follows_from_the_dropped_values(ratings in ratings(), rank in 0..8usize) {
        let rank = rank.min(ratings.nrows()).min(ratings.ncols());
        let found = concepts(&ratings, rank, None, None).unwrap();
        let dropped: f64 = found.svd.s.iter().skip(rank).map(|value| value * value).sum();
        let gap = (found.error.frobenius - dropped.sqrt()).abs();
        prop_assert!(gap <= 8.0 * ROUNDED * found.svd.s[(0, 0)], "{:?}, {dropped}", found.error);
        prop_assert!(found.error.relative <= 1.0 + ROUNDED);
        prop_assert_eq!(found.row_concepts.shape(), (ratings.nrows(), rank));
        prop_assert_eq!(found.column_concepts.shape(), (ratings.ncols(), rank));
    }

    #[test]
    fn signs_and_arbitrary_vectors_follow_the_reference(ratings in ratings()) {
        let plain = thin_svd("ratings", &ratings, None).unwrap();
        let reference = negated(&plain);
        let bent = thin_svd("ratings", &ratings, Some(&reference)).unwrap();
        assert_near("u", &bent.u, &reference.u, |_| ROUNDED);
        assert_near("vT", &bent.v_t, &reference.v_t, |_| ROUNDED);
    }

    #[test]
    fn without_a_reference_the_first_largest_entry_of_a_right_vector_is_positive(ratings in ratings()) {
        let svd = thin_svd("ratings", &ratings, None).unwrap();
        let live = (0..svd.s.ncols()).filter(|&k| svd.s[(0, k)] > ROUNDED * svd.s[(0, 0)]);
        for row in live.map(|k| svd.v_t.row(k).into_owned()) {
            let largest = row.amax();
            let first = row.iter().find(|entry| entry.abs() >= largest * (1.0 - 1e-9)).unwrap();
            prop_assert!(*first > 0.0, "{row}");
        }
    }

    #[test]
    fn a_useless_reference_does_no_harm(
        ratings in ratings(),
        (rows, cols) in (0..9usize, 0..9usize),
        fill in prop::num::f64::ANY,
    ) {
        let useless = Matrix::from_element(rows, cols, fill);
        let reference = Reference { u: useless.clone(), v_t: useless };
        let svd = thin_svd("ratings", &ratings, Some(&reference)).unwrap();
        assert_orthonormal("u", &(svd.u.transpose() * &svd.u));
        assert_orthonormal("vT", &(&svd.v_t * svd.v_t.transpose()));
    }
}

#[test]
fn a_table_of_ones_has_one_concept() {
    let ones = Matrix::from_element(3, 5, 1.0);
    let svd = thin_svd("ratings", &ones, None).unwrap();
    assert!((svd.s[(0, 0)] - 15f64.sqrt()).abs() < ROUNDED, "{}", svd.s);
    assert!(svd.s[(0, 1)] < ROUNDED && svd.s[(0, 2)] < ROUNDED, "{}", svd.s);
    assert!(svd.v_t.row(0).iter().all(|&entry| entry > 0.0), "{}", svd.v_t);
    // All axes have the same remainder outside the first vector, so the first axis completes it.
    assert_eq!(svd.v_t.row(1).iter().copied().fold(f64::MIN, f64::max), svd.v_t[(1, 0)]);
    assert_eq!(svd.u.column(1).iter().copied().fold(f64::MIN, f64::max), svd.u[(0, 1)]);
}

#[test]
fn a_table_of_zeros_has_no_concept_and_no_error() {
    let found = concepts(&Matrix::zeros(2, 3), 1, None, None).unwrap();
    assert_eq!(found.svd.s, Matrix::zeros(1, 2));
    assert_eq!((found.error.frobenius, found.error.relative), (0.0, 0.0));
    assert_orthonormal("u", &(found.svd.u.transpose() * &found.svd.u));
}

#[test]
fn tables_of_very_large_and_very_small_numbers_are_decomposed() {
    for unit in [1e300, 1e-300, f64::MIN_POSITIVE] {
        let table = Matrix::from_row_slice(2, 2, &[3.0, 0.0, 4.0, 5.0]) * unit;
        let svd = thin_svd("ratings", &table, None).unwrap();
        let expected = Matrix::from_row_slice(1, 2, &[45f64.sqrt(), 5f64.sqrt()]);
        assert_near("s", &(svd.s / unit), &expected, |value| 1e-14 * value);
    }
    let over = Matrix::from_element(2, 2, f64::MAX);
    assert!(matches!(thin_svd("ratings", &over, None), Err(Error::NotFinite { .. })));
}

#[test]
fn invalid_matrices_are_rejected_with_the_figures() {
    let table = Matrix::from_element(7, 5, 1.0);
    let sentence = |refused: Result<_, Error>| refused.map(|_: ()| ()).unwrap_err().to_string();
    assert_eq!(
        sentence(concepts(&table, 6, None, None).map(drop)),
        "rank 6 is out of range: a 7 x 5 matrix takes 0 to 5"
    );
    let mut spoiled = table.clone();
    spoiled[(2, 3)] = f64::NAN;
    assert_eq!(
        sentence(concepts(&spoiled, 2, None, None).map(drop)),
        "row 2, column 3 of ratings is NaN: every cell must be a finite number"
    );
    assert_eq!(
        sentence(concepts(&table, 2, Some(&Matrix::zeros(2, 4)), None).map(drop)),
        "viewers has 4 columns but ratings has 5: they must be as wide"
    );
    assert_eq!(
        sentence(concepts(&table, 2, Some(&Matrix::from_element(1, 5, f64::NAN)), None).map(drop)),
        "row 0, column 0 of viewers is NaN: every cell must be a finite number"
    );
    assert_eq!(
        sentence(thin_svd("ratings", &Matrix::zeros(300, 300), None).map(drop)),
        "ratings is 300 x 300: rows x columns x the shorter side is at most 16777216 here"
    );
    assert_eq!(
        sentence(thin_svd("ratings", &Matrix::zeros(0, 5), None).map(drop)),
        "ratings has 0 rows, and needs at least 1"
    );
    assert!(from_row_major("ratings", MAX_CELLS, 2, &[]).is_err());
}

#[test]
fn viewers_with_no_common_rating_may_be_close_in_concept_space() {
    let table = from_row_major("ratings", 2, 3, &[1., 1., 0., 0., 0., 1.]).unwrap();
    let viewers = from_row_major("viewers", 2, 3, &[5., 0., 0., 0., 4., 0.]).unwrap();
    let found = concepts(&table, 1, Some(&viewers), None).unwrap();
    assert_eq!(found.cosine.raw, Some(0.0));
    assert!((found.cosine.concept.unwrap() - 1.0).abs() < ROUNDED);
}

#[test]
fn a_vector_of_zeros_has_no_cosine() {
    assert_eq!(cosine(&[0.0, 0.0], &[1.0, 2.0]), None);
    assert_eq!(cosine(&[1.0], &[1.0, 2.0]), None);
    assert_eq!(cosine(&[f64::NAN, 0.0], &[1.0, 2.0]), None);
    assert_eq!(cosine(&[1e300, 0.0], &[1e-300, 0.0]), Some(1.0));
    assert_eq!(cosine(&[3.0, 4.0], &[-3.0, -4.0]), Some(-1.0));
}

/// Whether a number prints as 0 without a sign.
fn is_plain_zero(number: f64) -> bool {
    number.to_bits() == 0
}

/// The ratings of the concepts lesson, 7 people and 5 films, of rank 3, with the vectors that NumPy
/// printed.
#[allow(clippy::approx_constant, reason = "digits as printed, some of which are those of √½")]
fn films() -> (Matrix, Reference) {
    let ratings = [
        1.0, 1.0, 1.0, 0.0, 0.0, 3.0, 3.0, 3.0, 0.0, 0.0, 4.0, 4.0, 4.0, 0.0, 0.0, 5.0, 5.0, 5.0,
        0.0, 0.0, 0.0, 2.0, 0.0, 4.0, 4.0, 0.0, 0.0, 0.0, 5.0, 5.0, 0.0, 1.0, 0.0, 2.0, 2.0,
    ];
    #[rustfmt::skip]
    let reference = Reference {
        u: Matrix::from_row_slice(7, 5, &[
            -0.137599125857, -0.023611451432, -0.01080847176, 0.560112033611, -0.375734574651,
            -0.412797377572, -0.070834354296, -0.032425415281, 0.206393277983, 0.755974371099,
            -0.55039650343, -0.094445805729, -0.043233887041, -0.724808962689, -0.184603759868,
            -0.687995629287, -0.118057257161, -0.054042358801, 0.343988796639, -0.230754699835,
            -0.152775086534, 0.591100963254, 0.65365084271, 0.0, 0.2,
            -0.072216514005, 0.731311856512, -0.678209218184, 0.0, 0.0,
            -0.076387543267, 0.295550481627, 0.326825421355, 0.0, -0.4,
        ]),
        v_t: Matrix::from_row_slice(5, 5, &[
            -0.562258405347, -0.592859900956, -0.562258405347, -0.090133537241, -0.090133537241,
            -0.12664138179, 0.028770584595, -0.12664138179, 0.695376219862, 0.695376219862,
            -0.409667482276, 0.804791520396, -0.409667482276, -0.09125710008, -0.09125710008,
            -0.707106781187, 0.0, 0.707106781187, 0.0, 0.0,
            0.0, 0.0, 0.0, -0.707106781187, 0.707106781187,
        ]),
    };
    (Matrix::from_row_slice(7, 5, &ratings), reference)
}

#[test]
fn zeros_of_a_completed_vector_are_neither_noise_nor_minus_zero() {
    let (ratings, reference) = films();
    let svd = thin_svd("ratings", &ratings, Some(&reference)).unwrap();
    let zeros = |printed: &Matrix, found: &Matrix, completed: &dyn Fn(usize, usize) -> bool| {
        let mut count = 0;
        for (i, k) in (0..printed.nrows()).flat_map(|i| (0..5).map(move |k| (i, k))) {
            if completed(i, k) && printed[(i, k)] == 0.0 {
                assert!(is_plain_zero(found[(i, k)]), "{} at {i}, {k}", found[(i, k)]);
                count += 1;
            }
        }
        count
    };
    assert_eq!(zeros(&reference.u, &svd.u, &|_, k| k >= 3), 4);
    assert_eq!(zeros(&reference.v_t, &svd.v_t, &|k, _| k >= 3), 6);
    assert_near("u", &svd.u, &reference.u, |_| 1e-11);
    assert_near("vT", &svd.v_t, &reference.v_t, |_| 1e-11);
}

#[test]
fn completed_vectors_have_no_noise_without_a_reference() {
    let (ratings, _) = films();
    let svd = thin_svd("ratings", &ratings, None).unwrap();
    let (u, v_t) = (svd.u.columns(3, 2), svd.v_t.rows(3, 2));
    let completed: Vec<f64> = u.iter().chain(v_t.iter()).copied().collect();
    let noise = completed.iter().filter(|entry| entry.abs() < 1e-12 && !is_plain_zero(**entry));
    assert_eq!(noise.count(), 0, "{completed:?}");
    assert!(completed.iter().any(|&entry| is_plain_zero(entry)));
}
