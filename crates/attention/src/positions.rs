//! Sinusoidal positions: a pattern of waves that encodes the position of a token.
//!
//! "Attention Is All You Need" (Vaswani et al., 2017), section 3.5. Learned or hand-written
//! positions are given as a matrix.

use crate::error::Error;
use crate::matrix::{Matrix, cell_count};

/// The base of the geometric sequence of wavelengths, from the paper.
const BASE: f64 = 10_000.0;

/// How fast the frequencies fall from one pair of features to the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Exponent {
    /// `i / d_model` for the even feature `i`, as in the paper.
    #[default]
    Textbook,
    /// `2i / d_model` for the even feature `i`.
    ///
    /// A common mistake: the paper's `i` counts pairs, but here `i` already runs over the features
    /// 0, 2, 4, …, so the exponent is doubled once too often and the frequencies fall twice as
    /// fast.
    Doubled,
}

/// The sinusoidal positions of `rows` consecutive tokens.
///
/// `positions[r, i] = sin(p / 10000^e)` for even `i` and `cos(p / 10000^e)` for odd `i`, with `p =
/// first_position + r` and `e` from [`Exponent`], taken at the even feature of the pair.
///
/// Each pair of features is like the hand of a clock. Neighboring pairs turn at different speeds,
/// so that no two positions get the same features, and a shift is a rotation.
///
/// - edge case: with an odd `d_model` the last feature is a sine without its cosine
/// - returns: (rows, `d_model`)
/// - errors: [`Error::NoTokens`] and [`Error::NoFeatures`] for a size of 0,
///   [`Error::NotFinite`] for the first position, [`Error::TooManyCells`]
#[doc(alias = "positional_encoding")]
pub fn sinusoidal(
    first_position: f64,
    rows: usize,
    d_model: usize,
    exponent: Exponent,
) -> Result<Matrix, Error> {
    sinusoidal_of_base(BASE, first_position, rows, d_model, exponent)
}

/// [`sinusoidal`] with another base than the paper's 10000.
///
/// `positions[r, i] = sin(p / base^e)` or `cos(p / base^e)`. The wavelengths go from 2π to almost
/// 2π · base. With a larger base the slow pairs distinguish positions in longer texts.
///
/// - edge case: with a base of 1 all pairs turn alike; below 1 the later pairs turn faster
/// - returns: (rows, `d_model`)
/// - errors: those of [`sinusoidal`], and [`Error::NotPositive`] for the base
pub fn sinusoidal_of_base(
    base: f64,
    first_position: f64,
    rows: usize,
    d_model: usize,
    exponent: Exponent,
) -> Result<Matrix, Error> {
    Error::unless_positive("the base", base)?;
    Error::unless_finite("the first position", first_position)?;
    Error::if_no_tokens("positions", rows)?;
    Error::if_no_features("positions", d_model)?;
    cell_count("positions", rows, d_model)?;
    let step = match exponent {
        Exponent::Textbook => 1.0,
        Exponent::Doubled => 2.0,
    };
    Ok(Matrix::from_fn(rows, d_model, |row, feature| {
        let even = feature - feature % 2;
        let wavelength = libm::pow(base, step * even as f64 / d_model as f64);
        let angle = (first_position + row as f64) / wavelength;
        if feature == even { libm::sin(angle) } else { libm::cos(angle) }
    }))
}
