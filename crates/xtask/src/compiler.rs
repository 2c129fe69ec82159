//! Compiles the crates of the workspace with extra features of the target, such as `+simd128`.
//!
//! Flags that cargo gets for a target apply to all crates, so each set of features would compile every
//! dependency again. Only the crates of this workspace use the features. `RUSTC_WORKSPACE_WRAPPER` names a
//! program that wraps the compiler of these crates alone; cargo keeps the output of each wrapper apart by the
//! path of the wrapper. The wrapper is a copy of this program, and its file name contains the features.

use std::env::consts::EXE_SUFFIX;
use std::env::{args_os, current_exe};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::process::run;
use crate::tools::{WASM_TARGET, modified};

/// Crates that get vector instructions before they are linked. Linking, which optimizes all crates together, does so
/// at the level of the program's own crate, and puts no pairs of numbers into registers for a program that is
/// compiled for size. A row of a delta-rule head then takes twice as long. Cargo does not see a change of this list:
/// `cargo clean --release --target wasm32-unknown-unknown --package` with a crate makes it compile the crate again.
const VECTORIZED: [&str; 1] = ["heedmap_linear_attention"];

/// The file name of a wrapper is this prefix and the features.
const PREFIX: &str = "rustc+";

/// The wrapper for features such as `+simd128`, in the target directory.
pub(crate) fn wrapper(target: &Path, features: &str) -> Result<PathBuf> {
    let folder = target.join("compilers");
    let wrapper = folder.join(format!("rustc{features}{EXE_SUFFIX}"));
    let program = current_exe().context("this program does not know its file")?;
    if modified(&wrapper) < modified(&program) {
        fs::create_dir_all(&folder)?;
        fs::copy(&program, &wrapper)
            .with_context(|| format!("{} could not be written", wrapper.display()))?;
    }
    Ok(wrapper)
}

/// The features in the name of this program, if it is a wrapper.
pub(crate) fn features() -> Option<String> {
    let program = current_exe().ok()?;
    let features = program.file_stem()?.to_str()?.strip_prefix(PREFIX)?;
    Some(format!("+{features}"))
}

/// Runs the compiler with the features. The first argument is its path; its arguments follow.
pub(crate) fn compile(features: &str) -> Result<()> {
    let mut arguments = args_os().skip(1);
    let mut compiler = Command::new(arguments.next().context("a wrapper takes a compiler")?);
    let arguments: Vec<_> = arguments.collect();
    compiler.args(&arguments);
    // Cargo also asks the compiler about the host.
    if arguments.iter().any(|argument| argument == WASM_TARGET) {
        compiler.arg(format!("-Ctarget-feature={features}"));
        if arguments.iter().any(|argument| VECTORIZED.iter().any(|name| argument == name)) {
            compiler.arg("-Cpasses=slp-vectorizer");
        }
    }
    run(compiler)
}
