//! `cargo xtask build`: builds everything that `index.html` needs, opened as a file or over HTTP.

use anyhow::Result;

use crate::{budget, bundle, wasm};

/// Builds the wasm, the bindings and the scripts, and prints their sizes.
pub(crate) fn run() -> Result<()> {
    wasm::build_page()?;
    bundle::run_bundle()?;
    // A page that exceeds its limits still works, so only `budget` and `test` fail.
    budget::print_sizes().map(drop)
}
