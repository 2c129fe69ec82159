//! The layers of models, as heads.

use crate::checks;
use crate::decays::Decays;
use crate::error::Error;
use crate::head::{LinearHead, Parts};
use crate::number::Number;

impl<T: Number> LinearHead<T> {
    /// A head of gated DeltaNet: Qwen3-Next, Qwen3.5, Olmo Hybrid. DeltaNet is the same with log decays of 0.
    ///
    /// `S[t] = (I - β k kᵀ) e^g S[t-1] + β k vᵀ`, one beta and one log decay for each token.
    ///
    /// - `q`, `k`: (tokens, features), as the recurrence sees them: after convolution, activation and normalization
    /// - `betas`, `log_decays`: one for each token
    /// - errors: [`Error::Vectors`], [`Error::Positions`], [`Error::NotFinite`], [`Error::Beta`], [`Error::LogDecay`]
    /// - source: Yang, Kautz and Hatamizadeh, "Gated Delta Networks", 2024, equation 10
    pub fn gated_delta(
        q: &[T],
        k: &[T],
        features: usize,
        betas: &[T],
        log_decays: &[T],
    ) -> Result<Self, Error> {
        let tokens = vectors(("q", q), ("k", k), features)?;
        checks::same(("q", tokens), ("beta", betas.len()))?;
        checks::same(("q", tokens), ("log decay", log_decays.len()))?;
        checks::betas(betas)?;
        checks::log_decays(log_decays, 1)?;
        let (writes, decays) = (wide(betas), Decays::by_token(wide(log_decays)));
        let scale = inverse_root(features);
        Ok(Self::new(Parts { q, k, features, writes, decays, erases: true, scale }))
    }

    /// A head of KDA: Kimi Linear. One log decay for each token and feature.
    ///
    /// `S[t] = (I - β k kᵀ) diag(e^g) S[t-1] + β k vᵀ`.
    ///
    /// - `q`, `k`: like for [`LinearHead::gated_delta`]; `betas`: one for each token; `log_decays`: (tokens, features)
    /// - errors: those of [`LinearHead::gated_delta`], and [`Error::ChannelLogDecay`]
    /// - source: Kimi Team, "Kimi Linear: An Expressive, Efficient Attention Architecture", 2025, equation 1
    pub fn kda(
        q: &[T],
        k: &[T],
        features: usize,
        betas: &[T],
        log_decays: &[T],
    ) -> Result<Self, Error> {
        let tokens = vectors(("q", q), ("k", k), features)?;
        checks::same(("q", tokens), ("beta", betas.len()))?;
        let positions = checks::count("log decay", log_decays, features)?;
        checks::same(("q", tokens), ("log decay", positions))?;
        checks::betas(betas)?;
        checks::log_decays(log_decays, features)?;
        let (writes, decays) = (wide(betas), Decays::by_channel(log_decays, features));
        let scale = inverse_root(features);
        Ok(Self::new(Parts { q, k, features, writes, decays, erases: true, scale }))
    }

    /// A head of Mamba-2: Nemotron-H, Granite 4, Falcon H1.
    ///
    /// ```text
    /// S[t] = e^(A Δ[t]) S[t-1] + Δ[t] B[t] x[t]ᵀ        M[i, j] = (C[i] · B[j]) exp(Σ_{j < t ≤ i} A Δ[t]) Δ[j]
    /// ```
    ///
    /// The values are `x`, and the scale is 1. [`LinearHead::skip`] adds `D`.
    ///
    /// - `c`, `b`: (tokens, features), after the convolution; `steps`: `Δ`, one for each token, after bias and softplus
    /// - `a`: the head's `A`, which is at most 0; models store `ln(-A)`
    /// - errors: [`Error::Vectors`], [`Error::Positions`], [`Error::NotFinite`], [`Error::Step`], [`Error::Growing`]
    /// - source: Dao and Gu, "Transformers are SSMs", 2024, sections 2 and 6
    pub fn mamba2(c: &[T], b: &[T], features: usize, steps: &[T], a: f64) -> Result<Self, Error> {
        let writes = steps_of(c, b, features, steps)?;
        checks::setting("A", a)?;
        if a > 0.0 {
            return Err(Error::Growing { value: a });
        }
        let decays = Decays::by_token(writes.iter().map(|step| a * step).collect());
        Ok(Self::new(Parts { q: c, k: b, features, writes, decays, erases: false, scale: 1.0 }))
    }

    /// A head of Mamba-2 whose log decays `A Δ` are given, as files have them: see [`LinearHead::mamba2`].
    ///
    /// - `steps`, `log_decays`: `Δ` and `A Δ`, one for each token
    /// - errors: [`Error::Vectors`], [`Error::Positions`], [`Error::NotFinite`], [`Error::Step`], [`Error::LogDecay`]
    pub fn mamba2_decays(
        c: &[T],
        b: &[T],
        features: usize,
        steps: &[T],
        log_decays: &[T],
    ) -> Result<Self, Error> {
        let writes = steps_of(c, b, features, steps)?;
        checks::same(("C", writes.len()), ("log decay", log_decays.len()))?;
        checks::log_decays(log_decays, 1)?;
        let decays = Decays::by_token(wide(log_decays));
        Ok(Self::new(Parts { q: c, k: b, features, writes, decays, erases: false, scale: 1.0 }))
    }

    /// A head of simple GLA: `S[t] = e^g S[t-1] + k vᵀ`, one log decay for each token.
    ///
    /// - `q`, `k`: (tokens, features); `log_decays`: one for each token
    /// - errors: [`Error::Vectors`], [`Error::Positions`], [`Error::NotFinite`], [`Error::LogDecay`]
    /// - source: Yang et al., "Gated Linear Attention Transformers with Hardware-Efficient Training", 2023, with a
    ///   scalar gate
    pub fn simple_gla(q: &[T], k: &[T], features: usize, log_decays: &[T]) -> Result<Self, Error> {
        let tokens = vectors(("q", q), ("k", k), features)?;
        checks::same(("q", tokens), ("log decay", log_decays.len()))?;
        checks::log_decays(log_decays, 1)?;
        let (writes, decays) = (vec![1.0; tokens], Decays::by_token(wide(log_decays)));
        let scale = inverse_root(features);
        Ok(Self::new(Parts { q, k, features, writes, decays, erases: false, scale }))
    }

    /// A head of lightning attention: MiniMax-01. `S[t] = e^(-slope) S[t-1] + k vᵀ`, one slope for the head, and the scale 1.
    ///
    /// - `q`, `k`: (tokens, features)
    /// - errors: [`Error::Vectors`], [`Error::Positions`], [`Error::NotFinite`], [`Error::Negative`] for the slope
    /// - source: Qin et al., "Lightning Attention-2", 2024
    pub fn lightning(q: &[T], k: &[T], features: usize, slope: f64) -> Result<Self, Error> {
        let tokens = vectors(("q", q), ("k", k), features)?;
        checks::setting("the slope", slope)?;
        if slope < 0.0 {
            return Err(Error::Negative { name: "the slope", value: slope });
        }
        let (writes, decays) = (vec![1.0; tokens], Decays::by_token(vec![-slope; tokens]));
        Ok(Self::new(Parts { q, k, features, writes, decays, erases: false, scale: 1.0 }))
    }
}

/// The number of tokens of queries and keys, which must agree.
fn vectors<T: Number>(
    (left, q): (&'static str, &[T]),
    (right, k): (&'static str, &[T]),
    features: usize,
) -> Result<usize, Error> {
    let tokens = checks::count(left, q, features)?;
    checks::same((left, tokens), (right, checks::count(right, k, features)?))?;
    checks::finite(left, q, features)?;
    checks::finite(right, k, features)?;
    Ok(tokens)
}

/// The steps of Mamba-2, one for each token.
fn steps_of<T: Number>(c: &[T], b: &[T], features: usize, steps: &[T]) -> Result<Vec<f64>, Error> {
    let tokens = vectors(("C", c), ("B", b), features)?;
    checks::same(("C", tokens), ("the steps", steps.len()))?;
    checks::finite("the step", steps, 1)?;
    let writes = wide(steps);
    match writes.iter().position(|&step| step < 0.0) {
        Some(token) => Err(Error::Step { token, value: writes[token] }),
        None => Ok(writes),
    }
}

fn wide<T: Number>(cells: &[T]) -> Vec<f64> {
    cells.iter().map(|&cell| cell.into()).collect()
}

fn inverse_root(features: usize) -> f64 {
    1.0 / (features as f64).sqrt()
}
