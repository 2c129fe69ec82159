//! `cargo xtask python`: the package for Python, `target/python-package/dist`: a wheel and an sdist, and its
//! tests.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use crate::node_tests::chromium_tests;
use crate::paths::in_root;
use crate::process::{node, run};
use crate::{build, licenses, python, tree};

/// The sources, from the root.
const SOURCES: &str = "python";
/// The folder where the package is assembled, from the root.
const FOLDER: &str = "target/python-package";
/// The environment that builds and tests the package, and its requirements.
const TOOLS: [&str; 2] = ["target/python-tools", "python/requirements.txt"];
/// The environment of the tests with PyTorch and transformers.
const TORCH: [&str; 2] = ["target/python-torch", "python/requirements-torch.txt"];
/// The environment of the tests in JupyterLab and marimo.
const JUPYTER: [&str; 2] = ["target/python-jupyter", "python/requirements-jupyter.txt"];
/// The variable with the path of the Python of this environment; the tests read it.
const JUPYTER_VARIABLE: &str = "HEEDMAP_JUPYTER";
/// The maximum size of the wheel, in bytes.
const LARGEST_WHEEL: u64 = 2_000_000;

/// Builds the page, then the package, and tests it.
pub(crate) fn run_all() -> Result<()> {
    build::run()?;
    let tools = find_or_install()?.context(python::MISSING)?;
    for file in pack(&tools)? {
        println!("xtask: {} ({} bytes)", file.display(), file.metadata()?.len());
    }
    test(&tools)
}

/// Tests `capture` with PyTorch and transformers, which take several gigabytes under target.
pub(crate) fn run_torch() -> Result<()> {
    build::run()?;
    pack(&find_or_install()?.context(python::MISSING)?)?;
    let torch = environment(TORCH)?.context(python::MISSING)?;
    install(&torch)?;
    let mut pytest = python::module(&torch, "pytest");
    pytest.args(["-o", "addopts=", "torch_tests"]).current_dir(in_root(FOLDER));
    run(pytest)
}

/// Tests the widget and the figures in JupyterLab and in pages that marimo exports, with Chromium.
pub(crate) fn run_jupyter() -> Result<()> {
    build::run()?;
    pack(&find_or_install()?.context(python::MISSING)?)?;
    let jupyter = environment(JUPYTER)?.context(python::MISSING)?;
    install(&jupyter)?;
    let mut tests = chromium_tests("www/test/jupyter")?;
    tests.env(JUPYTER_VARIABLE, jupyter).env_remove("PYTHONPATH").env_remove("PYTHONHOME");
    run(tests)
}

/// The Python of the environment that builds and tests the package; `None` without a suitable Python.
pub(crate) fn find_or_install() -> Result<Option<PathBuf>> {
    environment(TOOLS)
}

fn environment([folder, requirements]: [&str; 2]) -> Result<Option<PathBuf>> {
    python::with_requirements(folder, requirements, &[])
}

/// Assembles the package with the scripts of the page, and builds it. Returns the wheel and the sdist.
pub(crate) fn pack(tools: &Path) -> Result<[PathBuf; 2]> {
    let folder = in_root(FOLDER);
    tree::remove(&folder)?;
    let sources = tree::files_under(Path::new(SOURCES), &in_root(""))?;
    let licenses = ["LICENSE-APACHE", "LICENSE-MIT", licenses::FILE].map(str::to_owned);
    for path in sources.iter().filter(|path| !path.contains("/__pycache__/")).chain(&licenses) {
        let to = folder.join(path.strip_prefix("python/").unwrap_or(path));
        tree::copy(&in_root(path), &to)?;
    }
    run(node(&["www/build/python.mjs", &format!("{FOLDER}/src/heedmap/static")]))?;
    let mut hatchling = python::module(tools, "hatchling");
    hatchling.arg("build").current_dir(&folder);
    run(hatchling)?;
    let version = env!("CARGO_PKG_VERSION");
    let built =
        [format!("heedmap-{version}-py3-none-any.whl"), format!("heedmap-{version}.tar.gz")]
            .map(|name| folder.join("dist").join(name));
    let size = built[0].metadata().context("hatchling built no wheel")?.len();
    ensure!(
        size <= LARGEST_WHEEL,
        "the wheel has {size} bytes, at most {LARGEST_WHEEL} are allowed"
    );
    Ok(built)
}

/// Installs the wheel, checks its types, and runs its tests and the examples in its comments.
pub(crate) fn test(tools: &Path) -> Result<()> {
    install(tools)?;
    let mut mypy = python::module(tools, "mypy");
    // The folder of the package is made anew each time; checking the types of NumPy takes nine seconds.
    mypy.arg("--cache-dir").arg(in_root("target/mypy-cache")).current_dir(in_root(FOLDER));
    run(mypy)?;
    let mut pytest = python::module(tools, "pytest");
    pytest.args(["--quiet", "--pyargs", "heedmap", "tests"]).current_dir(in_root(FOLDER));
    pytest.env("HEEDMAP_FIXTURES", in_root("fixtures"));
    run(pytest)
}

/// Installs the wheel in the environment of a Python.
fn install(tools: &Path) -> Result<()> {
    let wheel = format!("heedmap-{}-py3-none-any.whl", env!("CARGO_PKG_VERSION"));
    let mut pip = python::module(tools, "pip");
    pip.args(["install", "--quiet", "--disable-pip-version-check", "--no-deps"]);
    pip.arg("--force-reinstall").arg(in_root(FOLDER).join("dist").join(wheel));
    run(pip)
}
