//! The one classic script that the page loads, with the wasm in it: `www/dist/heedmap.js`.

use anyhow::{Result, ensure};

use crate::paths::in_root;
use crate::process::{node, run};
use crate::tools::npm_packages;

/// Bundles the page's modules and the wasm.
pub(crate) fn run_bundle() -> Result<()> {
    npm_packages()?;
    ensure!(in_root("www/main.js").is_file(), "www/main.js is missing: there is no page to bundle");
    println!("xtask: bundling www/dist/heedmap.js");
    run(node(&["www/bundle/build.mjs"]))
}
