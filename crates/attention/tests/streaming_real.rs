//! A head of a real model, compared with weights from other software.

use heedmap_attention::streaming::{Vectors, weights};
use heedmap_attention::{AttentionRule, SoftmaxKind, attend, from_row_major, to_row_major};
use heedmap_tensor_files::{Values, read_all};

const SIZE: usize = 32;
const TOKENS: usize = 290;

/// A file of `fixtures/qk`.
fn fixture(name: &str) -> Values<f64> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/qk/");
    let bytes = std::fs::read(format!("{folder}minilm_passage_l3h5_{name}.npy")).unwrap();
    read_all(&bytes).unwrap().values.remove(0)
}

fn found(q: &Values<f64>, k: &Values<f64>) -> Vec<f64> {
    let narrow = |values: &Values<f64>| -> Vec<f32> {
        values.data.iter().map(|&cell| cell as f32).collect()
    };
    let (q, k) = (narrow(q), narrow(k));
    let (q, k) = (Vectors { cells: &q, size: SIZE }, Vectors { cells: &k, size: SIZE });
    let found = weights(q, k, &AttentionRule::default()).unwrap();
    assert_eq!(found.len(), TOKENS * TOKENS);
    found.into_iter().map(f64::from).collect()
}

fn farthest(found: &[f64], expected: &[f64]) -> f64 {
    assert_eq!(found.len(), expected.len());
    let differences = found.iter().zip(expected).map(|(found, expected)| (found - expected).abs());
    differences.fold(0.0, f64::max)
}

/// The largest difference is 9.7e-7: sums of 32 products in 32 bits are off by a few units in their
/// last place, and weights by the same relative amount.
#[test]
fn weights_of_a_real_head_in_32_bits_are_close_to_those_in_64() {
    let (q, k) = (fixture("q"), fixture("k"));
    let matrix = |values: &Values<f64>| from_row_major("x", TOKENS, SIZE, &values.data).unwrap();
    let steps = attend(
        &matrix(&q),
        &matrix(&k),
        &matrix(&k),
        &AttentionRule::default(),
        SoftmaxKind::default(),
    )
    .unwrap();
    let difference = farthest(&found(&q, &k), &to_row_major(&steps.softmax.weights));
    assert!(difference < 2e-6, "{difference:e}");
}

/// The weights of the fixture come from a forward pass in 32 bits; its q and k were then rounded to
/// 16 bits. This changes the products, and so a score. The logarithm of a weight is off by as much
/// as its score, plus the largest error of any score in the row, which comes from the sum. The
/// largest difference of two weights is 3.2e-4.
#[test]
fn weights_of_a_real_head_match_those_of_the_model() {
    let (q, k, expected) = (fixture("q"), fixture("k"), fixture("weights").data);
    let found = found(&q, &k);
    let difference = farthest(&found, &expected);
    assert!(difference < 4e-4, "{difference:e}");
    let half_step = 1.0 / 2048.0;
    let slack = |i: usize, j: usize| {
        let q = &q.data[i * SIZE..][..SIZE];
        let products = q.iter().zip(&k.data[j * SIZE..][..SIZE]).map(|(q, k)| (q * k).abs());
        2.002 * half_step * products.sum::<f64>() / (SIZE as f64).sqrt() + 1e-5
    };
    for i in 0..TOKENS {
        let most = (0..TOKENS).map(|j| slack(i, j)).fold(0.0, f64::max);
        for j in 0..TOKENS {
            let at = i * TOKENS + j;
            let factor = (found[at] / expected[at]).ln().abs();
            assert!(factor <= slack(i, j) + most, "({i}, {j}): {} {}", found[at], expected[at]);
        }
    }
}
