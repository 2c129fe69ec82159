//! Activation functions of the layers between attention layers.

use crate::real::Real;

/// `x · Φ(x)`, with Φ the normal distribution: `x / 2 · (1 + erf(x / √2))`.
///
/// A cell is multiplied by the probability that a standard normal number is below it.
///
/// - edge cases: -∞ · 0 is NaN, as the formula says
/// - source: Hendrycks and Gimpel, "Gaussian Error Linear Units", 2016; ONNX `Gelu`, opset 20
#[must_use]
pub fn gelu<T: Real>(x: T) -> T {
    T::from_f64(0.5) * x * (T::ONE + (x / T::from_f64(2.0).sqrt()).erf())
}

/// GELU by a hyperbolic tangent: `x / 2 · (1 + tanh(√(2 / π) · (x + 0.044715 x³)))`.
///
/// GPT-2 used it because it was faster, and its weights expect it.
///
/// - edge cases: like [`gelu`]
/// - source: section 2 of the same; ONNX `Gelu` with `approximate = "tanh"`
#[must_use]
pub fn gelu_tanh<T: Real>(x: T) -> T {
    let factor = T::from_f64(2.0 / std::f64::consts::PI).sqrt();
    let cubed = x * x * x;
    T::from_f64(0.5) * x * (T::ONE + (factor * (x + T::from_f64(0.044_715) * cubed)).tanh())
}

/// `x · σ(β x) = x / (1 + exp(-β x))`; with β = 1 it is SiLU.
///
/// - edge cases: far below 0 the exponential overflows to ∞ and the result is 0; -∞ is NaN
/// - source: Ramachandran, Zoph and Le, "Searching for Activation Functions", 2017; ONNX `Swish`,
///   opset 24
#[must_use]
#[doc(alias = "silu")]
pub fn swish<T: Real>(x: T, beta: T) -> T {
    x / (T::ONE + (-(beta * x)).exp())
}

/// SiLU: [`swish`] with β = 1.
#[must_use]
pub fn silu<T: Real>(x: T) -> T {
    swish(x, T::ONE)
}
