//! Why a file was rejected, as one sentence with the figures.

mod problem;
mod shown;

use std::fmt;
use std::sync::Arc;

pub use problem::Problem;
pub(crate) use shown::{characters, shown, shown_bytes};

/// Why a file was rejected. The message can be shown to a reader.
///
/// Nothing of a rejected file is kept: there is no partial listing. Cloning is cheap.
#[derive(Clone, Debug, PartialEq, Eq)]
// Behind a pointer, because nearly every function can fail, and moving a large error would add code to
// each caller.
pub struct Error(Arc<Inner>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Inner {
    within: Option<String>,
    problem: Problem,
}

impl Error {
    /// The kind of problem in one word, for use in code: see [`Problem::class`].
    #[must_use]
    pub fn class(&self) -> &'static str {
        self.0.problem.class()
    }

    /// The problem.
    #[must_use]
    pub fn problem(&self) -> &Problem {
        &self.0.problem
    }

    /// The tensor or the archive member with the problem, or `None` if it is the file itself.
    #[must_use]
    pub fn within(&self) -> Option<&str> {
        self.0.within.as_deref()
    }

    /// Adds the name of the tensor or member, if it is not set yet.
    pub(crate) fn named(mut self, name: &str) -> Self {
        // The error was just created and has one owner.
        if let (Some(inner), false) = (Arc::get_mut(&mut self.0), name.is_empty()) {
            inner.within.get_or_insert_with(|| name.to_owned());
        }
        self
    }
}

impl std::error::Error for Error {}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(name) = self.within() {
            write!(f, "`{}`: ", shown(name))?;
        }
        self.0.problem.fmt(f)
    }
}

impl From<Problem> for Error {
    fn from(problem: Problem) -> Self {
        Self(Arc::new(Inner { within: None, problem }))
    }
}

impl Problem {
    /// The problem as an error of a tensor or member.
    pub(crate) fn within(self, name: &str) -> Error {
        Error::from(self).named(name)
    }
}

/// Fails if the number exceeds its maximum.
pub(crate) fn at_most(what: &'static str, got: u64, most: u64) -> Result<(), Error> {
    if got > most { Err(Problem::Limit { what, got, most }.into()) } else { Ok(()) }
}
