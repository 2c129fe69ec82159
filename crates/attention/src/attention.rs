//! Scaled dot-product attention, all queries at once, with every step kept.
//!
//! "Attention Is All You Need", section 3.2.1, equation 1. One head, no dropout; q, k and v may
//! come from anywhere.

use crate::error::Error;
use crate::mask::{MaskRule, additive, masked};
use crate::matrix::{Matrix, cell_count, check_same_shape, sum};
use crate::scores::{Scale, scaled, scores};
use crate::setters::setters;
use crate::softmax::{Softmax, SoftmaxAxis, SoftmaxForm, softmax};

/// The options of attention. The default is the paper's attention, without a mask.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct AttentionOptions {
    /// The factor of the scores.
    pub scale: Scale,
    /// Which keys a query may attend to.
    pub mask: MaskRule,
    /// The cells whose weights sum to 1.
    pub softmax_axis: SoftmaxAxis,
    /// Whether the softmax subtracts the largest score.
    pub softmax_form: SoftmaxForm,
}

impl AttentionOptions {
    setters! {
        scale: Scale,
        mask: MaskRule,
        softmax_axis: SoftmaxAxis,
        softmax_form: SoftmaxForm,
    }
}

/// Every step of one attention, from scores to output.
#[derive(Clone, Debug, PartialEq)]
pub struct Attention {
    /// `Q Kᵀ`, (queries, keys).
    pub scores: Matrix,
    /// The scores times the scale, (queries, keys).
    pub scaled: Matrix,
    /// 1 where the query may attend to the key, else 0, (queries, keys).
    pub allowed: Matrix,
    /// 0 where the query may attend to the key, else -∞, (queries, keys).
    pub additive: Matrix,
    /// The scaled scores, -∞ where the query may not attend, (queries, keys).
    pub masked: Matrix,
    /// The softmax of the masked scores; its `weights` are the attention weights.
    pub softmax: Softmax,
    /// The output of each query, (queries, `d_v`).
    #[doc(alias = "z")]
    pub output: Matrix,
}

impl Attention {
    /// Each matrix with its name in the interface and the tests.
    #[must_use]
    pub fn named(&self) -> [(&'static str, &Matrix); 10] {
        [
            ("scores", &self.scores),
            ("scaled", &self.scaled),
            ("allowed", &self.allowed),
            ("additive", &self.additive),
            ("masked", &self.masked),
            ("shift", &self.softmax.shift),
            ("exponentials", &self.softmax.exponentials),
            ("sums", &self.softmax.sums),
            ("weights", &self.softmax.weights),
            ("output", &self.output),
        ]
    }
}

/// Attention of all queries at once.
///
/// `output = softmax(mask(scale · Q Kᵀ)) V`
///
/// Each query compares itself with all keys, and its output is the mean of the values with these
/// weights.
///
/// - edge cases: a query that may attend to no key gets weights and output 0. An excluded key
///   contributes nothing, even if its key or value contains NaN. NaN or +∞ in an admitted score
///   makes the row of its query NaN, and no other (when the softmax is over rows). No queries
///   give an empty result
/// - `q`: (queries, `d_k`), `k`: (keys, `d_k`), `v`: (keys, `d_v`)
/// - errors: [`Error::NoFeatures`], [`Error::WidthsDiffer`], [`Error::KeysAndValues`],
///   [`Error::NotFinite`] for the scale, [`Error::TooManyCells`]
#[doc(alias = "scaled_dot_product_attention")]
#[doc(alias = "sdpa")]
pub fn attend(
    q: &Matrix,
    k: &Matrix,
    v: &Matrix,
    options: &AttentionOptions,
) -> Result<Attention, Error> {
    attend_from(0, q, k, v, options)
}

/// [`attend`] for rows of q that begin with query number `first_query` of the mask.
pub(crate) fn attend_from(
    first_query: usize,
    q: &Matrix,
    k: &Matrix,
    v: &Matrix,
    options: &AttentionOptions,
) -> Result<Attention, Error> {
    let scores = scores(q, k)?;
    let scaled = scaled(&scores, options.scale, k.ncols())?;
    let allowed = options.mask.allowed_from(first_query, q.nrows(), k.nrows());
    let masked = masked(&scaled, &allowed)?;
    let softmax = softmax(&masked, options.softmax_axis, options.softmax_form);
    let output = mix(&softmax.weights, &allowed, v)?;
    let additive = additive(&allowed);
    Ok(Attention { scores, scaled, allowed, additive, masked, softmax, output })
}

/// The values, combined with the weights.
///
/// `output[i, c] = Σⱼ weights[i, j] · v[j, c]`, over the keys `j` that query `i` may attend to,
/// from the first to the last.
///
/// Excluded keys are left out of the sum and not multiplied by their weight of 0, because 0 · NaN
/// is NaN: a padded value must not reach the output.
///
/// - edge cases: no admitted key gives 0; an admitted key of weight 0 is multiplied like any other
/// - `weights`, `allowed`: (queries, keys); `v`: (keys, `d_v`); returns (queries, `d_v`)
/// - errors: [`Error::ShapesDiffer`], [`Error::KeysAndValues`], [`Error::NoFeatures`],
///   [`Error::TooManyCells`]
pub fn mix(weights: &Matrix, allowed: &Matrix, v: &Matrix) -> Result<Matrix, Error> {
    check_same_shape(("weights", weights), ("allowed", allowed))?;
    if weights.ncols() != v.nrows() {
        return Err(Error::KeysAndValues { keys: weights.ncols(), values: v.nrows() });
    }
    Error::if_no_features("v", v.ncols())?;
    cell_count("output", weights.nrows(), v.ncols())?;
    Ok(Matrix::from_fn(weights.nrows(), v.ncols(), |i, c| {
        let admitted = (0..v.nrows()).filter(|&j| allowed[(i, j)] != 0.0);
        sum(admitted.map(|j| weights[(i, j)] * v[(j, c)]))
    }))
}
