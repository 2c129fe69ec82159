//! Case files through the core, natively and through wasm: what `cargo xtask conformance PATH...` runs.
//!
//! The task computes the wasm half in Node; see [`Elsewhere`].
//!
//! A format reads a file into cases. A case runs natively, is written as a request for Node, and judges what either
//! gave: there is one judge for both. A file that is not what its format says is a failed case with a sentence.

mod bad_files;
mod case;
mod docs;
mod expected;
mod files;
mod number;
mod rng_fixture;
mod tensor_case;

use std::path::Path;

use serde_json::Value;

use case::{Case, Work, native};
use files::Skipped;

pub use bad_files::FILE;
pub use case::{Distance, Measure};
pub use docs::document;

/// Computes requests in another place, in their order: each is answered with its values or a sentence.
pub type Elsewhere<'a, E> = dyn Fn(&[Value]) -> Result<Vec<Result<Value, String>>, E> + 'a;

/// A format's name, as case files give it, and how its files are read.
struct Format {
    name: &'static str,
    cases: Cases,
}

/// How the cases of a file are read.
enum Cases {
    /// From the file alone.
    Here(fn(&Value) -> Vec<Case>),
    /// From the file and those beside it that it lists, in this folder.
    Beside(fn(&Value, &Path) -> Vec<Case>),
}

const FORMATS: [Format; 4] = [
    Format { name: "attn-case/1", cases: Cases::Here(tensor_case::attn_cases) },
    Format { name: "badfiles-index/1", cases: Cases::Beside(bad_files::cases) },
    Format { name: "onnx-case/1", cases: Cases::Here(tensor_case::onnx_cases) },
    Format { name: "rng-fixture/1", cases: Cases::Here(rng_fixture::cases) },
];

/// How the cases of some paths went.
pub struct Outcome {
    /// How many cases passed, natively and in wasm.
    pub passed: usize,
    /// A sentence for each that failed.
    pub failures: Vec<String>,
    /// For each case that measures a distance: the case natively and in wasm.
    pub measures: Vec<[Measure; 2]>,
}

/// Runs every case under the paths and prints how each failed. The last line is `N passed, N failed`.
///
/// # Errors
///
/// What keeps the wasm half from being asked.
pub fn run<E>(paths: &[String], in_wasm: &Elsewhere<'_, E>) -> Result<Outcome, E> {
    let mut found = files::find(paths);
    report_skipped(&found.skipped);
    let works: Vec<(String, Box<dyn Work>)> = found
        .cases
        .into_iter()
        .filter_map(|(name, work)| match work {
            Ok(work) => Some((name, work)),
            Err(sentence) => {
                found.failures.push(format!("{name}: {sentence}"));
                None
            }
        })
        .collect();
    let mut outcome = Outcome { passed: 0, failures: found.failures, measures: Vec::new() };
    let requests: Vec<Value> = works.iter().filter_map(|(_, work)| work.request()).collect();
    let mut answers = in_wasm(&requests)?.into_iter();
    for (name, work) in &works {
        let in_wasm = work.request().and_then(|_| answers.next());
        outcome.take(name, work.as_ref(), &native(work.as_ref()), in_wasm.as_ref());
    }
    for failure in &outcome.failures {
        println!("FAILED {failure}");
    }
    println!("{} passed, {} failed", outcome.passed, outcome.failures.len());
    Ok(outcome)
}

impl Outcome {
    /// Judges the answers to a case, natively and, if it was asked there, in wasm.
    fn take(
        &mut self,
        name: &str,
        work: &dyn Work,
        native: &Result<Value, String>,
        in_wasm: Option<&Result<Value, String>>,
    ) {
        let answers = [("native", Some(native)), ("wasm", in_wasm)];
        for (target, answer) in answers {
            let Some(answer) = answer else {
                continue;
            };
            match answer.as_ref().map_err(String::clone).and_then(|values| work.judge(values)) {
                Ok(()) => self.passed += 1,
                Err(sentence) => self.failures.push(format!("{name} ({target}): {sentence}")),
            }
        }
        let measure = |answer: &Result<Value, String>| work.measure(answer.as_ref().ok()?);
        if let (Some(native), Some(in_wasm)) = (measure(native), in_wasm.and_then(measure)) {
            self.measures.push([native, in_wasm]);
        }
    }
}

/// Says which files of a folder were passed over, a line for each reason.
fn report_skipped(skipped: &[Skipped]) {
    let mut reasons: Vec<&str> = skipped.iter().map(|file| file.reason.as_str()).collect();
    reasons.sort_unstable();
    reasons.dedup();
    for reason in reasons {
        let mut files = skipped.iter().filter(|file| file.reason == reason);
        let first = files.next().map_or("", |file| file.path.as_str());
        match files.count() {
            0 => println!("skipped {first}: {reason}"),
            others => println!("skipped {first} and {others} more: {reason}"),
        }
    }
}
