//! Runs case files through the core, natively and as wasm, for `cargo xtask conformance PATH...`.
//!
//! The program `conformance` of this crate computes the wasm half in Node; see [`Elsewhere`].
//!
//! A format reads a file into cases. A case runs natively, makes a request for Node, and judges the
//! results of both with the same code. A file that does not follow its format is a failed case with
//! a message.

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

pub use case::{Distance, Measure};
pub use docs::document;

/// Computes requests in another process, in order: each has values or an error message as its
/// result.
pub type Elsewhere<'a, E> = dyn Fn(&[Value]) -> Result<Vec<Result<Value, String>>, E> + 'a;

/// The name of a format in case files, and the function that reads its files.
struct Format {
    name: &'static str,
    cases: Cases,
}

/// How the cases of a file are read.
enum Cases {
    /// The file contains them.
    Contained(fn(&Value) -> Vec<Case>),
    /// The file lists other files of its folder, and each is a case.
    Listed(fn(&Value, &Path) -> Vec<Case>),
}

const FORMATS: [Format; 5] = [
    Format { name: "attn-case/1", cases: Cases::Contained(tensor_case::attn_cases) },
    Format { name: "badfiles-index/1", cases: Cases::Listed(bad_files::cases) },
    Format { name: "onnx-case/1", cases: Cases::Contained(tensor_case::onnx_cases) },
    Format { name: "rng-fixture/1", cases: Cases::Contained(rng_fixture::cases) },
    Format { name: "variant-case/1", cases: Cases::Contained(tensor_case::variant_cases) },
];

/// The results of the cases of some paths.
pub struct Outcome {
    /// The number of cases that passed, natively and in wasm.
    pub passed: usize,
    /// A message for each case that failed.
    pub failures: Vec<String>,
    /// The errors of each case that has one, natively and in wasm.
    pub measures: Vec<[Measure; 2]>,
}

/// Runs all cases under the paths and prints why each failed case failed. The last line is `N
/// passed, N failed`.
///
/// # Errors
///
/// The error that prevents the wasm half from running.
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
    /// Judges the results of a case, natively and, if it ran there, in wasm.
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

/// Prints which files of a folder were skipped, one line for each reason.
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
