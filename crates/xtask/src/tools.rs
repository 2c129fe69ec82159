//! Tools that a new machine may lack: the wasm target and the npm packages.

use std::path::Path;
use std::process::Command;
use std::time::SystemTime;

use anyhow::{Context, Result, ensure};

use crate::paths::in_root;
use crate::process::{command, output, run};

/// The target of the code for the page.
pub(crate) const WASM_TARGET: &str = "wasm32-unknown-unknown";

/// Adds the wasm target if this toolchain does not have it.
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

/// The oldest supported Node.js; its newest required feature is running tests one at a time.
const OLDEST_NODE: (u32, u32) = (20, 10);

/// Fails with the required version if Node.js is missing or too old.
pub(crate) fn node_version() -> Result<()> {
    let (major, minor) = OLDEST_NODE;
    let needed = format!("Node.js {major}.{minor} or later with npm is needed");
    let printed = output(command("node", &["--version"])).context(needed.clone())?;
    let printed = printed.trim();
    ensure!(version(printed) >= Some(OLDEST_NODE), "{needed}; this is {printed}");
    Ok(())
}

/// The first two numbers of a version such as `v20.10.0`.
fn version(printed: &str) -> Option<(u32, u32)> {
    let mut numbers = printed.strip_prefix('v')?.split('.').map(|number| number.parse().ok());
    Some((numbers.next()??, numbers.next()??))
}

/// Installs the packages of package-lock.json, if the file has changed since the last installation.
pub(crate) fn npm_packages() -> Result<()> {
    node_version()?;
    let installed = modified(&in_root("node_modules/.package-lock.json"));
    let wanted = modified(&in_root("package-lock.json"));
    if installed.is_some() && installed >= wanted {
        return Ok(());
    }
    println!("xtask: installing the development packages with npm");
    run(npm(&["ci", "--ignore-scripts", "--no-audit", "--no-fund"]))
        .context("npm, which comes with Node.js, could not install the packages")
}

/// An npm command.
pub(crate) fn npm(arguments: &[&str]) -> Command {
    // On Windows npm is a script, which is only found by its full name.
    command(if cfg!(windows) { "npm.cmd" } else { "npm" }, arguments)
}

/// The modification time of a file, or `None` if it does not exist.
pub(crate) fn modified(path: &Path) -> Option<SystemTime> {
    path.metadata().and_then(|data| data.modified()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_of_node_are_compared_by_number() {
        assert_eq!(version("v20.10.0"), Some((20, 10)));
        assert!(version("v20.9.0") < Some(OLDEST_NODE));
        assert!(version("v100.0.0") > Some(OLDEST_NODE));
        assert!(version("unknown") < Some(OLDEST_NODE));
    }
}
