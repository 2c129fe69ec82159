//! Properties of position schemes, and comparisons with plain loops and with attention over heads.

use crate::support::{assert_near, assert_same};
use heedmap_attention::teaching::encodings::{
    EncodingComparison, EncodingInputs, EncodingOptions, TokenPair, compare_encodings, score_curves,
};
use heedmap_attention::{
    AttentionRule, Causal, Exponent, HeadInputs, Matrix, Rope, RopePairs, Tensor, alibi_bias,
    alibi_slopes, attend_heads, from_row_major, product, sinusoidal, sinusoidal_of_base,
    to_row_major,
};
use proptest::prelude::*;

fn cells(rows: usize, cols: usize) -> impl Strategy<Value = Matrix> {
    prop::collection::vec(-3.0..3.0, rows * cols)
        .prop_map(move |data| Matrix::from_row_slice(rows, cols, &data))
}

/// Tokens, their projections and the options of the schemes.
#[derive(Clone, Debug)]
struct Case {
    embeddings: Matrix,
    w_q: Matrix,
    w_k: Matrix,
    options: EncodingOptions,
}

impl Case {
    fn inputs(&self) -> EncodingInputs<'_> {
        EncodingInputs { embeddings: &self.embeddings, w_q: &self.w_q, w_k: &self.w_k }
    }

    fn compared(&self) -> EncodingComparison {
        compare_encodings(&self.inputs(), &self.options).unwrap()
    }

    fn moved_to(&self, first_position: u32) -> Self {
        let first_position = i64::from(first_position);
        let options =
            self.options.clone().rope(Rope { first_position, ..self.options.rope.clone() });
        Self { options, ..self.clone() }
    }
}

fn settings(d_k: usize) -> impl Strategy<Value = EncodingOptions> {
    let pairs = prop_oneof![Just(RopePairs::Half), Just(RopePairs::Interleaved)];
    let dim = prop::option::of((0..=d_k / 2).prop_map(|pairs| 2 * pairs));
    let head = (1..10usize).prop_flat_map(|heads| (Just(heads), 0..heads));
    let causal = prop_oneof![Just(Causal::None), Just(Causal::UpperLeft)];
    (2.0..1e6, pairs, dim, head, 0..1000i64, causal).prop_map(
        |(base, pairs, dim, (heads, head), first_position, causal)| {
            let rope = Rope { base, pairs, dim, first_position, ..Rope::default() };
            EncodingOptions::default().rope(rope).heads(heads).head(head).causal(causal)
        },
    )
}

fn cases() -> impl Strategy<Value = Case> {
    (1..6usize, 1..6usize, 1..5usize).prop_flat_map(|(tokens, d_model, half)| {
        let d_k = 2 * half;
        (cells(tokens, d_model), cells(d_model, d_k), cells(d_model, d_k), settings(d_k))
            .prop_map(|(embeddings, w_q, w_k, options)| Case { embeddings, w_q, w_k, options })
    })
}

/// Rounding at angles of up to a thousand radians, for scores in the tens.
fn small(_: f64) -> f64 {
    1e-9
}

/// The masked scores and the weights that attention over heads gives for the same queries and keys.
fn by_heads(case: &Case, rule: &AttentionRule) -> (Matrix, Matrix) {
    let tensor = |matrix: &Matrix| {
        let shape = [1, 1, matrix.nrows(), matrix.ncols()];
        Tensor::new("x", &shape, to_row_major(matrix)).unwrap()
    };
    let q = tensor(&product(&case.embeddings, &case.w_q).unwrap());
    let k = tensor(&product(&case.embeddings, &case.w_k).unwrap());
    let found = attend_heads(&HeadInputs::new(&q, &k, &k), rule).unwrap();
    let tokens = case.embeddings.nrows();
    let matrix = |tensor: &Tensor<f64>| from_row_major("x", tokens, tokens, tensor.data()).unwrap();
    (matrix(&found.masked), matrix(&found.weights))
}

proptest! {
    #[test]
    fn every_scheme_but_the_sinusoids_gives_the_bits_of_attention_over_heads(case in cases()) {
        let found = case.compared();
        let EncodingOptions { rope, heads, head, causal, .. } = case.options.clone();
        let plain = AttentionRule { causal, ..AttentionRule::default() };
        let slope = alibi_slopes(heads)[head];
        let (none, turned, bent) = (
            by_heads(&case, &plain),
            by_heads(&case, &AttentionRule { rope: Some(rope), ..plain.clone() }),
            by_heads(&case, &AttentionRule { slope: Some(slope), ..plain }),
        );
        for (name, (masked, weights), scores, ours) in [
            ("none", none, &found.scores.none, &found.weights.none),
            ("rope", turned, &found.scores.rope, &found.weights.rope),
            ("alibi", bent, &found.scores.alibi, &found.weights.alibi),
        ] {
            let excluded = |i, j| found.allowed[(i, j)] == 0.0;
            let kept = Matrix::from_fn(masked.nrows(), masked.ncols(), |i, j| {
                if excluded(i, j) { f64::NEG_INFINITY } else { scores[(i, j)] }
            });
            assert_same(name, &kept, &masked);
            assert_same(name, ours, &weights);
        }
    }

    #[test]
    fn moving_all_tokens_changes_nothing_under_rope_and_alibi(case in cases(), first in 0..1000u32) {
        let (here, there) = (case.compared(), case.moved_to(first).compared());
        assert_near("rope", &here.scores.rope, &there.scores.rope, small);
        assert_same("alibi", &here.scores.alibi, &there.scores.alibi);
        assert_same("none", &here.scores.none, &there.scores.none);
        prop_assert!(there.moved.rope < 1e-9);
        prop_assert_eq!(there.moved.alibi, 0.0);
        prop_assert_eq!(there.moved.none, 0.0);
        let origin = case.moved_to(0).compared();
        let most = (&there.scores.sinusoidal - &origin.scores.sinusoidal).amax();
        prop_assert_eq!(there.moved.sinusoidal, most);
    }

    #[test]
    fn a_token_under_rope_and_alibi_scores_itself_as_without_positions(case in cases()) {
        let found = case.compared();
        for i in 0..case.embeddings.nrows() {
            let none = found.scores.none[(i, i)];
            prop_assert!((found.scores.rope[(i, i)] - none).abs() < 1e-9);
            prop_assert_eq!(found.scores.alibi[(i, i)], none);
        }
    }

    #[test]
    fn alibi_subtracts_its_slope_for_each_step_of_distance(case in cases()) {
        let found = case.compared();
        let slope = found.slopes[case.options.head];
        for i in 0..case.embeddings.nrows() {
            for j in 0..case.embeddings.nrows() {
                let lost = slope * (i as f64 - j as f64).abs();
                prop_assert_eq!(alibi_bias(slope, i + 1, j + 1)[(i, j)], -lost);
                prop_assert_eq!(found.scores.alibi[(i, j)], found.scores.none[(i, j)] - lost);
                let change = found.scores.alibi[(i, j)] - found.scores.none[(i, j)];
                prop_assert_eq!(found.changes.alibi[(i, j)], change);
            }
        }
    }

    #[test]
    fn rope_that_rotates_no_features_changes_nothing(case in cases()) {
        let options = case.options.clone().rope(Rope { dim: Some(0), ..case.options.rope.clone() });
        let found = Case { options, ..case }.compared();
        assert_same("rope", &found.scores.rope, &found.scores.none);
        prop_assert_eq!(found.angles.ncols(), 0);
    }

    /// As the module defines it, in plain loops: sinusoids before the projections, rotations after.
    #[test]
    fn the_scores_match_plain_loops(case in cases()) {
        let found = case.compared();
        let Rope { base, pairs, dim, first_position, .. } = case.options.rope;
        let (d_model, d_k) = case.w_q.shape();
        let n = dim.unwrap_or(d_k);
        let place = |i: usize| (first_position as usize + i) as f64;
        let wave = |i: usize, c: usize| {
            let angle = place(i) / base.powf((c - c % 2) as f64 / d_model as f64);
            if c.is_multiple_of(2) { angle.sin() } else { angle.cos() }
        };
        let placed = |w: &Matrix, i: usize, c: usize| -> f64 {
            (0..d_model).map(|m| (case.embeddings[(i, m)] + wave(i, m)) * w[(m, c)]).sum()
        };
        let plain = |w: &Matrix, i: usize, c: usize| -> f64 {
            (0..d_model).map(|m| case.embeddings[(i, m)] * w[(m, c)]).sum()
        };
        let rotated = |w: &Matrix, i: usize, c: usize| -> f64 {
            if c >= n {
                return plain(w, i, c);
            }
            let (pair, partner, sign) = match pairs {
                RopePairs::Half if c < n / 2 => (c, c + n / 2, -1.0),
                RopePairs::Half => (c - n / 2, c - n / 2, 1.0),
                RopePairs::Interleaved if c.is_multiple_of(2) => (c / 2, c + 1, -1.0),
                RopePairs::Interleaved => (c / 2, c - 1, 1.0),
            };
            let angle = place(i) * base.powf(-2.0 * pair as f64 / n as f64);
            plain(w, i, c) * angle.cos() + sign * plain(w, i, partner) * angle.sin()
        };
        let scores = |read: &dyn Fn(&Matrix, usize, usize) -> f64| {
            Matrix::from_fn(case.embeddings.nrows(), case.embeddings.nrows(), |i, j| {
                let dot: f64 =
                    (0..d_k).map(|c| read(&case.w_q, i, c) * read(&case.w_k, j, c)).sum();
                dot / (d_k as f64).sqrt()
            })
        };
        assert_near("sinusoidal", &found.scores.sinusoidal, &scores(&placed), small);
        assert_near("rope", &found.scores.rope, &scores(&rotated), small);
    }

    #[test]
    fn a_curve_contains_the_scores_of_the_matrix(case in cases(), more in 0..40usize) {
        let found = case.compared();
        for query in 0..case.embeddings.nrows() {
            for key in 0..=query {
                let (distance, pair) = (query - key, TokenPair { query, key });
                let reach = distance + more;
                let curves =
                    score_curves(&case.inputs(), &case.options, pair, reach, distance).unwrap();
                for ((name, curve), (_, scores)) in
                    curves.scores.named().into_iter().zip(found.scores.named())
                {
                    prop_assert_eq!(curve.nrows(), reach + 1);
                    prop_assert_eq!(curve[(distance, 0)].to_bits(), scores[(query, key)].to_bits(), "{}", name);
                }
                for (at, curve) in curves.at.named().iter().zip(curves.scores.named()) {
                    prop_assert_eq!(*at.1, curve.1[(distance, 0)]);
                }
            }
        }
    }

    #[test]
    fn under_rope_a_score_does_not_depend_on_absolute_positions(case in cases(), first in 0..1000u32) {
        let pair = TokenPair { query: 0, key: 0 };
        let curve = |case: &Case| {
            score_curves(&case.inputs(), &case.options, pair, 30, 0).unwrap().scores
        };
        let (here, there) = (curve(&case), curve(&case.moved_to(first)));
        assert_near("rope", &here.rope, &there.rope, small);
        assert_same("alibi", &here.alibi, &there.alibi);
    }
}

/// Two tokens of two features, with identity projections.
fn two() -> Case {
    Case {
        embeddings: Matrix::from_row_slice(2, 2, &[1.0, 0.0, 0.0, 1.0]),
        w_q: Matrix::identity(2, 2),
        w_k: Matrix::identity(2, 2),
        options: EncodingOptions::default(),
    }
}

#[test]
fn each_matrix_is_found_under_its_name() {
    let found = two().compared();
    let expected = [
        ("q", &found.q.plain),
        ("k", &found.k.plain),
        ("positions", &found.q.positions),
        ("sinusoidalQ", &found.q.sinusoidal),
        ("sinusoidalK", &found.k.sinusoidal),
        ("ropeQ", &found.q.turned),
        ("ropeK", &found.k.turned),
        ("angles", &found.angles),
        ("allowed", &found.allowed),
    ];
    for ((name, matrix), (known, same)) in found.named().into_iter().zip(expected) {
        assert_eq!(name, known);
        assert!(std::ptr::eq(matrix, same), "{name} is another matrix");
    }
}

#[test]
fn moving_all_tokens_changes_scores_under_sinusoids() {
    let found = two().moved_to(3).compared();
    assert!(found.moved.sinusoidal > 0.1, "{:?}", found.moved);
}

#[test]
fn a_larger_base_rotates_all_pairs_but_the_first_more_slowly() {
    let case = Case {
        w_q: Matrix::from_element(2, 8, 1.0),
        w_k: Matrix::from_element(2, 8, 1.0),
        ..two()
    };
    let turns = |base: f64| {
        let options = case.options.clone().rope(Rope { base, ..Rope::default() });
        let pair = TokenPair { query: 1, key: 0 };
        let found = score_curves(&case.inputs(), &options, pair, 64, 64).unwrap();
        to_row_major(&found.turns)
    };
    let expected = [64.0, 6.4, 0.64, 0.064];
    for (turn, expected) in turns(10_000.0).iter().zip(expected) {
        assert!((turn - expected).abs() < 1e-13, "{turn} is not {expected}");
    }
    let (small, large) = (turns(10.0), turns(1e6));
    assert_eq!(small[0], large[0]);
    assert!((1..4).all(|c| large[c] < small[c]), "{large:?} is not slower than {small:?}");
}

#[test]
fn sinusoids_with_the_default_base_match_the_paper() {
    let found = sinusoidal_of_base(10_000.0, 5.0, 7, 6, Exponent::Textbook).unwrap();
    assert_same("waves", &found, &sinusoidal(5.0, 7, 6, Exponent::Textbook).unwrap());
    // With base 1 there is only one speed: a quarter of a turn gives sines of 1 and cosines of 0.
    let even = sinusoidal_of_base(1.0, std::f64::consts::FRAC_PI_2, 1, 4, Exponent::Textbook);
    let expected = Matrix::from_row_slice(1, 4, &[1.0, 0.0, 1.0, 0.0]);
    assert_near("even", &even.unwrap(), &expected, |_| 1e-15);
}

#[test]
fn under_a_causal_mask_the_first_token_attends_to_itself_in_every_scheme() {
    let options = EncodingOptions::default().causal(Causal::UpperLeft);
    let found = Case { options, ..two() }.compared();
    for (name, weights) in found.weights.named() {
        assert_eq!((weights[(0, 0)], weights[(0, 1)]), (1.0, 0.0), "{name}");
    }
}

#[test]
fn invalid_comparisons_are_rejected_with_the_figures() {
    #[track_caller]
    fn assert_rejected(case: &Case, sentence: &str) {
        let refused = compare_encodings(&case.inputs(), &case.options).unwrap_err();
        assert_eq!(refused.to_string(), sentence);
        let pair = TokenPair { query: 0, key: 0 };
        let refused = score_curves(&case.inputs(), &case.options, pair, 1, 1).unwrap_err();
        assert_eq!(refused.to_string(), sentence);
    }
    let with = |options: EncodingOptions| Case { options, ..two() };
    let plain = EncodingOptions::default();
    for (base, shown) in [(0.0, "0"), (-2.0, "-2"), (f64::NAN, "NaN"), (f64::INFINITY, "inf")] {
        let sentence = format!("the base is {shown}: it must be a finite number above 0");
        assert_rejected(&with(plain.clone().rope(Rope { base, ..Rope::default() })), &sentence);
        let waves = sinusoidal_of_base(base, 0.0, 1, 1, Exponent::Textbook).unwrap_err();
        assert_eq!(waves.to_string(), sentence);
    }
    let one = Rope { dim: Some(1), ..Rope::default() };
    assert_rejected(&with(plain.clone().rope(one)), "1 of 2 features cannot be turned in pairs");
    assert_rejected(
        &with(plain.clone().head(8)),
        "head 8 is out of range: there are 8 heads, counted from 0",
    );
    let sizes = compare_encodings(&two().inputs(), &plain.clone().heads(usize::MAX));
    assert!(sizes.unwrap_err().to_string().starts_with("the slopes would be 1 x "));
    let odd = Matrix::zeros(2, 3);
    assert_rejected(
        &Case { w_q: odd.clone(), w_k: odd.clone(), ..two() },
        "3 of 3 features cannot be turned in pairs",
    );
    assert_rejected(
        &Case { w_k: Matrix::zeros(2, 4), ..two() },
        "wQ has 2 columns but wK has 4: they must be as wide",
    );
    assert_rejected(
        &Case { w_q: Matrix::zeros(3, 2), ..two() },
        "x is 2 x 2 and wQ is 3 x 2: 2 columns cannot meet 3 rows",
    );
    assert_rejected(
        &Case { w_q: Matrix::zeros(2, 0), w_k: Matrix::zeros(2, 0), ..two() },
        "q has 0 columns, and needs at least 1",
    );
    let nobody = Case { embeddings: Matrix::zeros(0, 2), ..two() };
    let refused = compare_encodings(&nobody.inputs(), &nobody.options).unwrap_err();
    assert_eq!(refused.to_string(), "no tokens: embeddings has 0 rows, and needs at least 1");
}

#[test]
fn a_curve_of_missing_tokens_or_distances_is_rejected() {
    let case = two();
    let refused = |query: usize, key: usize, reach: usize, distance: usize| {
        let pair = TokenPair { query, key };
        let curves = score_curves(&case.inputs(), &case.options, pair, reach, distance);
        curves.unwrap_err().to_string()
    };
    assert_eq!(refused(2, 0, 4, 0), "query 2 is out of range: there are 2 tokens, counted from 0");
    assert_eq!(refused(0, 7, 4, 0), "key 7 is out of range: there are 2 tokens, counted from 0");
    assert_eq!(refused(0, 0, 4, 5), "distance 5 is out of range: the curves reach from 0 to 4");
    assert!(refused(0, 0, usize::MAX, 0).contains("the queries of the curves would be"));
}
