//! `cargo xtask conformance PATH...`: runs case files through the core, natively and as wasm in
//! Node. `crates/cases` reads, runs and judges them; this task builds the program and runs Node.

mod node;

use std::fs;

use anyhow::{Context, Result, ensure};
use heedmap_cases::conformance::{self, Outcome};

use crate::paths::in_root;
use crate::tools::node_version;

const DOCS: &str = "docs/conformance.md";

/// Runs all cases under the paths, and returns whether all passed. The last line is `N passed, N
/// failed`.
pub(crate) fn run(paths: &[String]) -> Result<bool> {
    ensure!(!paths.is_empty(), "conformance wants files or folders");
    Ok(outcome(paths)?.failures.is_empty())
}

/// Runs the fixtures and writes `docs/conformance.md`; returns whether all cases passed.
pub(crate) fn write_docs() -> Result<bool> {
    let Some(text) = document()? else {
        return Ok(false);
    };
    fs::create_dir_all(in_root("docs"))?;
    fs::write(in_root(DOCS), text).with_context(|| format!("{DOCS} could not be written"))?;
    println!("xtask: wrote {DOCS}");
    Ok(true)
}

/// Runs the fixtures, and fails if a case fails or the document is out of date.
pub(crate) fn check_docs() -> Result<()> {
    let text = document()?.context("a case failed")?;
    let written = fs::read_to_string(in_root(DOCS)).unwrap_or_default();
    // A checkout may have changed the line ends of the file.
    ensure!(
        written.replace('\r', "") == text,
        "{DOCS} is out of date: `cargo xtask conformance --write-docs` updates it"
    );
    Ok(())
}

/// The expected document, or `None` if a case failed.
fn document() -> Result<Option<String>> {
    let outcome = outcome(&[in_root("fixtures").to_string_lossy().into_owned()])?;
    Ok(outcome.failures.is_empty().then(|| conformance::document(&outcome.measures)))
}

fn outcome(paths: &[String]) -> Result<Outcome> {
    // Without Node every wasm case would fail; one message is clearer.
    node_version()?;
    conformance::run(paths, &node::run)
}
