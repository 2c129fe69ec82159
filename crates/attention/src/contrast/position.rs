//! Mistakes in where a token stands.

use super::error::ContrastError;
use super::given::Given;
use super::side::Side;
use super::{ALIBI_HEADS, ContrastSizes};
use crate::alibi::alibi_slopes;
use crate::heads::{Alignment, HeadOptions, Masks};
use crate::tensor::Tensor;

/// [`Mistake::Cache`](super::Mistake::Cache): a causal mask that starts at another place than behind
/// the cached keys.
pub(super) fn cache(
    sizes: ContrastSizes,
    past: usize,
    offset: usize,
) -> Result<[Side; 2], ContrastError> {
    let given = Given::drawn(sizes, past)?;
    let alignment = Alignment::Offset(i64::try_from(offset).unwrap_or(i64::MAX));
    let wrong = HeadOptions { causal: true, alignment, ..HeadOptions::default() };
    let right = HeadOptions { causal: true, ..HeadOptions::default() };
    Ok([given.attended::<f64>(&wrong, 0)?, given.attended::<f64>(&right, past)?])
}

/// [`Mistake::Padding`](super::Mistake::Padding): the mask of a sequence that is padded on the right,
/// laid over one that is padded on the left.
pub(super) fn padding_side(
    sizes: ContrastSizes,
    padding: usize,
) -> Result<[Side; 2], ContrastError> {
    let given = Given::drawn(sizes, 0)?;
    let length = sizes.tokens - padding;
    let wrong = real_tokens(sizes.tokens, |j| j < length)?;
    let right = left_padding(sizes.tokens, padding)?;
    let side = |mask: &Tensor<bool>| {
        let masks = Masks { padding: Some(mask), ..Masks::default() };
        given.attended::<f64>(&HeadOptions { masks, ..HeadOptions::default() }, 0)
    };
    Ok([side(&wrong)?, side(&right)?])
}

/// [`Mistake::Alibi`](super::Mistake::Alibi): a slope of the other sign.
pub(super) fn alibi_sign(sizes: ContrastSizes, slope: f64) -> Result<[Side; 2], ContrastError> {
    let given = Given::drawn(sizes, 0)?;
    let side = |slope: f64| {
        let alibi = Some(&[slope][..]);
        given.attended::<f64>(&HeadOptions { causal: true, alibi, ..HeadOptions::default() }, 0)
    };
    Ok([side(-slope)?, side(slope)?])
}

/// The slope of one of the heads.
pub(super) fn slope(head: usize) -> f64 {
    alibi_slopes(ALIBI_HEADS).get(head).copied().unwrap_or_default()
}

/// The mask over keys of a sequence that is padded on the left, (1, keys).
pub(super) fn left_padding(tokens: usize, padding: usize) -> Result<Tensor<bool>, ContrastError> {
    real_tokens(tokens, |j| j >= padding)
}

fn real_tokens(
    tokens: usize,
    is_real: impl Fn(usize) -> bool,
) -> Result<Tensor<bool>, ContrastError> {
    Ok(Tensor::new("the padding", &[1, tokens], (0..tokens).map(is_real).collect())?)
}
