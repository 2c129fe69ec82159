//! Which tokens are the same.

/// A number for each token, the same for equal ones: the place where it first stands.
///
/// Repetitions can be looked for in these as well as in the ids of a vocabulary.
#[must_use]
pub fn ids<S: AsRef<str>>(tokens: &[S]) -> Vec<u32> {
    let mut order: Vec<usize> = (0..tokens.len()).collect();
    order.sort_by_key(|&at| tokens[at].as_ref());
    let mut ids = vec![0; tokens.len()];
    let mut first = 0;
    for (place, &at) in order.iter().enumerate() {
        // The order of equal tokens is that of the text, so the first of them comes first.
        if place == 0 || tokens[order[place - 1]].as_ref() != tokens[at].as_ref() {
            first = u32::try_from(at).unwrap_or(u32::MAX);
        }
        ids[at] = first;
    }
    ids
}
