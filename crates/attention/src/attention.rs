//! Scaled dot-product attention, all queries at once, with every step kept.
//!
//! "Attention Is All You Need", section 3.2.1, equation 1. One head, no dropout; q, k and v may
//! come from anywhere.

use heedmap_attention_rule::AttentionRule;

use crate::error::Error;
use crate::mask::{additive, allowed_from, masked};
use crate::matrix::{Matrix, cell_count, check_same_shape, sum};
use crate::scores::{scaled, scores};
use crate::softmax::{Softmax, SoftmaxKind, softmax};

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
/// weights. Of the rule, it computes the scale and the keys that a query sees by its position;
/// [`attend_heads`](crate::attend_heads) computes the other parts.
///
/// - edge cases: a query that may attend to no key gets weights and output 0. An excluded key
///   contributes nothing, even if its key or value contains NaN. NaN or +∞ in an admitted score
///   makes the row of its query NaN, and no other (when the softmax is over rows). No queries
///   give an empty result
/// - `q`: (queries, `d_k`), `k`: (keys, `d_k`), `v`: (keys, `d_v`); `kind`: the softmax, which is that of attention by
///   default
/// - errors: [`Error::NoFeatures`], [`Error::WidthsDiffer`], [`Error::KeysAndValues`],
///   [`Error::NotFinite`] for the scale, [`Error::TooManyCells`], [`Error::Unsupported`] for a rule
///   with a softcap, a temperature, RoPE, a slope, a sink or a mask expression
#[doc(alias = "scaled_dot_product_attention")]
#[doc(alias = "sdpa")]
pub fn attend(
    q: &Matrix,
    k: &Matrix,
    v: &Matrix,
    rule: &AttentionRule,
    kind: SoftmaxKind,
) -> Result<Attention, Error> {
    attend_from(rule.first_position(q.nrows(), k.nrows()), [q, k, v], rule, kind)
}

/// [`attend`] for queries of which the first is at a position among the keys.
pub(crate) fn attend_from(
    first_position: i64,
    [q, k, v]: [&Matrix; 3],
    rule: &AttentionRule,
    kind: SoftmaxKind,
) -> Result<Attention, Error> {
    check(rule)?;
    let scores = scores(q, k)?;
    let scaled = scaled(&scores, rule.scale, k.ncols())?;
    let allowed = allowed_from(rule, first_position, q.nrows(), k.nrows());
    let masked = masked(&scaled, &allowed)?;
    let softmax = softmax(&masked, kind.axis, kind.form);
    let output = mix(&softmax.weights, &allowed, v)?;
    let additive = additive(&allowed);
    Ok(Attention { scores, scaled, allowed, additive, masked, softmax, output })
}

/// Rejects the parts of a rule that have no step here.
fn check(rule: &AttentionRule) -> Result<(), Error> {
    let AttentionRule {
        softcap,
        temperature,
        rope,
        slope,
        sink,
        mask,
        attn_temperature_tuning: tuning,
        ..
    } = rule;
    let parts = [
        ("a softcap", softcap.is_some()),
        ("a temperature", temperature.is_some()),
        ("a temperature of queries", tuning.is_some()),
        ("RoPE", rope.is_some()),
        ("a slope", slope.is_some()),
        ("a bias of scores", rule.biases().next().is_some()),
        ("a sink", sink.is_some()),
        ("a mask expression", mask.is_some()),
    ];
    match parts.into_iter().find(|(_, is_given)| *is_given) {
        Some((name, _)) => Err(Error::Unsupported { name }),
        None => Ok(()),
    }
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
