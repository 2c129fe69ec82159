//! Common mistakes: each right side is compared with attention over heads, and each wrong side
//! with loops of the wrong formula; then the figures that show the mistake.

use heedmap_attention::random::{Distribution, Draw, RandomState, draw};
use heedmap_attention::teaching::contrast::{
    ALIBI_HEADS, Contrast, ContrastError, ContrastSizes, Mistake, Precision, Side, contrast,
};
use heedmap_attention::{
    AttentionRule, Causal, HeadInputs, Masks, Matrix, Real, SoftmaxAxis, Tensor, alibi_slopes,
    attend_heads, to_row_major,
};

type Rows = Vec<Vec<f64>>;

const SIZES: [ContrastSizes; 3] = [
    ContrastSizes { seed: 1, tokens: 8, features: 16 },
    ContrastSizes { seed: 4_294_967_295, tokens: 5, features: 3 },
    ContrastSizes { seed: 7, tokens: 16, features: 64 },
];

const UNSCALED: Mistake = Mistake::Unscaled { curve: true };

/// Q, K and V as NumPy draws them, and the scores over √d, computed by loops.
struct Drawn {
    q: Matrix,
    k: Matrix,
    v: Matrix,
    z: Rows,
}

fn drawn(sizes: ContrastSizes, past: usize) -> Drawn {
    let mut stream = RandomState::new(sizes.seed).unwrap();
    let mut next = |rows, cols| {
        draw(&mut stream, &Draw { distribution: Distribution::Randn, factor: None, rows, cols })
            .unwrap()
    };
    let q = next(sizes.tokens, sizes.features);
    let k = next(past + sizes.tokens, sizes.features);
    let v = next(past + sizes.tokens, 3);
    let score = |i: usize, j: usize| -> f64 {
        let dot: f64 = (0..sizes.features).map(|c| q[(i, c)] * k[(j, c)]).sum();
        dot / (sizes.features as f64).sqrt()
    };
    let z = (0..q.nrows()).map(|i| (0..k.nrows()).map(|j| score(i, j)).collect()).collect();
    Drawn { q, k, v, z }
}

fn tensor<T: Real>(matrix: &Matrix) -> Tensor<T> {
    let data = to_row_major(matrix).into_iter().map(T::from_f64).collect();
    Tensor::new("drawn", &[1, 1, matrix.nrows(), matrix.ncols()], data).unwrap()
}

/// Asserts that the right side of a contrast has the bits of attention over heads with this
/// rule and these masks.
fn assert_right<T: Real>(
    found: &Contrast,
    drawn: &Drawn,
    rule: &AttentionRule,
    masks: Masks<'_, T>,
) {
    let (q, k, v) = (tensor::<T>(&drawn.q), tensor(&drawn.k), tensor(&drawn.v));
    let expected = attend_heads(&HeadInputs::new(&q, &k, &v).masks(masks), rule).unwrap();
    let bits = |cells: Vec<f64>| cells.into_iter().map(f64::to_bits).collect::<Vec<_>>();
    let wide = |tensor: &Tensor<T>| bits(tensor.data().iter().map(|cell| cell.to_f64()).collect());
    for (got, expected) in [
        (&found.right.masked, &expected.masked),
        (&found.right.weights, &expected.weights),
        (&found.right.output, &expected.output),
    ] {
        assert_eq!(bits(to_row_major(got)), wide(expected));
    }
}

/// Asserts that the wrong side has these weights, the figures that follow, and the weighted sum of
/// all values.
fn assert_wrong(found: &Contrast, drawn: &Drawn, weights: &Rows, tolerance: f64) {
    let near = |what: &str, got: f64, expected: f64| {
        let same = got == expected || (got.is_nan() && expected.is_nan());
        assert!(same || (got - expected).abs() <= tolerance, "{what}: {got:?}, not {expected:?}");
    };
    let Side { weights: got, sums, output, .. } = &found.wrong;
    assert_eq!(got.shape(), (weights.len(), weights[0].len()));
    for (i, row) in weights.iter().enumerate() {
        for (j, &weight) in row.iter().enumerate() {
            near("a weight", got[(i, j)], weight);
        }
        near("a sum", sums[(i, 0)], row.iter().sum());
        for c in 0..3 {
            let mixed = row.iter().enumerate().map(|(j, weight)| weight * drawn.v[(j, c)]).sum();
            near("an output", output[(i, c)], mixed);
        }
    }
}

/// The textbook softmax, as in its formula.
fn softmax(row: &[f64]) -> Vec<f64> {
    let most = row.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let exponentials: Vec<f64> = row.iter().map(|z| (z - most).exp()).collect();
    let sum: f64 = exponentials.iter().sum();
    exponentials.iter().map(|e| e / sum).collect()
}

fn by_rows(z: &Rows, logit: impl Fn(usize, usize, f64) -> f64) -> Rows {
    let row = |(i, row): (usize, &Vec<f64>)| {
        softmax(&row.iter().enumerate().map(|(j, &z)| logit(i, j, z)).collect::<Vec<_>>())
    };
    z.iter().enumerate().map(row).collect()
}

fn causal() -> AttentionRule {
    AttentionRule { causal: Causal::UpperLeft, ..AttentionRule::default() }
}

fn padded(tokens: usize, padding: usize) -> Tensor<bool> {
    Tensor::new("padding", &[1, tokens], (0..tokens).map(|j| j >= padding).collect()).unwrap()
}

#[test]
fn softmax_over_another_axis_makes_columns_or_all_cells_sum_to_1_and_not_rows() {
    for sizes in SIZES {
        let drawn = drawn(sizes, 0);
        let n = sizes.tokens;
        let column = |j: usize| softmax(&drawn.z.iter().map(|row| row[j]).collect::<Vec<_>>());
        let columns: Rows = (0..n).map(column).collect();
        let columns = (0..n).map(|i| (0..n).map(|j| columns[j][i]).collect()).collect();
        let all = softmax(&drawn.z.concat()).chunks(n).map(<[f64]>::to_vec).collect();
        for (axis, weights) in [(SoftmaxAxis::Columns, columns), (SoftmaxAxis::All, all)] {
            let found = contrast(Mistake::Axis { axis }, sizes).unwrap();
            assert_right(&found, &drawn, &AttentionRule::default(), Masks::<f64>::default());
            assert_wrong(&found, &drawn, &weights, 1e-12);
            assert!(found.wrong.off_rows.len() > n / 2 && found.right.off_rows.is_empty());
        }
    }
}

#[test]
fn a_mask_after_the_softmax_leaves_rows_that_sum_to_less_than_1() {
    for sizes in SIZES {
        let drawn = drawn(sizes, 0);
        let mut weights = by_rows(&drawn.z, |_, _, z| z);
        for (i, row) in weights.iter_mut().enumerate() {
            row[i + 1..].fill(0.0);
        }
        let found = contrast(Mistake::Late, sizes).unwrap();
        assert_right(&found, &drawn, &causal(), Masks::<f64>::default());
        assert_wrong(&found, &drawn, &weights, 1e-12);
        let all_but_the_last: Vec<usize> = (0..sizes.tokens - 1).collect();
        assert_eq!(found.wrong.off_rows, all_but_the_last);
        assert!(found.wrong.figures.most_sum <= 1.0 + 1e-12);
        assert_eq!(found.leaked, 0.0, "it looks right");
    }
}

#[test]
fn scores_times_zero_leak_the_future_while_every_row_sums_to_1() {
    for sizes in SIZES {
        let drawn = drawn(sizes, 0);
        let weights = by_rows(&drawn.z, |i, j, z| if j <= i { z } else { 0.0 });
        let found = contrast(Mistake::Zeroed, sizes).unwrap();
        assert_right(&found, &drawn, &causal(), Masks::<f64>::default());
        assert_wrong(&found, &drawn, &weights, 1e-12);
        assert!(found.wrong.off_rows.is_empty());
        assert!(found.leaked > 0.3);
        let first: f64 = weights[0][1..].iter().sum();
        assert!(found.leaked >= first - 1e-12);
    }
}

#[test]
fn without_the_root_variance_and_saturation_grow_with_the_features() {
    for sizes in SIZES {
        let drawn = drawn(sizes, 0);
        let root = (sizes.features as f64).sqrt();
        let found = contrast(UNSCALED, sizes).unwrap();
        assert_right(&found, &drawn, &AttentionRule::default(), Masks::<f64>::default());
        assert_wrong(&found, &drawn, &by_rows(&drawn.z, |_, _, z| z * root), 1e-9);
        let (first, last) = (found.curve[0], *found.curve.last().unwrap());
        assert_eq!((first.features, last.features), (1, 1024));
        assert!(last.wrong.variance > 500.0 && (0.5..2.0).contains(&last.right.variance));
        assert!(last.wrong.largest > 0.9 && last.right.largest < 0.6);
        assert!(last.wrong.entropy < 0.3 && last.right.entropy > 1.0);
        let here = found.curve.iter().find(|point| point.features == sizes.features).unwrap();
        assert_eq!((here.wrong, here.right), (found.wrong.figures, found.right.figures));
        let alone = contrast(Mistake::Unscaled { curve: false }, sizes).unwrap();
        assert_eq!(alone, Contrast { curve: Vec::new(), ..found });
    }
}

#[test]
fn variance_entropy_and_saturation_match_the_loops() {
    for sizes in SIZES {
        let z = drawn(sizes, 0).z;
        let figures = contrast(UNSCALED, sizes).unwrap().right.figures;
        let (rows, all) = (z.len() as f64, z.concat());
        let mean = all.iter().sum::<f64>() / all.len() as f64;
        let squares: f64 = all.iter().map(|z| (z - mean).powi(2)).sum();
        let weights = by_rows(&z, |_, _, z| z);
        let entropy: f64 = weights.concat().iter().map(|p| -p * p.ln()).sum();
        let most: f64 = weights.iter().map(|row| row.iter().copied().fold(0.0, f64::max)).sum();
        let pairs = [
            (figures.variance, squares / all.len() as f64),
            (figures.entropy, entropy / rows),
            (figures.largest, most / rows),
        ];
        for (got, expected) in pairs {
            assert!((got - expected).abs() < 1e-12, "{got}, not {expected}");
        }
    }
}

#[test]
fn the_curve_has_a_point_at_the_requested_number_of_features() {
    let features: Vec<usize> =
        contrast(UNSCALED, SIZES[1]).unwrap().curve.iter().map(|point| point.features).collect();
    assert_eq!(features, [1, 2, 3, 4, 8, 16, 32, 64, 128, 256, 512, 1024]);
}

fn finite<T: Real>(sizes: ContrastSizes, padding: usize, magnitude: usize) -> (Contrast, Drawn) {
    let precision = if size_of::<T>() == 8 { Precision::F64 } else { Precision::F32 };
    let found = contrast(Mistake::Finite { padding, magnitude, precision }, sizes).unwrap();
    let mut drawn = drawn(sizes, 0);
    drawn.q *= 10_f64.powi(i32::try_from(magnitude).unwrap());
    let mask = padded(sizes.tokens, padding);
    let masks = Masks::<T>::default().padding(Some(&mask));
    assert_right(&found, &drawn, &causal(), masks);
    (found, drawn)
}

#[test]
fn a_finite_mask_over_a_whole_row_changes_no_weight_in_64_bits_and_gives_the_mean_of_v_in_32() {
    for sizes in SIZES {
        for padding in [1, 2] {
            let (found, drawn) = finite::<f64>(sizes, padding, 0);
            let masked = |i, j, z| if j <= i && j >= padding { z } else { z - 1e9 };
            // At 10⁹, a 64-bit float still has seven decimals.
            assert_wrong(&found, &drawn, &by_rows(&drawn.z, masked), 1e-6);
            assert_wrong_row_is_unmasked(&found, &drawn);
            assert!(found.mean_gap.unwrap() > 0.01);

            let (found, drawn) = finite::<f32>(sizes, padding, 0);
            let swallowed = |i, j, z| if j <= i && j >= padding { z } else { -1e9 };
            assert_wrong(&found, &drawn, &by_rows(&drawn.z, swallowed), 1e-5);
            for j in 0..sizes.tokens {
                assert_eq!(found.wrong.weights[(0, j)] as f32, 1.0 / sizes.tokens as f32);
            }
            assert!(found.mean_gap.unwrap() < 1e-6);
            assert_eq!(found.right.sums[(0, 0)], 0.0);
        }
    }
}

fn assert_wrong_row_is_unmasked(found: &Contrast, drawn: &Drawn) {
    for (j, weight) in softmax(&drawn.z[0]).into_iter().enumerate() {
        assert!((found.wrong.weights[(0, j)] - weight).abs() < 1e-6);
    }
    assert!((found.leaked - 1.0).abs() < 1e-6);
}

#[test]
fn scores_as_large_as_a_finite_mask_overcome_it_in_rows_with_keys() {
    let sizes = SIZES[0];
    let leaks = |magnitude| {
        let (found, _) = finite::<f64>(sizes, 0, magnitude);
        assert_eq!(found.mean_gap, None);
        found.leaked
    };
    assert_eq!([leaks(0), leaks(8)], [0.0, 0.0]);
    assert!(leaks(10) > 0.99);
}

#[test]
fn a_plain_softmax_makes_nan_of_the_rows_without_a_key_and_of_no_others() {
    for sizes in SIZES {
        for padding in [0, 1, 3] {
            let drawn = drawn(sizes, 0);
            let mask = padded(sizes.tokens, padding);
            let masks = Masks::<f64>::default().padding(Some(&mask));
            let found = contrast(Mistake::Empty { padding }, sizes).unwrap();
            assert_right(&found, &drawn, &causal(), masks);
            let masked = |i, j, z| if j <= i && j >= padding { z } else { f64::NEG_INFINITY };
            assert_wrong(&found, &drawn, &by_rows(&drawn.z, masked), 1e-12);
            let empty: Vec<usize> = (0..padding).collect();
            assert_eq!(found.wrong.off_rows, empty);
            for i in empty {
                assert!(found.wrong.output[(i, 0)].is_nan());
                assert_eq!((found.right.sums[(i, 0)], found.right.output[(i, 0)]), (0.0, 0.0));
            }
            assert_eq!(found.difference.is_nan(), padding > 0);
        }
    }
}

#[test]
fn a_causal_mask_with_a_wrong_offset_for_the_cache_hides_keys_or_looks_ahead() {
    for sizes in SIZES {
        for (past, offset) in [(6, 0), (6, 5), (6, 7), (1, 0), (3, 3)] {
            let drawn = drawn(sizes, past);
            let found = contrast(Mistake::Cache { past, offset }, sizes).unwrap();
            let mask: Vec<bool> = (0..sizes.tokens)
                .flat_map(|i| (0..past + sizes.tokens).map(move |j| j <= past + i))
                .collect();
            let mask = Tensor::new("mask", &[sizes.tokens, past + sizes.tokens], mask).unwrap();
            let masks = Masks::<f64>::default().boolean(Some(&mask));
            assert_right(&found, &drawn, &AttentionRule::default(), masks);
            let masked = |i, j, z| if j <= i + offset { z } else { f64::NEG_INFINITY };
            assert_wrong(&found, &drawn, &by_rows(&drawn.z, masked), 1e-12);
            let keys = past + sizes.tokens;
            assert_eq!(found.right.figures.seen, keys);
            assert_eq!(found.wrong.figures.seen, (sizes.tokens + offset).min(keys));
            assert_eq!(found.leaked > 0.0, offset > past, "it looks ahead");
            assert_eq!(found.lost > 0.0, offset < past, "it hides keys");
            assert_eq!(found.difference > 0.0, offset != past);
        }
    }
}

#[test]
fn a_mask_for_right_padding_on_left_padding_attends_to_padding_and_hides_tokens() {
    for sizes in SIZES {
        for padding in [0, 1, 2] {
            let drawn = drawn(sizes, 0);
            let mask = padded(sizes.tokens, padding);
            let masks = Masks::<f64>::default().padding(Some(&mask));
            let found = contrast(Mistake::Padding { padding }, sizes).unwrap();
            assert_right(&found, &drawn, &AttentionRule::default(), masks);
            let length = sizes.tokens - padding;
            let masked = |_, j, z| if j < length { z } else { f64::NEG_INFINITY };
            assert_wrong(&found, &drawn, &by_rows(&drawn.z, masked), 1e-12);
            assert_eq!((found.leaked > 0.0, found.lost > 0.0), (padding > 0, padding > 0));
        }
    }
}

#[test]
fn alibi_with_the_wrong_sign_looks_further_away() {
    for sizes in SIZES {
        for (head, &slope) in alibi_slopes(ALIBI_HEADS).iter().enumerate() {
            let drawn = drawn(sizes, 0);
            let found = contrast(Mistake::Alibi { head }, sizes).unwrap();
            let right = AttentionRule { slope: Some(slope), ..causal() };
            assert_right(&found, &drawn, &right, Masks::<f64>::default());
            let biased = |i: usize, j: usize, z| {
                if j <= i { z + slope * (i - j) as f64 } else { f64::NEG_INFINITY }
            };
            let weights = by_rows(&drawn.z, biased);
            assert_wrong(&found, &drawn, &weights, 1e-12);
            assert_eq!(found.slope, Some(slope));
            assert!(found.wrong.figures.distance > found.right.figures.distance);
            let looked = |(i, row): (usize, &Vec<f64>)| -> f64 {
                row.iter().enumerate().map(|(j, weight)| weight * i.abs_diff(j) as f64).sum()
            };
            let mean = weights.iter().enumerate().map(looked).sum::<f64>() / weights.len() as f64;
            assert!((found.wrong.figures.distance - mean).abs() < 1e-9);
        }
    }
}

#[test]
fn options_out_of_range_are_rejected_with_name_and_figures() {
    let says = |mistake, sizes| match contrast(mistake, sizes) {
        Err(ContrastError::Range { name, value, least, most }) => (name, value, least, most),
        other => panic!("not refused: {other:?}"),
    };
    let sizes = SIZES[0];
    let none = ContrastSizes { tokens: 0, ..sizes };
    assert_eq!(says(Mistake::Late, none), ("tokens", 0, 1, 16));
    let many = ContrastSizes { tokens: usize::MAX, ..sizes };
    assert_eq!(says(Mistake::Empty { padding: 1 }, many), ("tokens", usize::MAX, 1, 16));
    for features in [0, 1025, 1_000_000_000] {
        let sizes = ContrastSizes { features, ..sizes };
        assert_eq!(says(UNSCALED, sizes), ("d", features, 1, 1024));
    }
    let precision = Precision::F32;
    let finite = |padding, magnitude| Mistake::Finite { padding, magnitude, precision };
    assert_eq!(says(finite(8, 0), sizes), ("padding", 8, 0, 7));
    assert_eq!(says(finite(0, 11), sizes), ("magnitude", 11, 0, 10));
    assert_eq!(says(Mistake::Empty { padding: 8 }, sizes), ("padding", 8, 0, 7));
    assert_eq!(says(Mistake::Padding { padding: 9 }, sizes), ("padding", 9, 0, 7));
    assert_eq!(says(Mistake::Cache { past: 17, offset: 0 }, sizes), ("past", 17, 0, 16));
    assert_eq!(says(Mistake::Cache { past: 2, offset: 4 }, sizes), ("offset", 4, 0, 3));
    assert_eq!(says(Mistake::Alibi { head: 8 }, sizes), ("head", 8, 0, 7));
    let sentence = contrast(Mistake::Late, none).unwrap_err().to_string();
    assert_eq!(sentence, "tokens is 0: it must be from 1 to 16");
}
