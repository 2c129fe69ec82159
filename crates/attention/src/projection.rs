//! Projections: the learned matrices that make queries, keys and values out of one input.
//!
//! "Attention Is All You Need", section 3.2.2: `Q = X W_Q`, `K = X W_K`, `V = X W_V`. There is
//! one head here and no bias; learning the projections is not done here.

use crate::error::Error;
use crate::matrix::{Matrix, named_product};

/// The three learned matrices of one head.
#[derive(Clone, Debug, PartialEq)]
pub struct Projections {
    /// Makes queries, (`d_model`, `d_k`).
    #[doc(alias = "W_Q")]
    pub w_q: Matrix,
    /// Makes keys, (`d_model`, `d_k`).
    #[doc(alias = "W_K")]
    pub w_k: Matrix,
    /// Makes values, (`d_model`, `d_v`).
    #[doc(alias = "W_V")]
    pub w_v: Matrix,
}

/// What one input becomes under three projections.
#[derive(Clone, Debug, PartialEq)]
pub struct Projected {
    /// Queries: what each token looks for, (tokens, `d_k`).
    pub q: Matrix,
    /// Keys: what each token is found by, (tokens, `d_k`).
    pub k: Matrix,
    /// Values: what each token gives, (tokens, `d_v`).
    pub v: Matrix,
}

/// Projects an input three times.
///
/// `q[i, c] = Σₖ x[i, k] · w_q[k, c]`, and `k` and `v` in the same way.
///
/// The three matrices are what lets a token look for something other than itself.
///
/// - edge case: a NaN or infinity in row `i` of `x` stays in row `i` of the results
/// - `x`: (tokens, `d_model`)
/// - errors: [`Error::Product`] when the rows of a projection are not `d_model`
pub fn project(x: &Matrix, projections: &Projections) -> Result<Projected, Error> {
    Ok(Projected {
        q: named_product(("x", x), ("wQ", &projections.w_q))?,
        k: named_product(("x", x), ("wK", &projections.w_k))?,
        v: named_product(("x", x), ("wV", &projections.w_v))?,
    })
}
