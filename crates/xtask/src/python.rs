//! A Python with NumPy, for the tests that run the Python code of masks.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::debian;
use crate::paths::in_root;
use crate::process::{cargo, run};

/// The variable with the path of a Python that has NumPy; the tests read it too.
const VARIABLE: &str = "HEEDMAP_PYTHON";
/// The version that masks are compared with.
const NUMPY: &str = "numpy==2.4.6";
/// Why steps that need Python are skipped.
pub(crate) const MISSING: &str = "there is no python3 of 3.11 or later with venv";
/// Fails if the Python is too old for this NumPy, or cannot create environments (on Debian this
/// needs another package).
const FIT: &str = "import sys, ensurepip, venv; sys.exit(sys.version_info < (3, 11))";

/// Runs the tests of the Python code of masks. Returns false without a Python.
pub(crate) fn test_masks() -> Result<bool> {
    let Some(python) = find_or_make()? else {
        return Ok(false);
    };
    let mut tests =
        cargo(&["test", "--package", "heedmap-masks", "--test", "code", "--", "--ignored"]);
    tests.env(VARIABLE, python);
    run(tests)?;
    Ok(true)
}

/// The Python from the variable, or one from an environment that is created under `target`.
pub(crate) fn find_or_make() -> Result<Option<PathBuf>> {
    if let Some(given) = std::env::var_os(VARIABLE) {
        return Ok(Some(given.into()));
    }
    let folder = in_root("target").join("python");
    let python = folder.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    // A file with the version is written last, so an incomplete environment has none.
    let made = folder.join(NUMPY);
    if made.is_file() && quiet(&python, "import numpy") {
        return Ok(Some(python));
    }
    if !find_or_install()? {
        return Ok(None);
    }
    println!("xtask: making an environment with {NUMPY} under target");
    let folder = folder.to_string_lossy().into_owned();
    run(crate::process::command("python3", &["-m", "venv", "--clear", &folder]))?;
    let mut pip = Command::new(&python);
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", NUMPY]);
    run(pip).with_context(|| format!("pip could not install {NUMPY}"))?;
    std::fs::write(&made, "")?;
    Ok(Some(python))
}

/// Whether there is a python3 that can create an environment. On Debian it is installed if it is
/// missing.
pub(crate) fn find_or_install() -> Result<bool> {
    let fits = || quiet(Path::new("python3"), FIT);
    if !fits() && debian::may_install() {
        println!("xtask: installing python3-venv with apt-get");
        debian::install(&["python3-venv"])?;
    }
    Ok(fits())
}

/// Whether a Python exists and runs a line without an error.
fn quiet(python: &Path, line: &str) -> bool {
    Command::new(python).args(["-c", line]).output().is_ok_and(|output| output.status.success())
}
