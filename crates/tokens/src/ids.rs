//! Numbers that show which tokens are equal.

use std::collections::HashMap;

/// A number for each token, equal for equal tokens: the index of its first occurrence.
///
/// Repetitions can be searched in these numbers as well as in the ids of a vocabulary.
#[must_use]
pub fn ids<S: AsRef<str>>(tokens: &[S]) -> Vec<u32> {
    let mut first = HashMap::new();
    let places = tokens.iter().zip(0_u32..);
    places.map(|(token, at)| *first.entry(token.as_ref()).or_insert(at)).collect()
}
