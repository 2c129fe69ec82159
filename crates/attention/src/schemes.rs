//! Four ways of telling where tokens stand, side by side on the same tokens and projections.
//!
//! Attention without positions sees a bag of tokens. Sinusoids are added to the embeddings, before
//! the projections (Vaswani et al., 2017, section 3.5); RoPE turns queries and keys after them (Su
//! et al., "RoFormer", 2021, section 3); ALiBi leaves both alone and takes from the score what the
//! distance costs (Press et al., 2022, section 3). The numbers are those of the modules of each;
//! this one only gives all of them the same inputs.

mod curves;
mod error;
mod options;
mod placed;

pub use curves::{Curves, Pair, score_curves};
pub use error::SchemeError;
pub use options::{SchemeInputs, SchemeOptions};

use crate::alibi::alibi_slopes;
use crate::error::Error;
use crate::mask::masked;
use crate::matrix::Matrix;
use crate::softmax::{Form, SoftmaxAxis, softmax};
pub use placed::Placed;

use placed::{Rules, scores_of};

/// The same thing under each way of telling positions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Schemes<T> {
    /// Nothing is told.
    pub none: T,
    /// Sinusoids in the embeddings.
    pub sinusoidal: T,
    /// Queries and keys turned.
    pub rope: T,
    /// A penalty on distance.
    pub alibi: T,
}

impl<T> Schemes<T> {
    /// What `each` makes of the four.
    #[must_use]
    pub fn map<U>(&self, mut each: impl FnMut(&T) -> U) -> Schemes<U> {
        Schemes {
            none: each(&self.none),
            sinusoidal: each(&self.sinusoidal),
            rope: each(&self.rope),
            alibi: each(&self.alibi),
        }
    }

    /// What `each` makes of the four, unless it fails for one.
    pub fn try_map<U, E>(&self, mut each: impl FnMut(&T) -> Result<U, E>) -> Result<Schemes<U>, E> {
        Ok(Schemes {
            none: each(&self.none)?,
            sinusoidal: each(&self.sinusoidal)?,
            rope: each(&self.rope)?,
            alibi: each(&self.alibi)?,
        })
    }

    /// The four under the names that the interface and the tests know them by.
    pub fn named(&self) -> [(&'static str, &T); 4] {
        [
            ("none", &self.none),
            ("sinusoidal", &self.sinusoidal),
            ("rope", &self.rope),
            ("alibi", &self.alibi),
        ]
    }
}

/// The four attentions, and what each scheme did on the way.
#[derive(Clone, Debug, PartialEq)]
pub struct SchemesCompared {
    /// The tokens as queries.
    pub q: Placed,
    /// The tokens as keys.
    pub k: Placed,
    /// How far each pair is turned at each position, in radians, (tokens, pairs).
    pub angles: Matrix,
    /// The slope of every head of ALiBi.
    pub slopes: Vec<f64>,
    /// The scaled scores with what ALiBi adds, before the mask, (queries, keys).
    pub scores: Schemes<Matrix>,
    /// The scores minus those without positions, (queries, keys).
    pub changes: Schemes<Matrix>,
    /// 1 where the query may attend to the key, else 0, (queries, keys).
    pub allowed: Matrix,
    /// The softmax over rows of the masked scores, (queries, keys).
    pub weights: Schemes<Matrix>,
    /// By how much the score that changes most differs from what it is when the first token stands
    /// at 0.
    pub moved: Schemes<f64>,
}

impl SchemesCompared {
    /// Each matrix that is there once, under the name that the interface and the tests know it by.
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

/// Works the same tokens under the four schemes.
///
/// ```text
/// none        q · k / √d_k                                     q = x W_Q, k = x W_K
/// sinusoidal  (x + p)_i W_Q · (x + p)_j W_K / √d_k
/// rope        R(i) q · R(j) k / √d_k = q · R(j - i) k / √d_k
/// alibi       q · k / √d_k - slope · |i - j|
/// ```
///
/// with `i` and `j` the places of query and key. Moving all tokens by as many places changes
/// neither distance nor, under RoPE and ALiBi, any score; sinusoids are mixed with what the tokens
/// say, so their scores depend on the places themselves.
///
/// - edge cases: under RoPE a query and a key at one place score as without positions, up to
///   rounding, and so does everything where no feature is turned. ALiBi adds exactly 0 there, and
///   `moved` is exactly 0 for it. RoPE's `moved` is what rounding leaves. NaN in `moved` means
///   that a score is NaN
/// - errors: [`SchemeError`], when shapes do not fit, the base is not above 0, the features cannot
///   be turned in pairs, or there is no such head
/// - source: the papers named at the top of this module
pub fn compare_schemes(
    inputs: &SchemeInputs<'_>,
    options: &SchemeOptions,
) -> Result<SchemesCompared, SchemeError> {
    let rules = Rules::of(inputs, options)?;
    let (q, k) = both(inputs, options.first_position, &rules)?;
    let scores = scores_of(&q, &k, rules.slope)?;
    let (q_at_0, k_at_0) = both(inputs, 0, &rules)?;
    let at_0 = scores_of(&q_at_0, &k_at_0, rules.slope)?;
    let tokens = inputs.embeddings.nrows();
    let allowed = options.mask.allowed(tokens, tokens);
    let weights = scores.try_map(|scores| {
        Ok::<_, Error>(softmax(&masked(scores, &allowed)?, SoftmaxAxis::Rows, Form::Stable).weights)
    })?;
    Ok(SchemesCompared {
        q,
        k,
        angles: rules.angles(options.first_position, tokens),
        slopes: alibi_slopes(options.heads),
        changes: scores.map(|scheme| difference(scheme, &scores.none)),
        moved: Schemes {
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

/// All tokens as queries and as keys, the first of them at a place.
fn both(inputs: &SchemeInputs<'_>, first: u32, rules: &Rules) -> Result<(Placed, Placed), Error> {
    let q = Placed::of(inputs.embeddings, first, ("wQ", inputs.w_q), rules)?;
    let k = Placed::of(inputs.embeddings, first, ("wK", inputs.w_k), rules)?;
    Ok((q, k))
}

fn difference(a: &Matrix, b: &Matrix) -> Matrix {
    a.zip_map(b, |a, b| a - b)
}

/// The largest magnitude of a matrix; NaN if it holds one.
fn largest(matrix: &Matrix) -> f64 {
    matrix
        .iter()
        .map(|value| value.abs())
        .fold(0.0_f64, |most, size| if size.is_nan() || size > most { size } else { most })
}
