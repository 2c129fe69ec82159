//! One computation with its expected result.

use std::panic::{AssertUnwindSafe, catch_unwind};

use serde_json::Value;

/// A named case, or an error message if its description in the file is not valid.
pub(super) type Case = (String, Result<Box<dyn Work>, String>);

/// The work of a case on each target. Results are JSON, so that those of both targets can be judged
/// by the same code.
pub(super) trait Work {
    /// The computation in the core, natively; the error is the core's message.
    fn native(&self) -> Result<Value, String>;

    /// The same computation for `www/test/conformance.mjs`; its `run` names the function there.
    /// `None` if it cannot run there.
    fn request(&self) -> Option<Value>;

    /// Compares the computed values with those expected; the error names the one that is farthest
    /// off, and its difference.
    fn judge(&self, computed: &Value) -> Result<(), String>;

    /// The error of the computed values, for the table of all cases; `None` if the case has no
    /// distance.
    fn measure(&self, _computed: &Value) -> Option<Measure> {
        None
    }
}

/// The error of one case in one precision.
#[derive(Clone, Debug, PartialEq)]
pub struct Measure {
    /// The format of its file.
    pub format: &'static str,
    /// Its name.
    pub case: String,
    /// `f64` or `f32`.
    pub precision: &'static str,
    /// The error.
    pub distance: Distance,
}

/// The distance of computed values from the expected ones.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Distance {
    /// The largest difference of two values.
    pub error: f64,
    /// The largest quotient of a difference and its tolerance; more than 1 is a failure.
    pub share: f64,
}

impl Distance {
    pub(super) fn or_further(self, other: Self) -> Self {
        Self { error: self.error.max(other.error), share: self.share.max(other.share) }
    }
}

/// Runs a case natively. A panic in the core fails only that case.
pub(super) fn native(work: &dyn Work) -> Result<Value, String> {
    catch_unwind(AssertUnwindSafe(|| work.native()))
        .unwrap_or_else(|_| Err("the core panicked".to_owned()))
}
