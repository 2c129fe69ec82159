//! Four position encodings, compared on the same tokens and projections.
//!
//! Attention without positions ignores the order of tokens. Sinusoids are added to the embeddings,
//! before the projections (Vaswani et al., 2017, section 3.5). RoPE rotates queries and keys after
//! them (Su et al., "RoFormer", 2021, section 3). ALiBi changes neither and subtracts a penalty for
//! the distance from the score (Press et al., 2022, section 3). The numbers come from the modules
//! of the encodings; this one only gives all of them the same inputs.

mod curves;
mod error;
mod options;
mod placed;

pub use curves::{ScoreCurves, TokenPair, score_curves};
pub use error::EncodingError;
pub use options::{EncodingInputs, EncodingOptions};

use crate::alibi::alibi_slopes;
use crate::error::Error;
use crate::mask::{allowed, masked};
use crate::matrix::Matrix;
use crate::softmax::{SoftmaxAxis, SoftmaxForm, softmax};
use crate::{AttentionRule, Causal};
pub use placed::EncodedTokens;

use placed::{Rules, scores_of};

/// One value for each position encoding.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PerEncoding<T> {
    /// Without positions.
    pub none: T,
    /// With sinusoids in the embeddings.
    pub sinusoidal: T,
    /// With rotated queries and keys.
    pub rope: T,
    /// With a penalty on distance.
    pub alibi: T,
}

impl<T> PerEncoding<T> {
    /// Applies `each` to the four values.
    #[must_use]
    pub fn map<U>(&self, mut each: impl FnMut(&T) -> U) -> PerEncoding<U> {
        PerEncoding {
            none: each(&self.none),
            sinusoidal: each(&self.sinusoidal),
            rope: each(&self.rope),
            alibi: each(&self.alibi),
        }
    }

    /// Applies `each` to the four values, and returns the first error.
    pub fn try_map<U, E>(
        &self,
        mut each: impl FnMut(&T) -> Result<U, E>,
    ) -> Result<PerEncoding<U>, E> {
        Ok(PerEncoding {
            none: each(&self.none)?,
            sinusoidal: each(&self.sinusoidal)?,
            rope: each(&self.rope)?,
            alibi: each(&self.alibi)?,
        })
    }

    /// The four values with their names in the interface and the tests.
    pub fn named(&self) -> [(&'static str, &T); 4] {
        [
            ("none", &self.none),
            ("sinusoidal", &self.sinusoidal),
            ("rope", &self.rope),
            ("alibi", &self.alibi),
        ]
    }
}

/// The four attentions, and the steps of each encoding.
#[derive(Clone, Debug, PartialEq)]
pub struct EncodingComparison {
    /// The tokens as queries.
    pub q: EncodedTokens,
    /// The tokens as keys.
    pub k: EncodedTokens,
    /// The angle of each pair at each position, in radians, (tokens, pairs).
    pub angles: Matrix,
    /// The slope of every head of ALiBi.
    pub slopes: Vec<f64>,
    /// The scaled scores with ALiBi's bias, before the mask, (queries, keys).
    pub scores: PerEncoding<Matrix>,
    /// The scores minus those without positions, (queries, keys).
    pub changes: PerEncoding<Matrix>,
    /// 1 where the query may attend to the key, else 0, (queries, keys).
    pub allowed: Matrix,
    /// The softmax over rows of the masked scores, (queries, keys).
    pub weights: PerEncoding<Matrix>,
    /// The largest change of a score compared with the first token at position 0.
    pub moved: PerEncoding<f64>,
}

impl EncodingComparison {
    /// Each matrix that exists once, with its name in the interface and the tests.
    #[must_use]
    pub fn named(&self) -> [(&'static str, &Matrix); 9] {
        [
            ("q", &self.q.plain),
            ("k", &self.k.plain),
            ("positions", &self.q.positions),
            ("sinusoidalQ", &self.q.sinusoidal),
            ("sinusoidalK", &self.k.sinusoidal),
            ("ropeQ", &self.q.turned),
            ("ropeK", &self.k.turned),
            ("angles", &self.angles),
            ("allowed", &self.allowed),
        ]
    }
}

/// Computes the four encodings for the same tokens.
///
/// ```text
/// none        q · k / √d_k                                     q = x W_Q, k = x W_K
/// sinusoidal  (x + p)_i W_Q · (x + p)_j W_K / √d_k
/// rope        R(i) q · R(j) k / √d_k = q · R(j - i) k / √d_k
/// alibi       q · k / √d_k - slope · |i - j|
/// ```
///
/// with `i` and `j` the positions of query and key. Moving all tokens by the same distance does not
/// change any score under RoPE and ALiBi. Sinusoids are mixed with the contents of the tokens, so
/// their scores depend on the positions themselves.
///
/// - edge cases: under RoPE, a query and a key at the same position score as without positions, up
///   to rounding, and so does everything if no feature is rotated. ALiBi adds exactly 0 there, and
///   its `moved` is exactly 0. RoPE's `moved` is a rounding error. NaN in `moved` means that a
///   score is NaN
/// - errors: [`EncodingError`], if shapes do not match, the base is not above 0, the features cannot
///   be rotated in pairs, or there is no such head
/// - source: the papers named at the top of this module
pub fn compare_encodings(
    inputs: &EncodingInputs<'_>,
    options: &EncodingOptions,
) -> Result<EncodingComparison, EncodingError> {
    let rules = Rules::of(inputs, options)?;
    let first = options.rope.first_position;
    let (q, k) = both(inputs, first, &rules)?;
    let scores = scores_of(&q, &k, rules.slope)?;
    let (q_at_0, k_at_0) = both(inputs, 0, &rules)?;
    let at_0 = scores_of(&q_at_0, &k_at_0, rules.slope)?;
    let tokens = inputs.embeddings.nrows();
    let causal = match options.causal {
        Causal::None => Causal::None,
        _ => Causal::UpperLeft,
    };
    let rule = AttentionRule { causal, ..AttentionRule::default() };
    let allowed = allowed(&rule, tokens, tokens);
    let weights = scores.try_map(|scores| {
        Ok::<_, Error>(
            softmax(&masked(scores, &allowed)?, SoftmaxAxis::Rows, SoftmaxForm::Stable).weights,
        )
    })?;
    Ok(EncodingComparison {
        q,
        k,
        angles: rules.angles(first, tokens),
        slopes: alibi_slopes(options.heads),
        changes: scores.map(|encoding| difference(encoding, &scores.none)),
        moved: PerEncoding {
            none: largest(&difference(&scores.none, &at_0.none)),
            sinusoidal: largest(&difference(&scores.sinusoidal, &at_0.sinusoidal)),
            rope: largest(&difference(&scores.rope, &at_0.rope)),
            alibi: largest(&difference(&scores.alibi, &at_0.alibi)),
        },
        scores,
        allowed,
        weights,
    })
}

/// All tokens as queries and as keys, the first of them at position `first`.
fn both(
    inputs: &EncodingInputs<'_>,
    first: i64,
    rules: &Rules,
) -> Result<(EncodedTokens, EncodedTokens), Error> {
    let q = EncodedTokens::of(inputs.embeddings, first, ("wQ", inputs.w_q), rules)?;
    let k = EncodedTokens::of(inputs.embeddings, first, ("wK", inputs.w_k), rules)?;
    Ok((q, k))
}

fn difference(a: &Matrix, b: &Matrix) -> Matrix {
    a.zip_map(b, |a, b| a - b)
}

/// The largest magnitude of a matrix; NaN if it contains one.
fn largest(matrix: &Matrix) -> f64 {
    matrix
        .iter()
        .map(|value| value.abs())
        .fold(0.0_f64, |most, size| if size.is_nan() || size > most { size } else { most })
}
