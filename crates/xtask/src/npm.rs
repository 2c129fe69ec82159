//! `cargo xtask npm`: the npm package, `target/npm`, as a folder and packed by `npm pack`.

use std::path::PathBuf;

use anyhow::{Context, Result};

use crate::build;
use crate::node_tests::chromium_tests;
use crate::paths::in_root;
use crate::process::{node, output, run};
use crate::tools::npm;

/// The folder of the package, from the root. The packed file is next to it.
const FOLDER: &str = "target/npm/package";

/// Builds the page, then makes the package.
pub(crate) fn run_all() -> Result<()> {
    build::run()?;
    let packed = pack()?;
    println!("xtask: {FOLDER} is packed as {}", packed.display());
    Ok(())
}

/// Installs the packed package in a new project, and uses it there.
pub(crate) fn test() -> Result<()> {
    let packed = in_root(&format!("target/npm/heedmap-{}.tgz", env!("CARGO_PKG_VERSION")));
    let mut test = chromium_tests("www/test/package/npm.test.mjs")?;
    test.env("HEEDMAP_PACKED", packed);
    run(test)
}

/// Writes the package, packs it, and returns the path of the packed file.
pub(crate) fn pack() -> Result<PathBuf> {
    println!("xtask: assembling the npm package");
    run(node(&["www/package/assemble.mjs", FOLDER]))?;
    let mut pack = npm(&["pack", "--json", "--silent"]);
    pack.current_dir(in_root(FOLDER)).arg("--pack-destination").arg(in_root("target/npm"));
    let printed: serde_json::Value =
        serde_json::from_str(&output(pack)?).context("`npm pack` printed no JSON")?;
    // Newer versions of npm wrap the result in an object with the package's name.
    let name = printed[0]["filename"].as_str().or(printed["heedmap"]["filename"].as_str());
    let name = name.context("`npm pack` names no file")?;
    Ok(in_root("target/npm").join(name))
}
