//! `cargo xtask serve`: builds, then serves the page on loopback until it is stopped.

use anyhow::Result;

use crate::build;
use crate::process::{node, run};

/// Builds and serves.
pub(crate) fn run_all() -> Result<()> {
    build::run()?;
    run(node(&["www/serve.mjs"]))
}
