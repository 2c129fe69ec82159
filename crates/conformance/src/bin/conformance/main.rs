//! `cargo xtask conformance` runs this program in the root of the repository, after it has built the wasm:
//!
//! - `PATH...` runs case files, or folders of them, natively and as wasm in Node. The last line is `N passed,
//!   N failed`.
//! - `--write-docs` runs the fixtures and writes `docs/conformance.md`.
//! - `--check-docs` runs the fixtures, and fails if the document is out of date.

mod node;

use std::fs;
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};
use heedmap_conformance::runner::{self, Outcome};

const FIXTURES: &str = "fixtures";
const DOCS: &str = "docs/conformance.md";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let passed = match arguments.as_slice() {
        [flag] if flag == "--write-docs" => write_docs(),
        [flag] if flag == "--check-docs" => check_docs().map(|()| true),
        paths => run(paths),
    };
    match passed {
        Ok(true) => ExitCode::SUCCESS,
        // What failed has been printed.
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("conformance: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Runs all cases under the paths, and returns whether all passed.
fn run(paths: &[String]) -> Result<bool> {
    ensure!(!paths.is_empty(), "conformance wants files or folders");
    Ok(outcome(paths)?.failures.is_empty())
}

/// Runs the fixtures and writes the document; returns whether all cases passed.
fn write_docs() -> Result<bool> {
    let Some(text) = document()? else {
        return Ok(false);
    };
    fs::write(DOCS, text).with_context(|| format!("{DOCS} could not be written"))?;
    println!("conformance: wrote {DOCS}");
    Ok(true)
}

/// Runs the fixtures, and fails if a case fails or the document is out of date.
fn check_docs() -> Result<()> {
    let text = document()?.context("a case failed")?;
    let written = fs::read_to_string(DOCS).unwrap_or_default();
    // A checkout may have changed the line ends of the file.
    ensure!(
        written.replace('\r', "") == text,
        "{DOCS} is out of date: `cargo xtask conformance --write-docs` updates it"
    );
    Ok(())
}

/// The expected document, or `None` if a case failed.
fn document() -> Result<Option<String>> {
    let outcome = outcome(&[FIXTURES.to_owned()])?;
    Ok(outcome.failures.is_empty().then(|| runner::document(&outcome.measures)))
}

fn outcome(paths: &[String]) -> Result<Outcome> {
    runner::run(paths, &node::run)
}
