//! The five notebooks: every array that NumPy computes is computed here from the same inputs.
//!
//! A cell must be within 1e-12 of NumPy's, relative to NumPy's.

use crate::support::{assert_near, fixture, matrix, numbers};
use heedmap_attention::random::{Distribution, Draw, RandomState, draw};
use heedmap_attention::teaching::concepts::{Reference, concepts, thin_svd};
use heedmap_attention::teaching::forward::{ForwardInputs, ForwardPass, Positions, forward_pass};
use heedmap_attention::{
    AttentionRule, Causal, EmbeddingScale, Exponent, Matrix, Projected, Projections, SoftmaxAxis,
    SoftmaxForm, SoftmaxKind, from_row_major,
};
use serde_json::Value;

fn notebook(name: &str) -> Value {
    fixture("seeds.json")["notebooks"][name].take()
}

#[track_caller]
fn assert_equals(name: &str, got: &Matrix, expected: &Value) {
    assert_near(name, got, &matrix(expected), |expected| 1e-12 * expected.abs());
}

/// Compares the matrices of a computation with NumPy's; `names` pairs the names of both.
#[track_caller]
fn assert_all(worked: &ForwardPass, notebook: &Value, names: &[(&str, &str)]) {
    for (name, theirs) in names {
        let (_, got) = worked.named().into_iter().find(|(known, _)| known == name).unwrap();
        assert_equals(&format!("{name} ({theirs})"), got, &notebook[theirs]);
    }
}

/// Three projections of one shape, drawn one after the other.
fn projections(random: &mut RandomState, wanted: &Draw) -> Projections {
    let mut next = || draw(random, wanted).unwrap();
    Projections { w_q: next(), w_k: next(), w_v: next() }
}

/// Square projections of integers, as three of the notebooks draw them.
fn integer_projections(seed: u64, high: i128, size: usize) -> Projections {
    let distribution = Distribution::Randint { low: 0, high };
    let wanted = Draw { distribution, factor: None, rows: size, cols: size };
    projections(&mut RandomState::new(seed).unwrap(), &wanted)
}

fn notebook_000(exponent: Exponent, softmax_axis: SoftmaxAxis) -> (ForwardPass, Value) {
    let expected = notebook("000");
    let inputs = ForwardInputs::Embedded {
        embeddings: matrix(&expected["embeddings"]),
        scale: EmbeddingScale::SqrtDModel,
        positions: Positions::Sinusoidal { first_position: 1.0, exponent },
        projections: integer_projections(12, 5, 4),
    };
    let kind = SoftmaxKind { axis: softmax_axis, ..SoftmaxKind::default() };
    (forward_pass(inputs, (&AttentionRule::default(), kind), None).unwrap(), expected)
}

#[test]
fn notebook_000_is_reproduced_with_its_softmax_over_the_whole_matrix() {
    let (worked, expected) = notebook_000(Exponent::Doubled, SoftmaxAxis::All);
    let names =
        [("embeddings", "embeddings"), ("x", "X"), ("wQ", "Qw"), ("wK", "Kw"), ("wV", "Vw")];
    assert_all(&worked, &expected, &names);
    assert_all(&worked, &expected, &[("q", "Q"), ("k", "K"), ("v", "V"), ("scaled", "scaled")]);
    let whole = [("weights", "weights_whole_matrix"), ("output", "output_whole_matrix")];
    assert_all(&worked, &expected, &whole);
}

#[test]
fn notebook_000_is_reproduced_with_softmax_over_rows() {
    let (worked, expected) = notebook_000(Exponent::Doubled, SoftmaxAxis::Rows);
    let rowwise = [("weights", "weights_rowwise"), ("output", "output_rowwise")];
    assert_all(&worked, &expected, &rowwise);
}

#[test]
fn notebook_000_is_reproduced_with_the_textbook_positions() {
    let (worked, expected) = notebook_000(Exponent::Textbook, SoftmaxAxis::Rows);
    assert_all(&worked, &expected, &[("x", "X_textbook_encoding")]);
}

#[test]
fn notebooks_001_and_004_are_reproduced_from_seed_42() {
    for name in ["001", "004_attention"] {
        let expected = notebook(name);
        let inputs = ForwardInputs::Embedded {
            embeddings: matrix(&expected["words"]),
            scale: EmbeddingScale::None,
            positions: Positions::None,
            projections: integer_projections(42, 3, 3),
        };
        let worked =
            forward_pass(inputs, (&AttentionRule::default(), SoftmaxKind::default()), Some(0))
                .unwrap();
        assert_all(&worked, &expected, &[("x", "words"), ("wQ", "WQ"), ("wK", "WK"), ("wV", "WV")]);
        assert_all(&worked, &expected, &[("q", "Q"), ("k", "K"), ("v", "V"), ("scores", "scores")]);
        assert_all(&worked, &expected, &[("weights", "weights"), ("output", "output")]);
        // The first word alone, as at the start of notebook 001.
        let single = worked.single.unwrap();
        assert_eq!(single.scores, Matrix::from_row_slice(1, 4, &[8.0, 2.0, 10.0, 2.0]));
        let first = |name: &str| Value::Array(vec![expected[name][0].clone()]);
        assert_equals("weights of word_1", &single.softmax.weights, &first("weights"));
        assert_equals("output of word_1", &single.output, &first("output"));
    }
}

#[test]
fn notebook_002_is_reproduced_with_its_variances_and_mask() {
    let expected = notebook("002");
    let [q, k, v] = ["q", "k", "v"].map(|name| matrix(&expected[name]));
    let rule = AttentionRule { causal: Causal::UpperLeft, ..AttentionRule::default() };
    for form in [SoftmaxForm::Naive, SoftmaxForm::Stable] {
        let inputs = ForwardInputs::Given(Projected { q: q.clone(), k: k.clone(), v: v.clone() });
        let worked =
            forward_pass(inputs, (&rule, SoftmaxKind { form, ..SoftmaxKind::default() }), None)
                .unwrap();
        let names = [("scores", "scores"), ("scaled", "scaled"), ("allowed", "mask_tril")];
        assert_all(&worked, &expected, &names);
        assert_all(&worked, &expected, &[("weights", "weights"), ("output", "output")]);
        let variance = worked.variance;
        for (name, got) in [
            ("q", variance.q),
            ("k", variance.k),
            ("scores", variance.scores),
            ("scaled", variance.scaled),
        ] {
            let expected = expected["var_population"][name].as_f64().unwrap();
            let near = (got - expected).abs() <= 1e-12 * expected;
            assert!(near, "variance of {name}: got {got}, expected {expected}");
        }
    }
}

#[test]
fn notebook_003_is_reproduced_from_seed_23() {
    let expected = notebook("003");
    let mut random = RandomState::new(23).unwrap();
    let words = Draw { distribution: Distribution::Randn, factor: None, rows: 5, cols: 4 };
    let small = Draw { factor: Some(0.1), rows: 4, cols: 3, ..words };
    let embeddings = draw(&mut random, &words).unwrap();
    assert_equals("embeddings", &embeddings, &expected["embeddings"]);
    let inputs = ForwardInputs::Embedded {
        embeddings,
        scale: EmbeddingScale::None,
        positions: Positions::Given(matrix(&expected["positions"])),
        projections: projections(&mut random, &small),
    };
    let rule = AttentionRule { scale: Some(1.0), ..AttentionRule::default() };
    let worked = forward_pass(inputs, (&rule, SoftmaxKind::default()), None).unwrap();
    let names = [("positions", "positions"), ("x", "X"), ("wQ", "Wq"), ("wK", "Wk"), ("wV", "Wv")];
    assert_all(&worked, &expected, &names);
    assert_all(&worked, &expected, &[("q", "Q"), ("k", "K"), ("v", "V"), ("scores", "scores")]);
    assert_all(&worked, &expected, &[("weights", "weights"), ("output", "output")]);
}

#[test]
fn the_concepts_of_notebook_004_are_reproduced_up_to_sign() {
    let expected = notebook("004_svd");
    let ratings = matrix(&expected["X"]);
    let viewers = [5., 0., 0., 0., 0., 0., 4., 5., 0., 0.];
    let viewers = from_row_major("viewers", 2, 5, &viewers).unwrap();
    let found = concepts(&ratings, 2, Some(&viewers), None).unwrap();

    // Rounding errors of singular values are relative to the largest, so the relative error of the
    // two that are 0 is meaningless.
    let values = Matrix::from_row_slice(1, 5, &numbers(&expected["singular_values"]));
    assert_near("s", &found.svd.s, &values, |_| 1e-12 * values[(0, 0)]);
    // Rounding errors of entries of singular vectors are relative to the vector's length, which is
    // 1.
    let u = matrix(&expected["U_first3"]);
    let v_t = matrix(&expected["Vt_first3"]);
    for k in 0..3 {
        let sign = found.svd.v_t.row(k).dot(&v_t.row(k)).signum();
        let (got_u, got_v) = (found.svd.u.column(k) * sign, found.svd.v_t.row(k) * sign);
        assert!((&got_u - u.column(k)).amax() < 1e-12, "u {k}: got {got_u}, expected {u}");
        assert!((&got_v - v_t.row(k)).amax() < 1e-12, "v {k}: got {got_v}, expected {v_t}");
    }
    // The cells of the approximation that should be 0 are sums of cancelling terms near 5.
    let near = matrix(&expected["rank2"]);
    assert_near("rank 2", &found.low_rank.approximation, &near, |cell| 1e-12 * cell.abs().max(5.0));
    let concept = found.viewer_concepts.unwrap();
    for (viewer, name) in ["concept_P8", "concept_P9"].into_iter().enumerate() {
        for (k, expected) in numbers(&expected[name]).into_iter().enumerate() {
            let got = concept[(viewer, k)].abs();
            let near = (got - expected.abs()).abs() < 1e-12 * 5.0;
            assert!(near, "{name}: got ±{got}, expected ±{}", expected.abs());
        }
    }
    assert_eq!(found.cosine.raw, expected["cosine_P8_P9"].as_f64());
    let cosine = expected["cosine_in_concept_space"].as_f64().unwrap();
    let got = found.cosine.concept.unwrap();
    assert!((got - cosine).abs() < 1e-12, "cosine: got {got}, expected {cosine}");
}

/// The vectors that notebook 004 prints, with two digits.
fn printed() -> Reference {
    let u = [
        [-0.14, -0.02, -0.01, 0.56, -0.38],
        [-0.41, -0.07, -0.03, 0.21, 0.76],
        [-0.55, -0.09, -0.04, -0.72, -0.18],
        [-0.69, -0.12, -0.05, 0.34, -0.23],
        [-0.15, 0.59, 0.65, 0.00, 0.20],
        [-0.07, 0.73, -0.68, 0.00, 0.00],
        [-0.08, 0.30, 0.33, 0.00, -0.40],
    ];
    let v_t = [
        [-0.56, -0.59, -0.56, -0.09, -0.09],
        [-0.13, 0.03, -0.13, 0.70, 0.70],
        [-0.41, 0.80, -0.41, -0.09, -0.09],
        [-0.71, 0.00, 0.71, 0.00, 0.00],
        [0.00, -0.00, 0.00, -0.71, 0.71],
    ];
    Reference {
        u: Matrix::from_row_slice(7, 5, &u.concat()),
        v_t: Matrix::from_row_slice(5, 5, &v_t.concat()),
    }
}

#[test]
fn with_the_printed_vectors_as_a_reference_every_printed_digit_matches() {
    let ratings = matrix(&notebook("004_svd")["X"]);
    let reference = printed();
    let svd = thin_svd("ratings", &ratings, Some(&reference)).unwrap();
    let digits = |matrix: &Matrix| matrix.map(|entry| (entry * 100.0).round() / 100.0);
    // The last vectors are the reference's rounded vectors, made orthogonal, which may change a
    // second digit.
    let tolerance = |_| 0.0101;
    assert_near("u", &digits(&svd.u), &reference.u, tolerance);
    assert_near("vT", &digits(&svd.v_t), &reference.v_t, tolerance);
    assert_near(
        "u of live values",
        &digits(&svd.u).columns(0, 3).into(),
        &reference.u.columns(0, 3).into(),
        |_| 1e-9,
    );
}
