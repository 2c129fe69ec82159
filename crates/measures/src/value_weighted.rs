//! Weights times what they are weights of.

use crate::error::Error;
use crate::head_map::{HeadMap, cell_count};

/// Whether weighted rows are brought back to 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueWeighting {
    /// `w[i, j] · ‖v[j]‖`: the length of what key `j` adds to the output, in the units of the values.
    Lengths,
    /// `w[i, j] · ‖v[j]‖ / Σⱼ w[i, j] · ‖v[j]‖`: the same as shares of a row, which can be compared
    /// with weights on one scale.
    Shares,
}

/// The length of each vector, `‖v[j]‖ = √Σ v[j, c]²`.
///
/// - `vectors`: (keys, features), row-major
/// - returns: one length a key
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

/// Weights times the lengths of the values.
///
/// A head that has nothing to say leaves its weight on a token whose value is short, so that little
/// is added. The weights alone look as if that token mattered most; their product with the value
/// does not.
///
/// The paper takes the length after the output projection, `‖w · f(x)‖` with `f(x) = (x W_V + b) W_O`
/// of this head. With `v` as models cache it, this is the length before it. Give it the norms of
/// `v W_O` and it is the paper's.
///
/// - edge cases: a key of weight 0 gives 0, whatever its value holds. A row of zeros stays zeros, as
///   shares too. NaN in a weight or in a value that is looked at makes its cell NaN, and its row in
///   shares
/// - `weights`: (queries, keys); `norms`: one a key, as [`norms`] gives them
/// - errors: [`Error::Entries`]
/// - source: Kobayashi et al., "Attention is Not Only a Weight", 2020, section 3
pub fn value_weighted(
    weights: &HeadMap,
    norms: &[f64],
    weighting: ValueWeighting,
) -> Result<HeadMap, Error> {
    Error::unless_one_each(("norms", norms.len()), ("keys", weights.keys()))?;
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
