//! The classic scripts that the page loads, each room with its program in it, and those for other pages: `www/dist`.
//! `cargo xtask bundle` writes figures with them.

use std::env::current_dir;

use anyhow::{Result, ensure};

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
    println!("xtask: bundling the scripts of www/dist");
    run(node(&["www/build/build.mjs"]))
}

/// Bundles the packages that the modules of `www` import, so that these run without a bundler. `build.mjs` does so too.
pub(crate) fn vendor() -> Result<()> {
    npm_packages()?;
    run(node(&["www/build/vendor.mjs"]))
}

/// `cargo xtask bundle ARGUMENTS`: what `npx heedmap` does, by what is built here.
pub(crate) fn run_command(arguments: &[String]) -> Result<()> {
    let mut command = node(&[]);
    // Files are named from where the task was called.
    command.arg(in_root("bin/heedmap.mjs")).args(arguments).current_dir(current_dir()?);
    run(command)
}
