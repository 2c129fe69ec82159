//! Which tokens are the same.

use std::collections::HashMap;

/// A number for each token, the same for equal ones: the place where it first stands.
///
/// Repetitions can be looked for in these as well as in the ids of a vocabulary.
#[must_use]
pub fn ids<S: AsRef<str>>(tokens: &[S]) -> Vec<u32> {
    let mut first = HashMap::new();
    let places = tokens.iter().zip(0_u32..);
    places.map(|(token, at)| *first.entry(token.as_ref()).or_insert(at)).collect()
}
