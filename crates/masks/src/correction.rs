//! Corrections of mistyped expressions.

use std::ops::Range;

use crate::error::{Error, ParseProblem};
use crate::syntax::SIGNS;

/// A replacement that corrects a mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Correction {
    /// The columns of the mistake, as in [`Parsed::columns`](crate::Parsed::columns).
    pub columns: Range<usize>,
    /// The word to write instead.
    pub word: &'static str,
}

impl Correction {
    /// The text with the correction. Blanks are added where the word would touch another one.
    ///
    /// - `text`: the text that was rejected
    #[must_use]
    pub fn apply(&self, text: &str) -> String {
        let before: String = text.chars().take(self.columns.start.saturating_sub(1)).collect();
        let after: String = text.chars().skip(self.columns.end.saturating_sub(1)).collect();
        let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | ')');
        let start = if before.chars().next_back().is_some_and(is_part) { " " } else { "" };
        let end = match after.chars().next() {
            Some(c) if c.is_ascii_alphanumeric() || matches!(c, '_') => " ",
            // A clause is followed by its arguments, an operator by an operand.
            Some('(') if SIGNS.iter().any(|(_, word)| *word == self.word) => " ",
            _ => "",
        };
        format!("{before}{start}{}{end}{after}", self.word)
    }
}

impl Error {
    /// The correction that the message suggests, if it suggests one.
    #[must_use]
    pub fn correction(&self) -> Option<Correction> {
        let Error::Parse { column, problem } = self else { return None };
        let (length, word) = match problem {
            ParseProblem::UnknownClause { name, nearest } => (name.chars().count(), (*nearest)?),
            ParseProblem::Sign { sign, word } => (sign.chars().count(), *word),
            _ => return None,
        };
        Some(Correction { columns: *column..column + length, word })
    }
}
