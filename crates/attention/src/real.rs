//! The two float types of models, behind one set of operations.
//!
//! A kernel that is generic over [`Real`] takes the same steps in 64 and in 32 bits. The elementary
//! functions come from `libm` in either width, so that they give the same bits on every target.

use std::fmt::Debug;
use std::ops::{Add, Div, Mul, Neg, Sub};

use crate::heads;
use crate::{AttentionRule, HeadAttention, HeadInputs, TensorError};

/// A float of 64 or 32 bits. The trait is sealed.
pub trait Real:
    sealed::Sealed
    + Copy
    + Debug
    + PartialOrd
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
{
    /// 0.
    const ZERO: Self;
    /// 1.
    const ONE: Self;
    /// -∞, which marks excluded cells.
    const NEG_INFINITY: Self;

    /// The nearest number of this type.
    #[must_use]
    fn from_f64(value: f64) -> Self;
    /// The same number in 64 bits.
    #[must_use]
    fn to_f64(self) -> f64;
    /// `eˣ`.
    #[must_use]
    fn exp(self) -> Self;
    /// The natural logarithm.
    #[must_use]
    fn ln(self) -> Self;
    /// The hyperbolic tangent.
    #[must_use]
    fn tanh(self) -> Self;
    /// The square root.
    #[must_use]
    fn sqrt(self) -> Self;
    /// The error function.
    #[must_use]
    fn erf(self) -> Self;
}

macro_rules! real {
    ($float:ident, $exp:path, $ln:path, $tanh:path, $sqrt:path, $erf:path) => {
        impl sealed::Sealed for $float {
            fn attend_heads(
                inputs: &HeadInputs<'_, Self>,
                rule: &AttentionRule,
            ) -> Result<HeadAttention<Self>, TensorError> {
                heads::attended(inputs, rule)
            }
        }

        impl Real for $float {
            const ZERO: Self = 0.0;
            const ONE: Self = 1.0;
            const NEG_INFINITY: Self = $float::NEG_INFINITY;

            fn from_f64(value: f64) -> Self {
                value as $float
            }
            fn to_f64(self) -> f64 {
                f64::from(self)
            }
            fn exp(self) -> Self {
                $exp(self)
            }
            fn ln(self) -> Self {
                $ln(self)
            }
            fn tanh(self) -> Self {
                $tanh(self)
            }
            fn sqrt(self) -> Self {
                $sqrt(self)
            }
            fn erf(self) -> Self {
                $erf(self)
            }
        }
    };
}

real!(f64, libm::exp, libm::log, libm::tanh, libm::sqrt, libm::erf);
real!(f32, libm::expf, libm::logf, libm::tanhf, libm::sqrtf, libm::erff);

pub(crate) mod sealed {
    use crate::{AttentionRule, HeadAttention, HeadInputs, TensorError};

    /// Seals `Real`.
    pub trait Sealed: Sized {
        /// Attention of all heads. Each width is compiled in this crate, so that it is optimized as this
        /// crate is, and not as the crate that calls it.
        fn attend_heads(
            inputs: &HeadInputs<'_, Self>,
            rule: &AttentionRule,
        ) -> Result<HeadAttention<Self>, TensorError>;
    }
}

/// The sum of the terms in their order; 0 if there are none.
///
/// It starts from the first term and not from 0, so that a single `-0.0` stays `-0.0`.
pub(crate) fn total<T: Real>(mut terms: impl Iterator<Item = T>) -> T {
    let Some(first) = terms.next() else {
        return T::ZERO;
    };
    terms.fold(first, |total, term| total + term)
}

/// The dot product of two vectors of one length, summed from the first term to the last.
pub(crate) fn inner<T: Real>(a: &[T], b: &[T]) -> T {
    total(a.iter().zip(b).map(|(&a, &b)| a * b))
}
