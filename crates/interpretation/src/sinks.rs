//! Sinks: a score of each head, or a column of the weights.

use crate::candidate::Candidate;
use crate::extent::Extent;
use crate::message::Note;
use crate::metadata::Sinks;

/// Learned sinks that fit the layers and heads.
pub(crate) struct SinksFound {
    pub scores: Option<Vec<Vec<f64>>>,
    /// Whether key 0 is a sink.
    pub is_column: bool,
    pub note: Option<Note>,
}

impl SinksFound {
    pub(crate) fn of(candidate: &Candidate, &Extent { layers, heads, .. }: &Extent) -> Self {
        let none = Self { scores: None, is_column: false, note: None };
        match &candidate.sinks {
            None => none,
            Some(Sinks::Column) => Self { is_column: true, ..none },
            Some(Sinks::Scores(scores)) => {
                let fits = scores.len() as u64 == layers
                    && scores.iter().all(|row| row.len() as u64 == heads);
                if fits {
                    return Self { scores: Some(scores.clone()), is_column: true, ..none };
                }
                let shape = vec![scores.len() as u64, scores.first().map_or(0, Vec::len) as u64];
                let (layers, heads) = (layers as f64, heads as f64);
                Self { note: Some(Note::SinksLeft { shape, layers, heads }), ..none }
            }
        }
    }
}
