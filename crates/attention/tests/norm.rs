//! Normalization with weights of every shape that can be broadcast.

use heedmap_attention::{Tensor, layer_norm, rms_norm};

#[test]
fn a_weight_with_a_value_for_each_cell_is_applied_cell_by_cell() {
    // Each group is a single 1, which stays 1, so the result is the weight.
    let ones = Tensor::new("x", &[2, 3, 1], vec![1.0_f64; 6]).unwrap();
    let weight = Tensor::new("weight", &[2, 3, 1], vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0]).unwrap();
    let normalized = rms_norm(&ones, &weight, -1, 0.0).unwrap();
    assert_eq!(normalized.data(), weight.data());
}

#[test]
fn layer_normalization_adds_epsilon_to_the_variance() {
    // The mean of 1 and 3 is 2, their variance 1, and 1 / √(1 + 3) is a half.
    let x = Tensor::new("x", &[1, 2], vec![1.0_f64, 3.0]).unwrap();
    let weight = Tensor::new("weight", &[2], vec![2.0, 4.0]).unwrap();
    let bias = Tensor::new("bias", &[2], vec![10.0, 20.0]).unwrap();
    let normalized = layer_norm(&x, &weight, Some(&bias), -1, 3.0).unwrap();
    assert_eq!(normalized.mean.data(), [2.0]);
    assert_eq!(normalized.inverse_deviation.data(), [0.5]);
    assert_eq!(normalized.output.data(), [9.0, 22.0]);
}
