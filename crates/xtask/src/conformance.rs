//! `cargo xtask conformance PATH...`: case files through the core, natively and through wasm in Node.
//!
//! A format reads a file into cases. A case runs natively, is written as a request for Node, and judges what either
//! gave: there is one judge for both. A file that is not what its format says is a failed case with a sentence.

mod case;
mod files;
mod node;
mod number;
mod rng_fixture;

use anyhow::{Result, ensure};
use serde_json::Value;

use case::{Case, Work, native};
use files::Skipped;

use crate::tools::node_version;

/// A format's name, as case files give it, and how its files are read.
struct Format {
    name: &'static str,
    cases: fn(&Value) -> Vec<Case>,
}

const FORMATS: [Format; 1] = [Format { name: "rng-fixture/1", cases: rng_fixture::cases }];

/// Runs every case under the paths, and says whether all passed. The last line is `N passed, N failed`.
pub(crate) fn run(paths: &[String]) -> Result<bool> {
    ensure!(!paths.is_empty(), "conformance wants files or folders");
    // Without Node every case would fail on its half, which says less than one sentence.
    node_version()?;
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
    let mut failures = found.failures;
    let mut passed = 0;
    let mut note = |name: &str, target: &str, verdict: Result<(), String>| match verdict {
        Ok(()) => passed += 1,
        Err(sentence) => failures.push(format!("{name} ({target}): {sentence}")),
    };
    for (name, work) in &works {
        let verdict = native(work.as_ref()).and_then(|computed| work.judge(&computed));
        note(name, "native", verdict);
    }
    let requests: Vec<Value> = works.iter().map(|(_, work)| work.request()).collect();
    for ((name, work), answer) in works.iter().zip(node::run(&requests)?) {
        let verdict = answer.and_then(|computed| work.judge(&computed));
        note(name, "wasm", verdict);
    }
    for failure in &failures {
        println!("FAILED {failure}");
    }
    println!("{passed} passed, {} failed", failures.len());
    Ok(failures.is_empty())
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
