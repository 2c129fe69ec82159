//! The bindings generator: writes the JavaScript of a compiled program. `cargo xtask build` runs it.

use std::env::args;
use std::path::Path;

use anyhow::{Context, Result, bail};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<()> {
    let arguments: Vec<String> = args().skip(1).collect();
    let [module, folder, stem] = arguments.as_slice() else {
        bail!(
            "bindings takes a compiled module, a folder, and the base name of the files to write"
        );
    };
    generate(module.as_ref(), folder.as_ref(), stem)
}

/// Writes the module without the sections that only the bindings generator reads, and the
/// JavaScript next to it.
fn generate(module: &Path, folder: &Path, stem: &str) -> Result<()> {
    Bindgen::new()
        .input_path(module)
        .out_name(stem)
        .typescript(true)
        // Only debuggers need function names, which would be a fifth of the module.
        .remove_name_section(true)
        .remove_producers_section(true)
        .omit_default_module_path(true)
        .web(true)
        .context("the target `web` was refused")?
        .generate(folder)
        .context("the bindings could not be made")
}
