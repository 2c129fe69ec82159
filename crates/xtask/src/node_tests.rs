//! The JavaScript tests, which `www/test/run.mjs` runs two files at a time.

use std::process::Command;

use anyhow::Result;

use crate::chromium;
use crate::paths::in_root;
use crate::process::{node, run};

/// The list of browser test files that passed only in their second run, from the root. It grows until
/// `cargo xtask test` begins.
pub(crate) const RETRIED: &str = "target/retried-tests.txt";

/// A command for the tests under a path.
pub(crate) fn node_tests(path: &str) -> Command {
    let mut command = node(&["www/test/run.mjs", path]);
    command.env("HEEDMAP_RETRIED", in_root(RETRIED));
    command
}

/// A command for the tests under a path that open Chromium.
pub(crate) fn chromium_tests(path: &str) -> Result<Command> {
    let mut command = node_tests(path);
    command.env(chromium::VARIABLE, chromium::for_tests()?);
    Ok(command)
}

/// Writes the font sets of the browser tests to `target/fonts`, or prints why one is missing.
pub(crate) fn fonts() -> Result<()> {
    run(node(&["www/test/browser/fonts.mjs"]))
}
