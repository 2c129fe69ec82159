//! One computation with its expected outcome.

use std::panic::{AssertUnwindSafe, catch_unwind};

use serde_json::Value;

/// A case by name. One that its file does not describe well has a sentence in place of its work.
pub(super) type Case = (String, Result<Box<dyn Work>, String>);

/// What a case does on each target. Results are JSON, so that native ones and those of Node meet one judge.
pub(super) trait Work {
    /// The computation in the core, natively; an error is the core's sentence.
    fn native(&self) -> Result<Value, String>;

    /// The same computation for `www/test/conformance.mjs`; its `run` names the function there. None if it cannot be
    /// asked there.
    fn request(&self) -> Option<Value>;

    /// Whether the computed values are those expected; an error says which is furthest off, and by how much.
    fn judge(&self, computed: &Value) -> Result<(), String>;

    /// How far the computed values are from those expected, for the table of all cases; none if distance is no measure.
    fn measure(&self, _computed: &Value) -> Option<Measure> {
        None
    }
}

/// How far one case is off in one precision.
#[derive(Clone, Debug, PartialEq)]
pub struct Measure {
    /// The format of its file.
    pub format: &'static str,
    /// Its name.
    pub case: String,
    /// `f64` or `f32`.
    pub precision: &'static str,
    /// How far.
    pub distance: Distance,
}

/// How far computed values are from the expected ones.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Distance {
    /// The largest difference of two values.
    pub error: f64,
    /// The largest share of its tolerance that a difference takes up; more than 1 is a failure.
    pub share: f64,
}

impl Distance {
    pub(super) fn or_further(self, other: Self) -> Self {
        Self { error: self.error.max(other.error), share: self.share.max(other.share) }
    }
}

/// Runs a case natively. A panic in the core fails that case alone.
pub(super) fn native(work: &dyn Work) -> Result<Value, String> {
    catch_unwind(AssertUnwindSafe(|| work.native()))
        .unwrap_or_else(|_| Err("the core panicked".to_owned()))
}
