//! Numbers that identify equal tokens.

use std::collections::HashMap;

/// A number for each token, equal for equal tokens: the index of its first occurrence.
///
/// Repetitions can be found in these numbers as in the ids of a vocabulary.
#[must_use]
pub fn ids<S: AsRef<str>>(tokens: &[S]) -> Vec<u32> {
    let mut first = HashMap::new();
    let numbered = tokens.iter().zip(0_u32..);
    numbered.map(|(token, index)| *first.entry(token.as_ref()).or_insert(index)).collect()
}
