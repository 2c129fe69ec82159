//! The two widths of numbers.

/// A 32-bit or 64-bit float, as arrays have them. Computations have 64 bits.
pub trait Number: Copy + Into<f64> + sealed::Sealed {
    /// The nearest number of this width.
    fn rounded(value: f64) -> Self;
}

impl Number for f32 {
    #[inline(always)]
    fn rounded(value: f64) -> Self {
        value as f32
    }
}

impl Number for f64 {
    #[inline(always)]
    fn rounded(value: f64) -> Self {
        value
    }
}

mod sealed {
    /// No other widths.
    pub trait Sealed {}
    impl Sealed for f32 {}
    impl Sealed for f64 {}
}
