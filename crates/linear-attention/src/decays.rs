//! The decays of a state.

use crate::number::Number;

/// How much of the state is left from one token to the next.
pub(crate) struct Decays<T> {
    /// `e^g` of each token; by channel, the largest.
    pub(crate) largest: Vec<f64>,
    /// By channel: `e^g - 1`, (tokens, channels): the difference from 1, so that 32 bits keep slow decays. A product of many
    /// decays is off by at most the sum of the log decays times the rounding.
    pub(crate) changes: Option<Vec<T>>,
}

impl<T: Number> Decays<T> {
    pub(crate) fn by_token(log_decays: Vec<f64>) -> Self {
        Self { largest: log_decays.into_iter().map(libm::exp).collect(), changes: None }
    }

    pub(crate) fn by_channel(log_decays: &[T], channels: usize) -> Self {
        let changes = log_decays.iter().map(|&decay| T::rounded(libm::expm1(decay.into())));
        let changes: Vec<T> = changes.collect();
        let most = |changes: &[T]| changes.iter().map(|&change| change.into()).fold(-1.0, f64::max);
        let largest = changes.chunks_exact(channels).map(|changes| 1.0 + most(changes)).collect();
        Self { largest, changes: Some(changes) }
    }
}
