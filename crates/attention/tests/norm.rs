//! Normalisation with weights of every shape that broadcasts.
#![allow(clippy::unwrap_used)]

use heedmap_attention::{Tensor, rms_norm};

#[test]
fn a_weight_for_each_place_is_taken_at_its_place() {
    // Each group is a single 1, which stays 1, so that the result is the weight.
    let ones = Tensor::new("x", &[2, 3, 1], vec![1.0_f64; 6]).unwrap();
    let weight = Tensor::new("weight", &[2, 3, 1], vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0]).unwrap();
    let normalised = rms_norm(&ones, &weight, -1, 0.0).unwrap();
    assert_eq!(normalised.data(), weight.data());
}
