//! Weights multiplied by the norms of their values.

use crate::error::Error;
use crate::head_map::{HeadMap, cell_count};

/// Whether weighted rows are renormalised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ValueWeighting {
    /// `w[i, j] · ‖v[j]‖`: the norm of what key `j` adds to the output, in the units of the values.
    Lengths,
    /// `w[i, j] · ‖v[j]‖ / Σⱼ w[i, j] · ‖v[j]‖`: the same as a share of the row, comparable with
    /// weights on one scale.
    Shares,
}

/// The norm of each vector, `‖v[j]‖ = √Σ v[j, c]²`.
///
/// - `vectors`: (keys, features), row-major
/// - returns: one norm for each key
/// - errors: [`Error::TooLarge`], [`Error::Cells`]
pub fn norms(vectors: &[f32], keys: usize, features: usize) -> Result<Vec<f64>, Error> {
    let cells = cell_count("v", keys, features)?;
    if vectors.len() != cells {
        let (name, queries, got) = ("v", keys, vectors.len());
        return Err(Error::Cells { name, queries, keys: features, cells, got });
    }
    let norm = |key: usize| {
        let vector = &vectors[key * features..(key + 1) * features];
        libm::sqrt(vector.iter().map(|&c| f64::from(c) * f64::from(c)).sum())
    };
    Ok((0..keys).map(norm).collect())
}

/// Multiplies weights by the norms of the values.
///
/// A head without anything to attend to puts its weight on a token whose value has a small norm, so
/// that it adds little. The weights alone suggest that this token matters most; their product with
/// the norms does not.
///
/// The paper takes the norm after the output projection, `‖w · f(x)‖` with `f(x) = (x W_V + b) W_O`
/// of this head. With `v` from a model's cache, this is the norm before the projection. Pass the
/// norms of `v W_O` to get the paper's definition.
///
/// - edge cases: a key of weight 0 gives 0, whatever its value. A row of zeros stays zeros, as
///   shares too. NaN in a weight, or in a value whose weight is not 0, makes its cell NaN, and as
///   shares its row
/// - `weights`: (queries, keys); `norms`: one for each key, see [`norms`]
/// - errors: [`Error::Entries`]
/// - source: Kobayashi et al., "Attention is Not Only a Weight", 2020, section 3
pub fn value_weighted(
    weights: &HeadMap,
    norms: &[f64],
    weighting: ValueWeighting,
) -> Result<HeadMap, Error> {
    Error::check_count(("norms", norms.len()), ("keys", weights.keys()))?;
    let mut cells = Vec::with_capacity(weights.cells().len());
    for row in weights.rows() {
        let length = |(&weight, norm): (&f32, &f64)| {
            if weight == 0.0 { 0.0 } else { f64::from(weight) * norm }
        };
        let lengths: Vec<f64> = row.iter().zip(norms).map(length).collect();
        let sum: f64 = lengths.iter().sum();
        let unit = match weighting {
            ValueWeighting::Lengths => 1.0,
            ValueWeighting::Shares if sum == 0.0 => 1.0,
            ValueWeighting::Shares => sum,
        };
        cells.extend(lengths.iter().map(|length| (length / unit) as f32));
    }
    Ok(HeadMap::made(weights.queries(), weights.keys(), cells))
}
