//! The cells of one query.

/// The scores and exponentials of a query, with its ALiBi penalties: one number for each key.
#[derive(Clone, Copy)]
pub(crate) struct Cells<'a> {
    pub(crate) scores: &'a [f32],
    pub(crate) exponentials: &'a [f32],
    /// The penalties of the scores, and `exp` of their negatives.
    pub(crate) alibi: Option<(&'a [f32], &'a [f32])>,
}

impl Cells<'_> {
    /// The score of a key and its exponential.
    pub(crate) fn at(&self, key: usize) -> (f32, f32) {
        let (score, exponential) = (self.scores[key], self.exponentials[key]);
        match self.alibi {
            None => (score, exponential),
            Some((penalties, decays)) => (score - penalties[key], exponential * decays[key]),
        }
    }
}

/// The larger of two non-negative numbers.
///
/// Their bits have the same order. The larger of two integers needs no branch, and a branch on
/// random numbers would be predicted wrongly half of the time, four million times a picture.
pub(crate) fn larger_non_negative(a: f32, b: f32) -> f32 {
    let (a, b) = (a.to_bits() as i32, b.to_bits() as i32);
    let more = b.wrapping_sub(a);
    f32::from_bits((a + (more & !(more >> 31))) as u32)
}
