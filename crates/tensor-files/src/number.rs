//! The float types that elements are read as.

/// A float type that elements of every type can be read as: `f32` or `f64`.
///
/// Integers that do not fit are rounded to the nearest float, ties to even; so is an `F64` that is
/// read as `f32`.
pub trait Number: Copy + Default + PartialEq + std::fmt::Debug + sealed::Sealed {
    /// The number of bits of an integer that are kept.
    const BITS: u32;
    /// Converts a 32-bit float.
    fn from_f32(value: f32) -> Self;
    /// Converts a 64-bit float.
    fn from_f64(value: f64) -> Self;
    /// Converts an integer.
    fn from_i64(value: i64) -> Self;
    /// Converts an integer that is not negative.
    fn from_u64(value: u64) -> Self;
    /// Whether it is neither NaN nor infinite.
    fn is_finite(self) -> bool;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for f32 {}
    impl Sealed for f64 {}
}

macro_rules! number {
    ($float:ty, $bits:expr) => {
        impl Number for $float {
            const BITS: u32 = $bits;
            fn from_f32(value: f32) -> Self {
                value as $float
            }
            fn from_f64(value: f64) -> Self {
                value as $float
            }
            fn from_i64(value: i64) -> Self {
                value as $float
            }
            fn from_u64(value: u64) -> Self {
                value as $float
            }
            fn is_finite(self) -> bool {
                <$float>::is_finite(self)
            }
        }
    };
}

number!(f32, 24);
number!(f64, 53);
