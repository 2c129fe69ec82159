//! Projections: the learned matrices that turn one input into queries, keys and values.
//!
//! "Attention Is All You Need", section 3.2.2: `Q = X W_Q`, `K = X W_K`, `V = X W_V`. There is one
//! head and no bias, and projections are not learned here.

use crate::error::Error;
use crate::matrix::{Matrix, named_product};

/// The three learned matrices of one head.
#[derive(Clone, Debug, PartialEq)]
pub struct Projections {
    /// The projection of queries, (`d_model`, `d_k`).
    #[doc(alias = "W_Q")]
    pub w_q: Matrix,
    /// The projection of keys, (`d_model`, `d_k`).
    #[doc(alias = "W_K")]
    pub w_k: Matrix,
    /// The projection of values, (`d_model`, `d_v`).
    #[doc(alias = "W_V")]
    pub w_v: Matrix,
}

/// The three projections of one input.
#[derive(Clone, Debug, PartialEq)]
pub struct Projected {
    /// Queries: what each token looks for, (tokens, `d_k`).
    pub q: Matrix,
    /// Keys: what the queries are compared with, (tokens, `d_k`).
    pub k: Matrix,
    /// Values: what each token contributes to outputs, (tokens, `d_v`).
    pub v: Matrix,
}

/// Projects an input three times.
///
/// `q[i, c] = Σₖ x[i, k] · w_q[k, c]`, and `k` and `v` in the same way.
///
/// With three matrices a token can look for something other than itself.
///
/// - edge case: a NaN or infinity in row `i` of `x` stays in row `i` of the results
/// - `x`: (tokens, `d_model`)
/// - errors: [`Error::Product`] if a projection does not have `d_model` rows
pub fn project(x: &Matrix, projections: &Projections) -> Result<Projected, Error> {
    Ok(Projected {
        q: named_product(("x", x), ("wQ", &projections.w_q))?,
        k: named_product(("x", x), ("wK", &projections.w_k))?,
        v: named_product(("x", x), ("wV", &projections.w_v))?,
    })
}
