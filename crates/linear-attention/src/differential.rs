//! Differential attention: one softmax minus a share of another.

use crate::checks;
use crate::error::Error;
use crate::head::checks_room;
use crate::number::Number;

/// A row of differential attention.
///
/// `M[i, j] = first[i, j] - λ · second[i, j]`, where both are weights after a softmax. What both heads attend to is
/// subtracted as noise. The weights are signed, and a row sums to `1 - λ`.
///
/// In version 1, `λ` is one number for each head, computed from learned vectors; in version 2 it is `sigmoid(λ[i])` of
/// each query, and the two softmaxes are two query heads of one group.
///
/// - edge case: a query without keys has a row of 0
/// - `first`, `second`, `row`: one number for each key
/// - errors: [`Error::Room`], [`Error::Setting`] for `λ`
/// - source: Ye et al., "Differential Transformer", 2024, equation 1
pub fn differential<T: Number>(
    first: &[T],
    second: &[T],
    lambda: f64,
    row: &mut [T],
) -> Result<(), Error> {
    checks_room("the second softmax", second.len(), first.len())?;
    checks_room("a row", row.len(), first.len())?;
    checks::setting("lambda", lambda)?;
    for ((to, &first), &second) in row.iter_mut().zip(first).zip(second) {
        *to = T::rounded(first.into() - lambda * second.into());
    }
    Ok(())
}
