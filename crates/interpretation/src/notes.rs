//! Notes about what a reading takes from names and metadata.

use crate::axis::Axis;
use crate::candidate::Candidate;
use crate::corrections::Corrections;
use crate::message::Note;

/// The number of texts of a batch, if there are several.
pub(crate) fn batch_in(shape: &[u64], axes: &[Axis]) -> Option<u64> {
    let mut batches =
        shape.iter().zip(axes).filter(|&(&length, &axis)| axis == Axis::Fixed && length > 1);
    batches.next().map(|(&length, _)| length)
}

/// Notes about axes, batches and the numbers of layers and heads.
pub(crate) fn reading_notes(
    candidate: &Candidate,
    corrections: &Corrections,
    axes: &[Axis],
) -> Vec<Note> {
    let Candidate { stack, unsure, early, .. } = candidate;
    let shape = stack.shape();
    let mut notes = Vec::new();
    if *unsure && corrections.axes.is_none() {
        notes.push(Note::Unsure { shape: shape.to_vec(), axes: axes.to_vec() });
    }
    if *early && corrections.rope.is_none() {
        notes.push(Note::BeforeRope);
    }
    if let Some(length) = batch_in(shape, axes) {
        notes.push(Note::BatchOf { length: length as f64, at: corrections.batch.unwrap_or(0.0) });
    }
    let is_numbered =
        |numbers: &&Vec<f64>| numbers.iter().zip(0..).any(|(&number, at)| number != f64::from(at));
    if let Some(numbers) = stack.numbers.as_ref().filter(is_numbered) {
        notes.push(match numbers[..] {
            [number] => Note::NumberedOne { number },
            _ => Note::Numbered { list: numbers.clone() },
        });
    }
    if let Some(heads) = stack.heads.as_ref().filter(is_numbered) {
        notes.push(Note::NumberedHeads { list: heads.clone() });
    }
    notes
}
