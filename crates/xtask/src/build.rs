//! `cargo xtask build`: everything that `index.html` needs to open, by double click or over HTTP.

use anyhow::Result;

use crate::{budget, bundle, wasm};

/// Builds the wasm, the bindings and the scripts, and prints what they weigh.
pub(crate) fn run() -> Result<()> {
    wasm::build_page()?;
    bundle::run_bundle()?;
    // A page over its budget is still a page to look at; `budget` and `test` are what fails.
    budget::weigh().map(drop)
}
