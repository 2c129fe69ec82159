//! A Python with NumPy, for the tests that run the Python that the crates write.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::debian;
use crate::paths::in_root;
use crate::process::{cargo, run};

/// The variable that names a Python that has NumPy; the tests read it too.
const VARIABLE: &str = "HEEDMAP_PYTHON";
/// What the masks are held against.
const NUMPY: &str = "numpy==2.4.6";
/// Why what needs a Python is skipped.
pub(crate) const MISSING: &str = "there is no python3 of 3.11 or later with venv";
/// Fails where the Python is too old for that NumPy, or is one of those that cannot make an
/// environment (Debian has the parts for it in a package of their own).
const FIT: &str = "import sys, ensurepip, venv; sys.exit(sys.version_info < (3, 11))";

/// Runs the tests of the Python that masks are written as. Returns false without a Python.
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

/// The Python that the variable names, or one of an environment that is made under `target`.
pub(crate) fn find_or_make() -> Result<Option<PathBuf>> {
    if let Some(given) = std::env::var_os(VARIABLE) {
        return Ok(Some(given.into()));
    }
    let folder = in_root("target").join("python");
    let python = folder.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    // The name of the version is written last: an environment that was left half made has none.
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

/// Whether there is a python3 that can make an environment. On Debian it is installed if it is missing.
pub(crate) fn find_or_install() -> Result<bool> {
    let fits = || quiet(Path::new("python3"), FIT);
    if !fits() && debian::may_install() {
        println!("xtask: installing python3-venv with apt-get");
        debian::install(&["python3-venv"])?;
    }
    Ok(fits())
}

/// Whether a Python is there and runs a line without failing.
fn quiet(python: &Path, line: &str) -> bool {
    Command::new(python).args(["-c", line]).output().is_ok_and(|output| output.status.success())
}
