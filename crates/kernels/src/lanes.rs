//! Vectors of four 32-bit floats.
//!
//! With `simd128`, a vector is one register. `relaxed-simd` adds a multiply-add that rounds only once on
//! machines that have it. Without these features, a vector is an array, so that every kernel also runs, and is
//! tested, as plain Rust.

pub(crate) use imp::Lanes;

/// The number of floats in a vector.
pub(crate) const WIDTH: usize = 4;

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod imp {
    use core::arch::wasm32::*;

    #[derive(Clone, Copy, Debug)]
    pub(crate) struct Lanes(v128);

    impl Lanes {
        #[inline(always)]
        pub(crate) fn splat(value: f32) -> Self {
            Self(f32x4_splat(value))
        }

        #[inline(always)]
        pub(crate) fn load(from: &[f32; 4]) -> Self {
            // The compiler combines the four loads into one.
            Self(f32x4(from[0], from[1], from[2], from[3]))
        }

        #[inline(always)]
        pub(crate) fn store(self, to: &mut [f32; 4]) {
            *to = self.to_array();
        }

        #[inline(always)]
        pub(crate) fn to_array(self) -> [f32; 4] {
            [
                f32x4_extract_lane::<0>(self.0),
                f32x4_extract_lane::<1>(self.0),
                f32x4_extract_lane::<2>(self.0),
                f32x4_extract_lane::<3>(self.0),
            ]
        }

        #[inline(always)]
        pub(crate) fn add(self, other: Self) -> Self {
            Self(f32x4_add(self.0, other.0))
        }

        #[inline(always)]
        pub(crate) fn sub(self, other: Self) -> Self {
            Self(f32x4_sub(self.0, other.0))
        }

        #[inline(always)]
        pub(crate) fn mul(self, other: Self) -> Self {
            Self(f32x4_mul(self.0, other.0))
        }

        #[inline(always)]
        pub(crate) fn div(self, other: Self) -> Self {
            Self(f32x4_div(self.0, other.0))
        }

        /// `self · factor + term`
        #[inline(always)]
        pub(crate) fn mul_add(self, factor: Self, term: Self) -> Self {
            #[cfg(target_feature = "relaxed-simd")]
            return Self(f32x4_relaxed_madd(self.0, factor.0, term.0));
            #[cfg(not(target_feature = "relaxed-simd"))]
            return Self(f32x4_add(f32x4_mul(self.0, factor.0), term.0));
        }

        /// The larger of each pair; `self` where `other` is NaN.
        #[inline(always)]
        pub(crate) fn max(self, other: Self) -> Self {
            Self(f32x4_pmax(self.0, other.0))
        }

        /// `self` where `value` is above `least`, 0 elsewhere.
        #[inline(always)]
        pub(crate) fn where_above(self, value: Self, least: Self) -> Self {
            Self(v128_and(self.0, f32x4_gt(value.0, least.0)))
        }

        /// `self · 2^exponent`, where the lowest bits of `exponent` are an integer.
        #[inline(always)]
        pub(crate) fn add_exponent(self, exponent: Self) -> Self {
            Self(i32x4_add(self.0, i32x4_shl(exponent.0, 23)))
        }
    }
}

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
mod imp {
    #[derive(Clone, Copy, Debug)]
    pub(crate) struct Lanes([f32; 4]);

    impl Lanes {
        pub(crate) fn splat(value: f32) -> Self {
            Self([value; 4])
        }

        pub(crate) fn load(from: &[f32; 4]) -> Self {
            Self(*from)
        }

        pub(crate) fn store(self, to: &mut [f32; 4]) {
            *to = self.0;
        }

        pub(crate) fn to_array(self) -> [f32; 4] {
            self.0
        }

        fn zip(self, other: Self, compute: impl Fn(f32, f32) -> f32) -> Self {
            Self(std::array::from_fn(|lane| compute(self.0[lane], other.0[lane])))
        }

        pub(crate) fn add(self, other: Self) -> Self {
            self.zip(other, |a, b| a + b)
        }

        pub(crate) fn sub(self, other: Self) -> Self {
            self.zip(other, |a, b| a - b)
        }

        pub(crate) fn mul(self, other: Self) -> Self {
            self.zip(other, |a, b| a * b)
        }

        pub(crate) fn div(self, other: Self) -> Self {
            self.zip(other, |a, b| a / b)
        }

        /// `self · factor + term`
        pub(crate) fn mul_add(self, factor: Self, term: Self) -> Self {
            self.mul(factor).add(term)
        }

        /// The larger of each pair; `self` where `other` is NaN.
        pub(crate) fn max(self, other: Self) -> Self {
            self.zip(other, |a, b| if a < b { b } else { a })
        }

        /// `self` where `value` is above `least`, 0 elsewhere.
        pub(crate) fn where_above(self, value: Self, least: Self) -> Self {
            Self(std::array::from_fn(|lane| {
                if value.0[lane] > least.0[lane] { self.0[lane] } else { 0.0 }
            }))
        }

        /// `self · 2^exponent`, where the lowest bits of `exponent` are an integer.
        pub(crate) fn add_exponent(self, exponent: Self) -> Self {
            self.zip(exponent, |a, b| f32::from_bits(a.to_bits().wrapping_add(b.to_bits() << 23)))
        }
    }
}

impl Lanes {
    /// The sum of the four numbers.
    #[inline(always)]
    pub(crate) fn sum(self) -> f32 {
        let [a, b, c, d] = self.to_array();
        (a + b) + (c + d)
    }

    /// The largest of the four numbers, none of which is NaN.
    #[inline(always)]
    pub(crate) fn largest(self) -> f32 {
        let [a, b, c, d] = self.to_array();
        a.max(b).max(c.max(d))
    }
}

/// Multiplies each cell by a factor.
#[inline(always)]
pub(crate) fn scale(row: &mut [f32], factor: f32) {
    let (vectors, rest) = row.as_chunks_mut::<WIDTH>();
    let lanes = Lanes::splat(factor);
    for vector in vectors {
        lanes.mul(Lanes::load(vector)).store(vector);
    }
    for cell in rest {
        *cell *= factor;
    }
}
