//! `cargo xtask picture`: the pictures of the README, light and dark, taken in Chromium.

use anyhow::Result;

use crate::process::{node, run};
use crate::{build, chromium};

/// Builds, then writes `docs/learn-*.png`, `docs/masks-*.png` and `docs/maps-*.png`.
pub(crate) fn run_all() -> Result<()> {
    build::run()?;
    println!("xtask: taking the pictures");
    let mut command = node(&["www/test/browser/picture.mjs"]);
    command.env(chromium::VARIABLE, chromium::find_or_install()?);
    run(command)
}
