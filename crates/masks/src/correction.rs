//! Corrections of mistyped expressions.

use std::ops::Range;

use crate::clause::CLAUSES;
use crate::error::{Error, ParseProblem};

/// The largest edit distance between a word and the clause that is suggested for it.
const MAX_DISTANCE: usize = 2;

/// The signs of other languages, and the words that replace them. A sign comes before its own
/// beginning: `&&` before `&`.
const SIGNS: [(&str, &str); 6] =
    [("&&", "and"), ("&", "and"), ("||", "or"), ("|", "or"), ("!", "not"), ("~", "not")];

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
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | ')');
        let start = if before.chars().next_back().is_some_and(is_part) { " " } else { "" };
        let end = match after.chars().next() {
            Some(c) if c.is_alphanumeric() || matches!(c, '_') => " ",
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

/// The sign at the beginning of a text, and the word that replaces it.
pub(crate) fn sign(text: &[char]) -> Option<(&'static str, &'static str)> {
    let begins = |sign: &str| sign.chars().enumerate().all(|(at, c)| text.get(at) == Some(&c));
    SIGNS.into_iter().find(|(sign, _)| begins(sign))
}

/// The clause whose name has the smallest edit distance to a word; the first one if there are
/// several.
pub(crate) fn nearest(word: &str) -> Option<&'static str> {
    CLAUSES
        .into_iter()
        .map(|(name, _)| (strsim::osa_distance(word, name), name))
        .filter(|(distance, _)| *distance <= MAX_DISTANCE)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

/// The end of the message about an unknown clause.
pub(crate) fn names(nearest: Option<&str>) -> String {
    match nearest {
        Some(name) => format!("did you mean `{name}`?"),
        None => format!("there are {}", CLAUSES.map(|(name, _)| name).join(", ")),
    }
}
