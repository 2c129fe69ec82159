//! Whether tokens that are added to open files belong to them.

use crate::axis::Axis;
use crate::corrections::Corrections;
use crate::found::Found;
use crate::interpret::interpret;
use crate::listing::File;
use crate::message::Note;
use crate::tokens::side_of;

/// Why added tokens do not belong to open files, which are read with the corrections; `None` if they do. In a model with
/// several parts, they may be those of another part than the open one.
#[must_use]
pub fn unfit_tokens(present: &[File], added: &[File], corrections: &Corrections) -> Option<Note> {
    let with_tensors = present.iter().filter(|file| !file.tensors.is_empty());
    let all: Vec<File> = with_tensors.map(bare).chain(added.iter().cloned()).collect();
    // Tokens of other texts may be why an axis is read as a batch.
    let axes = corrections.axes.clone().or_else(|| axes_of(present, corrections));
    let note = note_of(&all, &Corrections { axes, ..corrections.clone() })?;
    let candidates = interpret(&all, &Corrections::default()).candidates.len();
    let fits = |candidate| {
        note_of(&all, &Corrections { candidate: Some(candidate), ..Corrections::default() })
            .is_none()
    };
    (!(0..candidates).any(fits)).then_some(note)
}

/// A file without its tokens.
fn bare(file: &File) -> File {
    let mut bare =
        File { tokens: Vec::new(), texts: Vec::new(), key_tokens: Vec::new(), ..file.clone() };
    bare.metadata.retain(|(key, _)| side_of(key).is_none());
    bare
}

/// The axes of the weights as they are read.
fn axes_of(files: &[File], corrections: &Corrections) -> Option<Vec<Option<Axis>>> {
    let found = interpret(files, corrections);
    let part = found.reading()?.weights.first()?;
    Some(part.axes.iter().copied().map(Some).collect())
}

/// The note about tokens that are none of the heads.
fn note_of(files: &[File], corrections: &Corrections) -> Option<Note> {
    let Found::Read { notes, .. } = interpret(files, corrections).outcome?.result else {
        return None;
    };
    notes.into_iter().find(|note| matches!(note, Note::TokenCount { .. } | Note::TextCount { .. }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::listing::Tensor;

    fn heads(names: &[(&str, u64)], metadata: &[(&str, &str)]) -> File {
        let tensor = |&(name, keys): &(&str, u64)| Tensor::new(name, "<f4", &[2, 2, keys, keys]);
        File {
            tensors: names.iter().map(tensor).collect(),
            metadata: metadata.iter().map(|&(key, text)| (key.into(), text.into())).collect(),
            ..File::default()
        }
    }

    fn tokens(count: usize) -> File {
        let tokens = (0..count).map(|at| format!("w{at}")).collect();
        File { id: 1, tokens, ..File::default() }
    }

    fn unfit(present: File, count: usize) -> Option<Note> {
        unfit_tokens(&[present], &[tokens(count)], &Corrections::default())
    }

    #[test]
    fn tokens_of_another_count_are_refused_with_both_counts() {
        let present = heads(&[("attention", 4)], &[]);
        assert_eq!(unfit(present.clone(), 4), None);
        let note = Some(Note::TokenCount { tokens: 7.0, keys: 4.0 });
        assert_eq!(unfit(present, 7), note);
    }

    #[test]
    fn added_tokens_take_the_place_of_those_of_the_file() {
        let list = r#"["a", "b", "c", "d"]"#;
        for key in ["tokens", "labels", "key_tokens", "input_tokens"] {
            let present = heads(&[("attention", 4)], &[(key, list)]);
            assert_eq!(unfit(present.clone(), 4), None, "{key}");
            assert!(unfit(present, 5).is_some(), "{key}");
        }
    }

    #[test]
    fn tokens_of_another_part_belong_to_the_files() {
        let present = heads(&[("encoder.attention", 4), ("decoder.attention", 6)], &[]);
        assert_eq!(unfit(present.clone(), 4), None);
        assert_eq!(unfit(present.clone(), 6), None);
        assert!(unfit(present, 5).is_some());
    }
}
