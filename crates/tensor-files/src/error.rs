//! Why a file was refused, each time as one sentence with the figures in it.

mod problem;
mod shown;

use std::fmt;
use std::sync::Arc;

pub use problem::Problem;
pub(crate) use shown::{characters, shown, shown_bytes};

/// Why a file was refused. Its sentence can be shown to a reader as it is.
///
/// Nothing of a refused file is kept: there is no partial listing. A copy is cheap.
#[derive(Clone, Debug, PartialEq, Eq)]
// Behind a pointer, because every function here may fail, and what is moved from each to its caller is code.
pub struct Error(Arc<Inner>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Inner {
    within: Option<String>,
    problem: Problem,
}

impl Error {
    /// The kind of problem in one word, for programs: see [`Problem::class`].
    #[must_use]
    pub fn class(&self) -> &'static str {
        self.0.problem.class()
    }

    /// What is wrong.
    #[must_use]
    pub fn problem(&self) -> &Problem {
        &self.0.problem
    }

    /// The tensor or the member of an archive that is meant; none if it is the file as such.
    #[must_use]
    pub fn within(&self) -> Option<&str> {
        self.0.within.as_deref()
    }

    /// Says in which tensor or member this is, unless that is known.
    pub(crate) fn named(mut self, name: &str) -> Self {
        // An error that is on its way has one owner.
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
    /// The error that this is in a tensor or member.
    pub(crate) fn within(self, name: &str) -> Error {
        Error::from(self).named(name)
    }
}

/// Fails if there is more than may be.
pub(crate) fn at_most(what: &'static str, got: u64, most: u64) -> Result<(), Error> {
    if got > most { Err(Problem::Limit { what, got, most }.into()) } else { Ok(()) }
}
