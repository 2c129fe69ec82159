//! Invalid inputs, and valid edge cases.

use heedmap_attention::teaching::forward::{ForwardInputs, Positions, forward_pass};
use heedmap_attention::teaching::population_variance;
use heedmap_attention::{
    AttentionRule, EmbeddingScale, Error, Exponent, MAX_CELLS, Matrix, Projected, Projections,
    Rope, SoftmaxAxis, SoftmaxForm, SoftmaxKind, attend, attend_query, embed, from_row_major, mix,
    product, sinusoidal, softmax,
};

#[track_caller]
fn assert_rejected<T: std::fmt::Debug>(result: Result<T, Error>, sentence: &str) {
    assert_eq!(result.unwrap_err().to_string(), sentence);
}

fn given(q: (usize, usize), k: (usize, usize), v: (usize, usize)) -> ForwardInputs {
    let ones = |(rows, cols)| Matrix::from_element(rows, cols, 1.0);
    ForwardInputs::Given(Projected { q: ones(q), k: ones(k), v: ones(v) })
}

#[test]
fn mismatched_sizes_are_rejected_with_both_figures() {
    let rule = AttentionRule::default();
    let plain = (&rule, SoftmaxKind::default());
    assert_rejected(
        from_row_major("v", 2, 3, &[0.0; 5]),
        "v is 2 x 3, 6 cells, but 5 numbers were given",
    );
    assert_rejected(
        from_row_major("v", usize::MAX, 2, &[]),
        &format!("v would be {} x 2: at most {MAX_CELLS} cells fit", usize::MAX),
    );
    assert_rejected(
        product(&Matrix::zeros(2, 3), &Matrix::zeros(4, 5)),
        "the left matrix is 2 x 3 and the right matrix is 4 x 5: 3 columns cannot meet 4 rows",
    );
    assert_rejected(
        forward_pass(given((2, 3), (2, 4), (2, 1)), plain, None),
        "q has 3 columns but k has 4: they must be as wide",
    );
    assert_rejected(
        forward_pass(given((2, 3), (2, 3), (3, 1)), plain, None),
        "2 keys but 3 values: each key needs one value",
    );
    assert_rejected(
        forward_pass(given((2, 3), (2, 3), (2, 1)), plain, Some(2)),
        "query 2 is out of range: there are 2 queries, counted from 0",
    );
    assert_rejected(
        mix(&Matrix::zeros(2, 3), &Matrix::zeros(3, 2), &Matrix::zeros(3, 1)),
        "weights is 2 x 3 but allowed is 3 x 2: they must have the same shape",
    );
    assert_rejected(
        embed(Matrix::zeros(3, 4), EmbeddingScale::None, Some(Matrix::zeros(3, 5))),
        "positions is 3 x 5 but embeddings is 3 x 4: they must have the same shape",
    );
}

#[test]
fn mismatched_projections_are_rejected_by_name() {
    let projections = Projections {
        w_q: Matrix::zeros(4, 2),
        w_k: Matrix::zeros(4, 2),
        w_v: Matrix::zeros(5, 2),
    };
    let inputs = ForwardInputs::Embedded {
        embeddings: Matrix::zeros(3, 4),
        scale: EmbeddingScale::None,
        positions: Positions::None,
        projections,
    };
    assert_rejected(
        forward_pass(inputs, (&AttentionRule::default(), SoftmaxKind::default()), None),
        "x is 3 x 4 and wV is 5 x 2: 4 columns cannot meet 5 rows",
    );
}

#[test]
fn empty_inputs_are_rejected_with_the_figure() {
    let rule = AttentionRule::default();
    let plain = (&rule, SoftmaxKind::default());
    let no_tokens = forward_pass(given((0, 3), (2, 3), (2, 1)), plain, None);
    assert_rejected(no_tokens, "no tokens: q has 0 rows, and needs at least 1");
    let no_keys = forward_pass(given((2, 3), (0, 3), (0, 1)), plain, None);
    assert_rejected(no_keys, "no tokens: k has 0 rows, and needs at least 1");
    let no_width = forward_pass(given((2, 0), (2, 0), (2, 1)), plain, None);
    assert_rejected(no_width, "q has 0 columns, and needs at least 1");
    let no_values = forward_pass(given((2, 3), (2, 3), (2, 0)), plain, None);
    assert_rejected(no_values, "v has 0 columns, and needs at least 1");
    let no_positions = sinusoidal(0.0, 0, 4, Exponent::Textbook);
    assert_rejected(no_positions, "no tokens: positions has 0 rows, and needs at least 1");
    let no_features = embed(Matrix::zeros(3, 0), EmbeddingScale::None, None);
    assert_rejected(no_features, "embeddings has 0 columns, and needs at least 1");
}

#[test]
fn parts_of_a_rule_without_a_step_are_rejected_by_name() {
    let one = Matrix::zeros(1, 1);
    let refused = |rule: AttentionRule| {
        attend(&one, &one, &one, &rule, SoftmaxKind::default()).unwrap_err().to_string()
    };
    let plain = AttentionRule::default();
    let named = |name: &str| {
        format!("attention of matrices does not compute {name}: attention over heads does")
    };
    assert_eq!(refused(AttentionRule { softcap: Some(1.0), ..plain.clone() }), named("a softcap"));
    assert_eq!(refused(AttentionRule { sink: Some(0.0), ..plain.clone() }), named("a sink"));
    assert_eq!(refused(AttentionRule { rope: Some(Rope::default()), ..plain }), named("RoPE"));
}

#[test]
fn options_that_are_not_finite_are_rejected() {
    let factor = |factor| AttentionRule { scale: Some(factor), ..AttentionRule::default() };
    for value in [f64::NAN, f64::INFINITY] {
        assert_rejected(
            forward_pass(
                given((1, 1), (1, 1), (1, 1)),
                (&factor(value), SoftmaxKind::default()),
                None,
            ),
            &format!("the scale factor is {value}: it must be a finite number"),
        );
        assert_rejected(
            sinusoidal(value, 2, 2, Exponent::Doubled),
            &format!("the first position is {value}: it must be a finite number"),
        );
    }
}

#[test]
fn no_queries_give_an_empty_result_and_no_keys_an_output_of_0() {
    let (plain, kind) = (AttentionRule::default(), SoftmaxKind::default());
    let attended = |q: [usize; 2], k: [usize; 2], v: [usize; 2]| {
        let zeros = |[rows, cols]: [usize; 2]| Matrix::zeros(rows, cols);
        attend(&zeros(q), &zeros(k), &zeros(v), &plain, kind)
    };
    let none = attended([0, 3], [2, 3], [2, 4]);
    assert_eq!(none.unwrap().output.shape(), (0, 4));
    let unheard = attended([2, 3], [0, 3], [0, 4]);
    assert_eq!(unheard.unwrap().output, Matrix::zeros(2, 4));
    let nothing = Matrix::zeros(0, 1);
    let alone = attend_query(7, &[1.0], &nothing, &nothing, &plain, kind.form);
    assert_eq!(alone.unwrap().output, Matrix::zeros(1, 1));
}

#[test]
fn the_naive_softmax_overflows_for_scores_where_the_stable_one_does_not() {
    let scores = Matrix::from_row_slice(2, 2, &[1000.0, 0.0, 1.0, 1.0]);
    let naive = softmax(&scores, SoftmaxAxis::Rows, SoftmaxForm::Naive);
    assert_eq!(naive.exponentials[(0, 0)], f64::INFINITY);
    assert!(naive.weights[(0, 0)].is_nan(), "{}", naive.weights);
    assert_eq!(naive.weights.row(1), Matrix::from_element(1, 2, 0.5).row(0));
    let stable = softmax(&scores, SoftmaxAxis::Rows, SoftmaxForm::Stable);
    assert_eq!(stable.weights.row(0), Matrix::from_row_slice(1, 2, &[1.0, 0.0]).row(0));
    assert_eq!(stable.shift, Matrix::from_column_slice(2, 1, &[1000.0, 1.0]));
}

#[test]
fn nan_among_admitted_scores_makes_its_group_nan_and_a_group_without_keys_is_0() {
    let (nan, out) = (f64::NAN, f64::NEG_INFINITY);
    let scores = Matrix::from_row_slice(3, 2, &[nan, 0.0, out, out, out, f64::INFINITY]);
    let found = softmax(&scores, SoftmaxAxis::Rows, SoftmaxForm::Stable);
    assert!(found.weights.row(0).iter().all(|weight| weight.is_nan()), "{}", found.weights);
    assert!(found.weights[(2, 1)].is_nan(), "{}", found.weights);
    assert_eq!(found.weights.row(1), Matrix::zeros(1, 2).row(0));
    assert_eq!(found.sums[(1, 0)], 0.0);
    assert_eq!(found.exponentials[(2, 0)], 0.0);
}

#[test]
fn an_odd_width_ends_with_a_sine_without_its_cosine() {
    let found = sinusoidal(2.0, 1, 3, Exponent::Textbook).unwrap();
    let last = (2.0 / 10_000f64.powf(2.0 / 3.0)).sin();
    assert!((found[(0, 2)] - last).abs() < 1e-16, "{found}");
    // At position 0, all sines are 0 and all cosines 1.
    let origin = sinusoidal(0.0, 1, 4, Exponent::Doubled).unwrap();
    assert_eq!(origin, Matrix::from_row_slice(1, 4, &[0.0, 1.0, 0.0, 1.0]));
}

#[test]
fn the_variance_of_large_numbers_is_accurate() {
    let far = Matrix::from_row_slice(2, 2, &[1e9 + 1.0, 1e9 + 2.0, 1e9 + 3.0, 1e9 + 4.0]);
    assert_eq!(population_variance(&far), 1.25);
    assert_eq!(population_variance(&Matrix::from_element(1, 1, 7.0)), 0.0);
    assert!(population_variance(&Matrix::zeros(0, 0)).is_nan());
}
