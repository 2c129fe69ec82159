//! `cargo xtask bench`: compares Heedmap with other libraries, in docs/benchmarks.md.

use anyhow::{Context, Result};

use crate::chromium::{VARIABLE, find_or_install};
use crate::paths::in_root;
use crate::process::{node, run};
use crate::tools::npm;
use crate::{build, tools};

/// Builds the page, installs the other libraries, measures, and writes the results.
pub(crate) fn run_all() -> Result<()> {
    tools::npm_packages()?;
    build::run()?;
    println!("xtask: installing the libraries of bench/package.json");
    let mut install = npm(&["ci", "--ignore-scripts", "--no-audit", "--no-fund"]);
    install.current_dir(in_root("bench"));
    run(install).context("npm could not install the libraries to compare with")?;
    println!("xtask: measuring, which takes some minutes");
    let mut bench = node(&["bench/run.mjs"]);
    bench.env(VARIABLE, find_or_install()?);
    run(bench)
}
