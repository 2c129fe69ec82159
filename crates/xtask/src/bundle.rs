//! Bundles the scripts of the page and the scripts for other pages, `www/dist`, and runs `cargo xtask bundle`.

use std::env::current_dir;

use anyhow::{Result, ensure};

use crate::licenses;
use crate::paths::in_root;
use crate::process::{node, run};
use crate::tools::npm_packages;

/// Bundles the page's modules and the wasm.
pub(crate) fn run_bundle() -> Result<()> {
    npm_packages()?;
    ensure!(
        in_root("www/page/main.js").is_file(),
        "www/page/main.js is missing: there is no page to bundle"
    );
    licenses::write()?;
    println!("xtask: bundling the scripts of www/dist");
    run(node(&["www/build/build.mjs"]))
}

/// Bundles the packages that modules of `www` import, so that the modules run without a bundler.
/// `build.mjs` does the same.
pub(crate) fn vendor() -> Result<()> {
    npm_packages()?;
    run(node(&["www/build/vendor.mjs"]))
}

/// `cargo xtask bundle ARGUMENTS`: runs `npx heedmap` with the current build.
pub(crate) fn run_command(arguments: &[String]) -> Result<()> {
    let mut command = node(&[]);
    // File arguments are relative to the caller's folder.
    command.arg(in_root("bin/heedmap.mjs")).args(arguments).current_dir(current_dir()?);
    run(command)
}
