//! `cargo xtask conformance PATH...`: builds the wasm, then runs the program `conformance` of `crates/conformance`.
//! The program is not part of xtask because it contains the core, which other tasks do not need compiled.

use std::path::absolute;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::process::{cargo, run as run_command};
use crate::tools::node_version;
use crate::wasm;

/// Runs all cases under the paths, and returns whether all passed. The last line is `N passed, N
/// failed`.
pub(crate) fn run(paths: &[String]) -> Result<bool> {
    ensure!(!paths.is_empty(), "conformance wants files or folders");
    let mut command = program()?;
    for path in paths {
        // Paths are relative to the caller's folder.
        command.arg(absolute(path).with_context(|| format!("{path} is not a path"))?);
    }
    Ok(command.status().context("cargo could not be started")?.success())
}

/// Runs the fixtures and writes `docs/conformance.md`; returns whether all cases passed.
pub(crate) fn write_docs() -> Result<bool> {
    let mut command = program()?;
    Ok(command.arg("--write-docs").status().context("cargo could not be started")?.success())
}

/// Runs the fixtures, and fails if a case fails or the document is out of date.
pub(crate) fn check_docs() -> Result<()> {
    let mut command = program()?;
    command.arg("--check-docs");
    run_command(command)
}

/// A command that runs the program, without arguments.
fn program() -> Result<Command> {
    // Without Node every wasm case would fail; one message is clearer.
    node_version()?;
    // Files are read by the page's own program of the Models room.
    wasm::build_page()?;
    wasm::build_conformance()?;
    Ok(cargo(&["run", "--package", "heedmap-conformance", "--bin", "conformance", "--"]))
}
