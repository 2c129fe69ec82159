//! The wasm module and its JavaScript bindings: `crates/heedmap-wasm` into `www/pkg`.

use std::path::PathBuf;

use anyhow::{Context, Result};
use wasm_bindgen_cli_support::Bindgen;

use crate::paths::{in_root, root};
use crate::process::{cargo, output, run};
use crate::tools::{WASM_TARGET, modified, wasm_target};

/// Builds the module and, if it is newer than they are, its bindings.
pub(crate) fn run_build() -> Result<()> {
    wasm_target()?;
    println!("xtask: building the wasm (a few minutes the first time)");
    compile()?;
    let module = target_directory()?.join(WASM_TARGET).join("release/heedmap_wasm.wasm");
    let generated = in_root("www/pkg/heedmap_wasm_bg.wasm");
    let fresh = modified(&generated).is_some_and(|made| modified(&module) < Some(made))
        && in_root("www/pkg/heedmap_wasm.js").is_file()
        && in_root("www/pkg/heedmap_wasm.d.ts").is_file();
    if fresh {
        return Ok(());
    }
    println!("xtask: writing the bindings to www/pkg");
    Bindgen::new()
        .input_path(&module)
        .typescript(true)
        .omit_default_module_path(true)
        .web(true)
        .context("the target `web` was refused")?
        .generate(in_root("www/pkg"))
        .context("the bindings could not be written")
}

/// Compiles the crate for the page.
///
/// Panic messages carry the paths of the sources. Short neutral ones in their place keep the machine's
/// folders out of what is published, and make the module the same wherever it is built.
fn compile() -> Result<()> {
    let mut command =
        cargo(&["build", "--release", "--package", "heedmap-wasm", "--target", WASM_TARGET]);
    // RUSTFLAGS would take precedence over these; whoever sets it means it.
    command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", remapped_paths());
    run(command)
}

/// The flags that shorten the paths of the registry's sources and of this checkout.
fn remapped_paths() -> String {
    let registry = std::env::var_os("CARGO_HOME")
        .map(PathBuf::from)
        .or_else(|| std::env::home_dir().map(|home| home.join(".cargo")))
        .map(|home| format!("--remap-path-prefix={}=cargo ", home.display()))
        .unwrap_or_default();
    format!("{registry}--remap-path-prefix={}=heedmap", root().display())
}

/// Where cargo puts what it builds, which the reader may have configured.
fn target_directory() -> Result<PathBuf> {
    let metadata = output(cargo(&["metadata", "--no-deps", "--format-version", "1"]))?;
    let metadata: serde_json::Value =
        serde_json::from_str(&metadata).context("`cargo metadata` printed no JSON")?;
    metadata["target_directory"]
        .as_str()
        .map(PathBuf::from)
        .context("`cargo metadata` names no target directory")
}
