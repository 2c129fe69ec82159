//! Python environments under `target`, for tools and tests.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::debian;
use crate::paths::in_root;
use crate::process::{cargo, command, run};

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
    let Some(python) = with_numpy()? else {
        return Ok(false);
    };
    let mut tests =
        cargo(&["test", "--package", "heedmap-masks", "--test", "all", "--", "--ignored"]);
    tests.env(VARIABLE, python);
    run(tests)?;
    Ok(true)
}

/// The Python from the variable, or one from an environment that is created under `target`.
pub(crate) fn with_numpy() -> Result<Option<PathBuf>> {
    match std::env::var_os(VARIABLE) {
        Some(given) => Ok(Some(given.into())),
        None => environment("target/python", NUMPY, &[NUMPY]),
    }
}

/// The Python of an environment in a folder, with the packages of a requirements file. `options` are for pip.
pub(crate) fn with_requirements(
    folder: &str,
    file: &str,
    options: &[&str],
) -> Result<Option<PathBuf>> {
    let packages = fs::read_to_string(in_root(file)).with_context(|| file.to_owned())?;
    environment(folder, &packages, &[options, &["--requirement", file]].concat())
}

/// The Python of an environment in a folder, which is created if it is missing, does not start or was made for
/// other packages. `None` without a suitable Python.
fn environment(folder: &str, packages: &str, pip_arguments: &[&str]) -> Result<Option<PathBuf>> {
    let path = in_root(folder);
    let python = path.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    // The list is written last, so an incomplete environment has none.
    let installed = path.join("requirements.txt");
    let is_current = fs::read_to_string(&installed).is_ok_and(|list| list == packages);
    // pip cannot be imported if the system's Python was removed or has another version now.
    if is_current && succeeds(&python, "import pip") {
        return Ok(Some(python));
    }
    if !find_or_install()? {
        return Ok(None);
    }
    let wanted = pip_arguments.last().unwrap_or(&folder);
    println!("xtask: creating {folder} with the packages of {wanted}");
    run(command("python3", &["-m", "venv", "--clear", folder]))?;
    let mut pip = module(&python, "pip");
    pip.args(["install", "--quiet", "--disable-pip-version-check"]).args(pip_arguments);
    run(pip).with_context(|| format!("pip could not install {wanted}"))?;
    fs::write(&installed, packages)?;
    Ok(Some(python))
}

/// Runs a module of an environment. Packages outside of the environment are not visible.
pub(crate) fn module(python: &Path, name: &str) -> Command {
    let mut module = command(&python.to_string_lossy(), &["-m", name]);
    module.env_remove("PYTHONPATH").env_remove("PYTHONHOME");
    module
}

/// Whether there is a python3 that can create an environment. On Debian it is installed if it is
/// missing.
fn find_or_install() -> Result<bool> {
    let fits = || succeeds(Path::new("python3"), FIT);
    if !fits() && debian::may_install() {
        println!("xtask: installing python3-venv with apt-get");
        debian::install(&["python3-venv"])?;
    }
    Ok(fits())
}

/// Whether a Python exists and runs a line without an error. Prints nothing.
fn succeeds(python: &Path, line: &str) -> bool {
    Command::new(python).args(["-c", line]).output().is_ok_and(|output| output.status.success())
}
