//! The bindings generator: writes the JavaScript of a compiled program, and the deflated program for the
//! scripts. `cargo xtask build` runs it.

use std::env::args;
use std::fs;
use std::num::NonZeroU64;
use std::path::Path;

use anyhow::{Context, Result, bail};
use wasm_bindgen_cli_support::Bindgen;
use zopfli::{Format, Options};

/// More rounds of the search for the shortest form save less than a thousandth.
const ROUNDS: NonZeroU64 = NonZeroU64::new(5).expect("it is not 0");

fn main() -> Result<()> {
    let arguments: Vec<String> = args().skip(1).collect();
    let [module, folder, stem] = arguments.as_slice() else {
        bail!(
            "bindings takes a compiled module, a folder, and the base name of the files to write"
        );
    };
    generate(module.as_ref(), folder.as_ref(), stem)?;
    deflate(&Path::new(folder).join(format!("{stem}_bg.wasm")))
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

/// Writes the program in the form in which scripts contain it, next to it. Zopfli makes it a twentieth smaller
/// than zlib, which is all that Node has; the form is the same, and browsers inflate it.
fn deflate(program: &Path) -> Result<()> {
    let read = fs::read(program).context("the program cannot be read")?;
    let options = Options { iteration_count: ROUNDS, ..Options::default() };
    let mut deflated = Vec::new();
    zopfli::compress(options, Format::Deflate, &*read, &mut deflated)
        .context("the program could not be deflated")?;
    fs::write(program.with_extension("wasm.deflated"), deflated)
        .context("the deflated program could not be written")
}
