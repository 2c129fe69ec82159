//! Pairs of residues of a protein from its attention.

use crate::error::Error;
use crate::head_map::HeadMap;

/// The symmetrized weights with the average product correction (APC), which show pairs of residues in contact.
///
/// ```text
/// F[i, j] = w[i, j] + w[j, i]
/// C[i, j] = F[i, j] − F[i, ·] F[·, j] / F[·, ·]
/// ```
///
/// A dot is the sum over the residues. A contact has no direction, so both directions are added. A residue that
/// attends to many others would seem to be in contact with all of them: the correction subtracts what the sums of its
/// row and its column explain. Results have either sign, and each row of them sums to 0.
///
/// - edge cases: tokens that are no residues, such as `<cls>` and `<eos>`, take part in no sum, and their cells are NaN. NaN in
///   a weight of two residues makes all cells NaN. If all weights are 0, so are the results
/// - `weights`: (tokens, tokens); `residues`: for each token, whether it is a residue
/// - returns: (tokens, tokens), symmetric
/// - errors: [`Error::NotSquare`], [`Error::Entries`]
/// - source: Rao et al., "Transformer protein language models are unsupervised structure learners", 2021; the
///   correction is by Dunn, Wahl and Gloor, 2008
pub fn contacts(weights: &HeadMap, residues: &[bool]) -> Result<HeadMap, Error> {
    let (queries, keys) = (weights.queries(), weights.keys());
    if queries != keys {
        return Err(Error::NotSquare { queries, keys });
    }
    Error::check_count(("tokens", residues.len()), ("keys", keys))?;
    let places: Vec<usize> = (0..keys).filter(|&at| residues[at]).collect();
    let cells = weights.cells();
    let both = |i: usize, j: usize| f64::from(cells[i * keys + j]) + f64::from(cells[j * keys + i]);
    let sums: Vec<f64> = places.iter().map(|&i| places.iter().map(|&j| both(i, j)).sum()).collect();
    let total: f64 = sums.iter().sum();
    let mut found = vec![f32::NAN; cells.len()];
    for (&i, down) in places.iter().zip(&sums) {
        for (&j, across) in places.iter().zip(&sums) {
            let expected = if total == 0.0 { 0.0 } else { down * across / total };
            found[i * keys + j] = (both(i, j) - expected) as f32;
        }
    }
    Ok(HeadMap::made(queries, keys, found))
}
