//! Intermediate steps that readers see, and defaults, compared with numbers computed by hand.

use heedmap_attention::random::{Distribution, Draw, RandomState, draw};
use heedmap_attention::{
    AttentionRule, Causal, HeadInputs, Matrix, Rope, SoftmaxAxis, SoftmaxForm, SoftmaxKind, Tensor,
    TextRotation, additive, allowed, attend, attend_heads, from_row_major, softmax, to_row_major,
};

fn scores() -> Matrix {
    from_row_major("scores", 2, 3, &[0.0, 1.0, -1.0, 2.0, 0.0, f64::NEG_INFINITY]).unwrap()
}

#[test]
fn rope_uses_the_base_10000_by_default() {
    let mut row = [1.0_f64, 1.0, 0.0, 0.0];
    TextRotation::new(&Rope::default(), 4, 2).unwrap().turn(&mut row, 1).unwrap();
    // Pair 0 is rotated by 1 radian, pair 1 by 10000^(-2 / 4) = 0.01.
    let expected = [1.0_f64.cos(), 0.01_f64.cos(), 1.0_f64.sin(), 0.01_f64.sin()];
    for (got, expected) in row.iter().zip(expected) {
        assert!((got - expected).abs() < 1e-12, "{row:?}");
    }
}

#[test]
fn the_naive_softmax_subtracts_0_and_the_stable_one_the_largest_score() {
    let naive = softmax(&scores(), SoftmaxAxis::Rows, SoftmaxForm::Naive);
    assert_eq!(to_row_major(&naive.shift), [0.0, 0.0]);
    let e = std::f64::consts::E;
    let expected = [1.0, e, 1.0 / e, e * e, 1.0, 0.0];
    for (got, expected) in to_row_major(&naive.exponentials).iter().zip(expected) {
        assert!((got - expected).abs() < 1e-14, "{got} for {expected}");
    }
    for (got, expected) in to_row_major(&naive.sums).iter().zip([1.0 + e + 1.0 / e, e * e + 1.0]) {
        assert!((got - expected).abs() < 1e-14, "{got} for {expected}");
    }
    let stable = softmax(&scores(), SoftmaxAxis::Rows, SoftmaxForm::Stable);
    assert_eq!(to_row_major(&stable.shift), [1.0, 2.0]);
}

#[test]
fn shift_and_sums_have_one_number_for_each_group() {
    for form in [SoftmaxForm::Stable, SoftmaxForm::Naive] {
        for (axis, shape) in [
            (SoftmaxAxis::Rows, (2, 1)),
            (SoftmaxAxis::Columns, (1, 3)),
            (SoftmaxAxis::All, (1, 1)),
        ] {
            let found = softmax(&scores(), axis, form);
            assert_eq!(found.shift.shape(), shape, "{axis:?}");
            assert_eq!(found.sums.shape(), shape, "{axis:?}");
        }
    }
}

#[test]
fn the_additive_mask_is_0_where_a_key_is_allowed() {
    let rule = AttentionRule { causal: Causal::UpperLeft, ..AttentionRule::default() };
    let causal = allowed(&rule, 2, 2);
    assert_eq!(to_row_major(&additive(&causal)), [0.0, f64::NEG_INFINITY, 0.0, 0.0]);
    let x = from_row_major("x", 2, 1, &[1.0, 2.0]).unwrap();
    let rule = AttentionRule { causal: Causal::UpperLeft, ..AttentionRule::default() };
    let found = attend(&x, &x, &x, &rule, SoftmaxKind::default()).unwrap();
    assert_eq!(to_row_major(&found.additive), [0.0, f64::NEG_INFINITY, 0.0, 0.0]);
}

#[test]
fn a_head_larger_than_a_panel_has_the_bits_of_a_lesson() {
    let mut random = RandomState::new(7).unwrap();
    let mut normal = |rows, cols| {
        let wanted = Draw { distribution: Distribution::Randn, factor: None, rows, cols };
        draw(&mut random, &wanted).unwrap()
    };
    for (queries, keys, d_k, d_v) in [(19, 19, 10, 11), (3, 8, 8, 8), (9, 17, 33, 16)] {
        let (q, k, v) = (normal(queries, d_k), normal(keys, d_k), normal(keys, d_v));
        let tensor = |x: &Matrix| {
            let (rows, cols) = x.shape();
            Tensor::new("x", &[1, 1, rows, cols], to_row_major(x)).unwrap()
        };
        let tensors = [tensor(&q), tensor(&k), tensor(&v)];
        for causal in [Causal::None, Causal::UpperLeft] {
            let rule = AttentionRule { causal, ..AttentionRule::default() };
            let lesson = attend(&q, &k, &v, &rule, SoftmaxKind::default()).unwrap();
            let inputs = HeadInputs::new(&tensors[0], &tensors[1], &tensors[2]);
            let found = attend_heads(&inputs, &rule).unwrap();
            assert_eq!(found.scaled.data(), to_row_major(&lesson.scaled));
            assert_eq!(found.weights.data(), to_row_major(&lesson.softmax.weights));
            assert_eq!(found.output.data(), to_row_major(&lesson.output));
        }
    }
}
