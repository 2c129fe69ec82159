//! Activation functions of MLPs that are a number times a sigmoid: `x · σ(p(x)) = x / (1 + exp(−p(x)))`.

use std::f32::consts::LOG2_E;

use crate::exp2::Exp2;
use crate::lanes::{Lanes, WIDTH};

/// Below this, the sigmoid is so small that `x · σ` rounds to 0 for every `x` in 32 bits that a model has.
const LEAST: f32 = -126.0;
/// `2 · √(2 / π)`, the factor of the polynomial in [`gelu_tanh`].
const TWICE_ROOT: f32 = 1.595_769;

/// SiLU in place: `x · σ(x)`.
///
/// - accuracy: a relative error of at most `1e-6 + 2e-7 · |x|`, because the exponent is rounded to 32 bits
/// - edge case: NaN stays NaN
/// - source: Ramachandran, Zoph and Le, "Searching for Activation Functions", 2017
pub fn silu(cells: &mut [f32]) {
    let factor = Lanes::splat(LOG2_E);
    weighted(cells, |x| x.mul(factor));
}

/// GELU by a hyperbolic tangent, in place: `x / 2 · (1 + tanh(√(2 / π) · (x + 0.044715 x³)))`.
///
/// Since `1 + tanh(u) = 2 σ(2 u)`, it is `x · σ(2 √(2 / π) · (x + 0.044715 x³))`.
///
/// - accuracy: an absolute error of at most 1e-6 of `1 + |x|`
/// - edge case: NaN stays NaN
/// - source: Hendrycks and Gimpel, "Gaussian Error Linear Units", 2016, section 2
pub fn gelu_tanh(cells: &mut [f32]) {
    let one = Lanes::splat(TWICE_ROOT * LOG2_E);
    let three = Lanes::splat(TWICE_ROOT * LOG2_E * 0.044_715);
    weighted(cells, |x| three.mul_add(x.mul(x), one).mul(x));
}

/// `x / (1 + 2^(−exponent))` of each cell.
#[inline(always)]
fn weighted(cells: &mut [f32], exponent: impl Fn(Lanes) -> Lanes) {
    let (exp2, one) = (Exp2::new(), Lanes::splat(1.0));
    let (minus, least) = (Lanes::splat(-1.0), Lanes::splat(LEAST));
    let compute = |x: Lanes| {
        let power = exp2.of(exponent(x).max(least).mul(minus));
        x.div(power.add(one))
    };
    let (vectors, rest) = cells.as_chunks_mut::<WIDTH>();
    for vector in vectors {
        compute(Lanes::load(vector)).store(vector);
    }
    for cell in rest {
        [*cell, ..] = compute(Lanes::splat(*cell)).to_array();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn computed(function: fn(&mut [f32]), numbers: &[f32]) -> Vec<f32> {
        let mut cells = numbers.to_vec();
        function(&mut cells);
        cells
    }

    #[test]
    fn both_functions_are_within_their_error() {
        let numbers: Vec<f32> = (-60_001..=60_000).map(|step| step as f32 / 2000.0).collect();
        let found = computed(silu, &numbers);
        for (&x, &found) in numbers.iter().zip(&found) {
            let x = f64::from(x);
            let exact = x / (1.0 + (-x).exp());
            // The factor of x and its product are each rounded by 2^-24, which changes the power by 1.2e-7 |x|.
            let most = (1e-6 + 2e-7 * x.abs()) * exact.abs();
            assert!((f64::from(found) - exact).abs() <= most, "SiLU of {x}: {found} for {exact}");
        }
        let found = computed(gelu_tanh, &numbers);
        for (&x, &found) in numbers.iter().zip(&found) {
            let x = f64::from(x);
            let inner = (2.0 / std::f64::consts::PI).sqrt() * (x + 0.044_715 * x * x * x);
            let exact = x / 2.0 * (1.0 + inner.tanh());
            let error = (f64::from(found) - exact).abs();
            assert!(error <= 1e-6 * (1.0 + x.abs()), "GELU of {x}: {found} for {exact}");
        }
    }

    #[test]
    fn large_numbers_are_kept_or_become_0_and_nan_stays() {
        for function in [silu, gelu_tanh] {
            let found = computed(function, &[1e4, -1e4, 0.0, f32::NAN, 200.0, -200.0, 3e38]);
            assert_eq!([found[0], found[4], found[6]], [1e4, 200.0, 3e38]);
            assert!(found[1].abs() < 1e-30 && found[5].abs() < 1e-30 && found[2] == 0.0);
            assert!(found[3].is_nan());
        }
    }
}
