//! A layer without a softmax, worked out token by token and as a table.

use crate::error::Error;
use crate::matrix::{Matrix, product, sum};
use crate::scores::scores;

/// What one token does to the state.
#[derive(Clone, Debug, PartialEq)]
pub struct StateStep {
    /// The state before the token, times the decay, (`d_k`, `d_v`).
    pub kept: Matrix,
    /// What its key reads from it, (1, `d_v`).
    pub read: Matrix,
    /// What it writes at its key, (1, `d_v`): its value without what was read, or its value.
    pub difference: Matrix,
    /// The product of key and difference, which is added to the state, (`d_k`, `d_v`).
    pub written: Matrix,
    /// The state after the token, (`d_k`, `d_v`).
    pub state: Matrix,
}

/// The state after each token, and the table with the same outputs.
#[derive(Clone, Debug, PartialEq)]
pub struct StateMap {
    /// One for each token.
    pub steps: Vec<StateStep>,
    /// The weights without the erase term, (queries, keys).
    pub plain: Matrix,
    /// The dot products of keys with keys, (keys, keys).
    pub alike: Matrix,
    /// The erase term, (queries, keys).
    pub erased: Matrix,
    /// The weights, (queries, keys).
    pub weights: Matrix,
    /// (queries, `d_v`)
    pub output: Matrix,
}

/// The state of a linear layer by the delta rule, and its table of weights.
///
/// ```text
/// S[t] = decay · S[t-1] + k[t]ᵀ (v[t] - k[t] · decay · S[t-1])      o[t] = q[t] S[t]
/// M[i, j] = γ q[i]·k[j] - Σₗ M[i, l] · γ k[l]·k[j],  j < l ≤ i      o = M V
/// ```
///
/// with `γ = decay^(i - j)`, and `decay^(l - j)` in the sum. The sum is the erase term. Without `erases`, nothing is
/// read before a write, and the term is 0: then `o` is linear attention.
///
/// A row of the table follows from the right: `M[i, i] = q[i]·k[i]` erases nothing, and each weight to the left needs
/// only those to its right.
///
/// - edge cases: keys after the query have weight 0. With keys of length 1, a second write at the same key replaces the
///   first. A decay of 0 forgets everything, and a decay of 1 nothing
/// - `q`, `k`: (tokens, `d_k`), `v`: (tokens, `d_v`)
/// - errors: [`Error::NotFinite`] for the decay, [`Error::KeysAndValues`], [`Error::WidthsDiffer`],
///   [`Error::NoFeatures`], and [`Error::QueriesAndKeys`] if there is not one query for each key
/// - source: Schlag et al., "Linear Transformers Are Secretly Fast Weight Programmers", 2021, section 4.2; Yang et al.,
///   "Gated Delta Networks", 2024, equation 10
pub fn state_map(
    q: &Matrix,
    k: &Matrix,
    v: &Matrix,
    decay: f64,
    erases: bool,
) -> Result<StateMap, Error> {
    Error::unless_finite("the decay", decay)?;
    let tokens = k.nrows();
    if q.nrows() != tokens {
        return Err(Error::QueriesAndKeys { queries: q.nrows(), keys: tokens });
    }
    if v.nrows() != tokens {
        return Err(Error::KeysAndValues { keys: tokens, values: v.nrows() });
    }
    let alike = scores(k, k)?;
    let dots = scores(q, k)?;
    let plain = Matrix::from_fn(tokens, tokens, |i, j| {
        if j > i { 0.0 } else { power(decay, i - j) * dots[(i, j)] }
    });
    let steps = steps(k, v, decay, erases)?;
    let (erased, weights) = if erases {
        table(&plain, &alike, decay)
    } else {
        (Matrix::zeros(tokens, tokens), plain.clone())
    };
    let output = product(&weights, v)?;
    Ok(StateMap { steps, plain, alike, erased, weights, output })
}

/// `base^exponent`, as repeated products.
fn power(base: f64, exponent: usize) -> f64 {
    (0..exponent).fold(1.0, |product, _| product * base)
}

/// The state, token by token.
fn steps(k: &Matrix, v: &Matrix, decay: f64, erases: bool) -> Result<Vec<StateStep>, Error> {
    let mut state = Matrix::zeros(k.ncols(), v.ncols());
    (0..k.nrows())
        .map(|t| {
            let (key, value) = (k.rows(t, 1).into_owned(), v.rows(t, 1).into_owned());
            let kept = state.map(|cell| cell * decay);
            let read = product(&key, &kept)?;
            let difference =
                if erases { value.zip_map(&read, |value, read| value - read) } else { value };
            let written = product(&key.transpose(), &difference)?;
            state = kept.zip_map(&written, |kept, written| kept + written);
            Ok(StateStep { kept, read, difference, written, state: state.clone() })
        })
        .collect()
}

/// The erase term and the weights, each row from the right to the left.
fn table(plain: &Matrix, alike: &Matrix, decay: f64) -> (Matrix, Matrix) {
    let tokens = plain.nrows();
    let (mut erased, mut weights) = (Matrix::zeros(tokens, tokens), plain.clone());
    for i in 0..tokens {
        for j in (0..=i).rev() {
            let read = |l: usize| weights[(i, l)] * power(decay, l - j) * alike[(l, j)];
            erased[(i, j)] = sum((j + 1..=i).map(read));
            weights[(i, j)] = plain[(i, j)] - erased[(i, j)];
        }
    }
    (erased, weights)
}
