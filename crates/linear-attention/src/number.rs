//! The two widths of numbers.

use std::ops::Range;

use crate::head::LinearHead;
use crate::rows::RowVisitor;

/// A 32-bit or 64-bit float, as arrays have them. Computations have 64 bits.
pub trait Number: Copy + Into<f64> + sealed::Sealed {
    /// All numbers up to this one round to 0.
    const UNDERFLOW: f64;

    /// The nearest number of this width.
    fn rounded(value: f64) -> Self;
}

impl Number for f32 {
    // Half of the least number above 0, and a margin.
    const UNDERFLOW: f64 = 6.9e-46;

    #[inline(always)]
    fn rounded(value: f64) -> Self {
        value as f32
    }
}

impl Number for f64 {
    const UNDERFLOW: f64 = 0.0;

    #[inline(always)]
    fn rounded(value: f64) -> Self {
        value
    }
}

/// Each width is compiled in this crate, so that rows are optimized as this crate is, and not as the crate that asks for
/// them: the boundary is compiled for size.
macro_rules! sealed {
    ($($float:ident),*) => {
        $(impl sealed::Sealed for $float {
            fn rows(
                head: &LinearHead<Self>,
                queries: Range<usize>,
                keys: Range<usize>,
                threshold: f64,
                visit: &mut RowVisitor<'_, Self>,
            ) {
                if threshold == 0.0 && keys == (0..head.tokens()) && head.takes_chunks(&queries) {
                    head.in_chunks(queries, visit);
                } else {
                    head.in_blocks(queries, keys, threshold, visit);
                }
            }
        })*
    };
}

sealed!(f32, f64);

pub(crate) mod sealed {
    use std::ops::Range;

    use crate::head::LinearHead;
    use crate::rows::RowVisitor;

    /// No other widths.
    pub trait Sealed: Sized {
        /// Computes rows whose queries and keys exist.
        fn rows(
            head: &LinearHead<Self>,
            queries: Range<usize>,
            keys: Range<usize>,
            threshold: f64,
            visit: &mut RowVisitor<'_, Self>,
        );
    }
}
