//! The kernels, compared with the oracle for many shapes, masks, axes and scales.

#[path = "oracle/mod.rs"]
mod oracle;

use crate::support::{ROUNDING, assert_near};
use heedmap_attention::random::{Distribution, Draw, RandomState, draw};
use heedmap_attention::{
    AttentionRule, Causal, Matrix, SoftmaxAxis, SoftmaxForm, SoftmaxKind, attend, masked, mix,
    scaled, scores, softmax,
};

const AXES: [SoftmaxAxis; 3] = [SoftmaxAxis::Rows, SoftmaxAxis::Columns, SoftmaxAxis::All];

/// (queries, keys, `d_k`, `d_v`)
const SHAPES: [(usize, usize, usize, usize); 7] = [
    (1, 1, 1, 1),
    (1, 5, 2, 3),
    (5, 1, 3, 2),
    (2, 3, 4, 1),
    (4, 4, 3, 3),
    (7, 3, 8, 2),
    (3, 9, 5, 6),
];

fn nested(matrix: &Matrix) -> Vec<Vec<f64>> {
    matrix.row_iter().map(|row| row.iter().copied().collect()).collect()
}

fn flat(rows: &[Vec<f64>]) -> Matrix {
    Matrix::from_fn(rows.len(), rows[0].len(), |i, j| rows[i][j])
}

fn normal(random: &mut RandomState, rows: usize, cols: usize) -> Matrix {
    let wanted = Draw { distribution: Distribution::Randn, factor: None, rows, cols };
    draw(random, &wanted).unwrap()
}

/// Compares scores, weights and output with the oracle's.
///
/// Tolerances, with u the rounding of one operation. A score is a sum of `d_k` products, and two
/// orders of summation differ by at most 2 · `d_k` · u · Σ|q·k|. Let z be the largest magnitude of
/// a scaled score. Scaling, and the subtraction of the shift, which the oracle omits, change an
/// exponent by at most 8 · z · u, and a weight by the same relative amount. The exponential and the
/// division add a few u, and the sum over n cells n · u on either side. An output is a sum of n
/// products of such weights with values.
fn check(
    case: &str,
    (q, k, v): (&Matrix, &Matrix, &Matrix),
    scale: f64,
    allowed: &Matrix,
    axis: SoftmaxAxis,
    (got_scores, got_weights, got_output): (&Matrix, &Matrix, &Matrix),
) {
    let expected = oracle::attend(
        &nested(q),
        &nested(k),
        &nested(v),
        scale,
        |i, j| allowed[(i, j)] != 0.0,
        |(i, j), (a, b)| match axis {
            SoftmaxAxis::Rows => i == a,
            SoftmaxAxis::Columns => j == b,
            SoftmaxAxis::All => true,
        },
    );
    let products = (q.abs() * k.abs().transpose()).amax();
    let of_scores = 2.0 * k.ncols() as f64 * ROUNDING * products;
    let exponent = scale.abs() * (products * 8.0 * ROUNDING + of_scores);
    let of_weights = exponent + (2 * allowed.len() + 12) as f64 * ROUNDING;
    let of_output = (of_weights + 2.0 * k.nrows() as f64 * ROUNDING) * v.amax() * k.nrows() as f64;

    assert_near(&format!("scores, {case}"), got_scores, &flat(&expected.scores), |_| of_scores);
    assert_near(&format!("weights, {case}"), got_weights, &flat(&expected.weights), |weight| {
        of_weights * weight
    });
    assert_near(&format!("output, {case}"), got_output, &flat(&expected.output), |_| of_output);
}

/// The mask of the lessons as 1 and 0.
fn by_hand(causal: Causal, queries: usize, keys: usize) -> Matrix {
    Matrix::from_fn(queries, keys, |i, j| f64::from(causal == Causal::None || j <= i))
}

#[test]
fn attention_matches_the_loops() {
    let mut random = RandomState::new(2017).unwrap();
    for (queries, keys, d_k, d_v) in SHAPES {
        let q = normal(&mut random, queries, d_k);
        let k = normal(&mut random, keys, d_k);
        let v = normal(&mut random, keys, d_v);
        let scales = [(None, 1.0 / (d_k as f64).sqrt())]
            .into_iter()
            .chain([1.0, 0.0, -0.5, 2.0].map(|factor| (Some(factor), factor)));
        for (scale, factor) in scales {
            for causal in [Causal::None, Causal::UpperLeft] {
                let rule = AttentionRule { scale, causal, ..AttentionRule::default() };
                for softmax_axis in AXES {
                    for softmax_form in [SoftmaxForm::Stable, SoftmaxForm::Naive] {
                        let kind = SoftmaxKind { axis: softmax_axis, form: softmax_form };
                        let got = attend(&q, &k, &v, &rule, kind).unwrap();
                        check(
                            &format!("{queries} queries, {keys} keys, {rule:?}, {kind:?}"),
                            (&q, &k, &v),
                            factor,
                            &by_hand(causal, queries, keys),
                            softmax_axis,
                            (&got.scores, &got.softmax.weights, &got.output),
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn any_mask_matches_the_loops_even_if_it_leaves_no_key() {
    let mut random = RandomState::new(1762).unwrap();
    for (queries, keys, d_k, d_v) in SHAPES {
        for _ in 0..20 {
            let q = normal(&mut random, queries, d_k);
            let k = normal(&mut random, keys, d_k);
            let v = normal(&mut random, keys, d_v);
            // Half of the cells are excluded, so in small shapes whole rows often are.
            let allowed = normal(&mut random, queries, keys).map(|z| f64::from(u8::from(z > 0.0)));
            for axis in AXES {
                let scores = scores(&q, &k).unwrap();
                let scaled = scaled(&scores, Some(1.0), d_k).unwrap();
                let masked = masked(&scaled, &allowed).unwrap();
                let weights = softmax(&masked, axis, SoftmaxForm::Stable).weights;
                let output = mix(&weights, &allowed, &v).unwrap();
                check(
                    &format!("{queries} queries, {keys} keys, {axis:?}, mask {allowed:?}"),
                    (&q, &k, &v),
                    1.0,
                    &allowed,
                    axis,
                    (&scores, &weights, &output),
                );
            }
        }
    }
}
