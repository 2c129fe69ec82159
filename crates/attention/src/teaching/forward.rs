//! A forward pass, from the reader's inputs to the output, with every matrix in between.
//!
//! The steps are in the other modules; this one runs them in order and keeps their results.

use crate::AttentionRule;
use crate::attention::{Attention, attend};
use crate::embedding::{Embedded, EmbeddingScale, embed};
use crate::error::Error;
use crate::matrix::{Matrix, row};
use crate::positions::{Exponent, sinusoidal};
use crate::projection::{Projected, Projections, project};
use crate::query::attend_query;
use crate::softmax::SoftmaxKind;
use crate::teaching::statistics::population_variance;

mod heads;

pub use heads::{HeadPass, HeadSplit, MultiHeadPass, multi_head_forward_pass};

/// The positions that are added to the embeddings.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub enum Positions {
    /// No positions.
    #[default]
    None,
    /// Sinusoidal positions; see [`sinusoidal`].
    Sinusoidal {
        /// The position of the first token; the others follow in steps of 1.
        first_position: f64,
        /// How fast the frequencies fall.
        exponent: Exponent,
    },
    /// Positions written by hand or learned, (tokens, `d_model`).
    Given(Matrix),
}

/// The start of a computation.
#[derive(Clone, Debug, PartialEq)]
pub enum ForwardInputs {
    /// From embeddings and projections.
    Embedded {
        /// One row for each token, (tokens, `d_model`).
        embeddings: Matrix,
        /// The factor of the embeddings.
        scale: EmbeddingScale,
        /// The positions that are added to them.
        positions: Positions,
        /// The projections of the sum.
        projections: Projections,
    },
    /// From queries, keys and values.
    Given(Projected),
}

/// Every matrix of a computation.
#[derive(Clone, Debug, PartialEq)]
pub struct ForwardPass {
    /// The steps from embeddings to `x`, if it started there.
    pub embedded: Option<Embedded>,
    /// The projections, if it started from embeddings.
    pub projections: Option<Projections>,
    /// Queries, keys and values.
    pub projected: Projected,
    /// The transposed keys in `Q Kᵀ`, (`d_k`, keys).
    pub k_t: Matrix,
    /// From scores to output.
    pub attention: Attention,
    /// The variances, which show why scores are scaled.
    pub variance: Variances,
    /// The requested single query, computed alone, as matrices of one row.
    pub single: Option<Attention>,
}

/// Population variances before and after scaling.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Variances {
    /// The variance of all cells of the queries.
    pub q: f64,
    /// The variance of all cells of the keys.
    pub k: f64,
    /// The variance of the scores: about `d_k` times that of one product of two features.
    pub scores: f64,
    /// The variance of the scaled scores.
    pub scaled: f64,
}

/// Computes a lesson from its inputs to its output.
///
/// `x = s · embeddings + positions`, `Q = x W_Q`, `K = x W_K`, `V = x W_V`,
/// `output = softmax(mask(scale · Q Kᵀ)) V`; see the functions of each step.
///
/// - `query`: the index, from 0, of a query that is also computed alone
/// - errors: those of the steps; [`Error::NoTokens`] if there is no query or no key, because an
///   empty lesson is a mistake; [`Error::NoSuchQuery`]
pub fn forward_pass(
    inputs: ForwardInputs,
    (rule, kind): (&AttentionRule, SoftmaxKind),
    query: Option<usize>,
) -> Result<ForwardPass, Error> {
    let Start { embedded, projections, projected } = start(inputs)?;
    let Projected { q, k, v } = &projected;
    let attention = attend(q, k, v, rule, kind)?;
    let single = query.map(|query| single(query, &projected, rule, kind)).transpose()?;
    let variance = Variances::of(&projected, &attention);
    let k_t = k.transpose();
    Ok(ForwardPass { embedded, projections, projected, k_t, attention, variance, single })
}

/// The matrices before attention.
struct Start {
    embedded: Option<Embedded>,
    projections: Option<Projections>,
    projected: Projected,
}

/// The steps to queries, keys and values.
fn start(inputs: ForwardInputs) -> Result<Start, Error> {
    let (embedded, projections, projected) = match inputs {
        ForwardInputs::Given(projected) => (None, None, projected),
        ForwardInputs::Embedded { embeddings, scale, positions, projections } => {
            let positions = match positions {
                Positions::None => None,
                Positions::Given(positions) => Some(positions),
                Positions::Sinusoidal { first_position, exponent } => {
                    let (rows, d_model) = embeddings.shape();
                    Some(sinusoidal(first_position, rows, d_model, exponent)?)
                }
            };
            let embedded = embed(embeddings, scale, positions)?;
            let projected = project(&embedded.x, &projections)?;
            (Some(embedded), Some(projections), projected)
        }
    };
    Error::if_no_tokens("q", projected.q.nrows())?;
    Error::if_no_tokens("k", projected.k.nrows())?;
    Ok(Start { embedded, projections, projected })
}

impl Variances {
    fn of(Projected { q, k, .. }: &Projected, attention: &Attention) -> Self {
        Self {
            q: population_variance(q),
            k: population_variance(k),
            scores: population_variance(&attention.scores),
            scaled: population_variance(&attention.scaled),
        }
    }
}

/// One query of a computation, computed alone.
fn single(
    query: usize,
    projected: &Projected,
    rule: &AttentionRule,
    kind: SoftmaxKind,
) -> Result<Attention, Error> {
    let Projected { q, k, v } = projected;
    if query >= q.nrows() {
        return Err(Error::NoSuchQuery { query, queries: q.nrows() });
    }
    attend_query(query, &row(q, query), k, v, rule, kind.form)
}

impl ForwardPass {
    /// Each matrix that exists, with its name in the interface and the tests, in the order of the
    /// computation.
    #[must_use]
    pub fn named(&self) -> Vec<(&'static str, &Matrix)> {
        let mut named = named_start(&self.embedded, &self.projections, &self.projected);
        named.push(("kT", &self.k_t));
        named.extend(self.attention.named());
        named
    }
}

/// The matrices before attention, with their names.
fn named_start<'a>(
    embedded: &'a Option<Embedded>,
    projections: &'a Option<Projections>,
    Projected { q, k, v }: &'a Projected,
) -> Vec<(&'static str, &'a Matrix)> {
    let mut named = Vec::new();
    if let Some(embedded) = embedded {
        named.push(("embeddings", &embedded.embeddings));
        named.push(("scaledEmbeddings", &embedded.scaled_embeddings));
        named.extend(embedded.positions.iter().map(|positions| ("positions", positions)));
        named.push(("x", &embedded.x));
    }
    if let Some(Projections { w_q, w_k, w_v }) = projections {
        named.extend([("wQ", w_q), ("wK", w_k), ("wV", w_v)]);
    }
    named.extend([("q", q), ("k", k), ("v", v)]);
    named
}
