//! `cargo xtask build`: everything that `index.html` needs to open, by double click or over HTTP.

use anyhow::Result;

use crate::{budget, bundle, wasm};

/// Builds the wasm, the bindings and the script, and holds them against the budget.
pub(crate) fn run() -> Result<()> {
    wasm::build_page()?;
    bundle::run_bundle()?;
    budget::run()
}
