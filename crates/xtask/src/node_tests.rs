//! The JavaScript tests, which `www/test/run.mjs` runs two files at a time.

use std::process::Command;

use anyhow::Result;

use crate::chromium;
use crate::process::{node, run};

/// A command for the tests under a path.
pub(crate) fn node_tests(path: &str) -> Command {
    node(&["www/test/run.mjs", path])
}

/// A command for the tests under a path that open Chromium.
pub(crate) fn chromium_tests(path: &str) -> Result<Command> {
    let mut command = node_tests(path);
    command.env(chromium::VARIABLE, chromium::find_or_install()?);
    Ok(command)
}

/// Writes the font sets of the browser tests to `target/fonts`, or prints why one is missing.
pub(crate) fn fonts() -> Result<()> {
    run(node(&["www/test/browser/fonts.mjs"]))
}
