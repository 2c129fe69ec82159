//! What a fresh machine may lack: the wasm target and the packages of npm.

use std::path::Path;
use std::time::SystemTime;

use anyhow::{Context, Result};

use crate::paths::in_root;
use crate::process::{command, output, run};

/// The target that the page's half of the code is compiled for.
pub(crate) const WASM_TARGET: &str = "wasm32-unknown-unknown";

/// Adds the wasm target if this toolchain has none.
pub(crate) fn wasm_target() -> Result<()> {
    let sysroot = output(command("rustc", &["--print", "sysroot"]))?;
    let installed = Path::new(sysroot.trim()).join("lib/rustlib").join(WASM_TARGET);
    if installed.is_dir() {
        return Ok(());
    }
    println!("xtask: adding the target {WASM_TARGET}");
    run(command("rustup", &["target", "add", WASM_TARGET])).with_context(|| {
        format!("the standard library for {WASM_TARGET} is missing and rustup could not add it")
    })
}

/// Installs what package-lock.json lists, if that was not done since the file last changed.
pub(crate) fn npm_packages() -> Result<()> {
    let installed = modified(&in_root("node_modules/.package-lock.json"));
    let wanted = modified(&in_root("package-lock.json"));
    if installed.is_some() && installed >= wanted {
        return Ok(());
    }
    println!("xtask: installing the development packages with npm");
    // On Windows npm is a script, which is only found by its full name.
    let npm = if cfg!(windows) { "npm.cmd" } else { "npm" };
    run(command(npm, &["ci", "--ignore-scripts", "--no-audit", "--no-fund"]))
        .context("Node.js 20 or later with npm is needed")
}

/// When a file was last changed; nothing if it is not there.
pub(crate) fn modified(path: &Path) -> Option<SystemTime> {
    path.metadata().and_then(|data| data.modified()).ok()
}
