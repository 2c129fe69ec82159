//! What elements are read as.

/// A float that elements of every type are read as: `f32` or `f64`.
///
/// A whole number that does not fit goes to the nearest float, ties to even; so does an `F64` read as `f32`.
pub trait Number: Copy + Default + PartialEq + std::fmt::Debug + sealed::Sealed {
    /// How many bits of a whole number are kept.
    const BITS: u32;
    /// From a float of 32 bits.
    fn from_f32(value: f32) -> Self;
    /// From a float of 64 bits.
    fn from_f64(value: f64) -> Self;
    /// From a whole number.
    fn from_i64(value: i64) -> Self;
    /// From a whole number that is not negative.
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
