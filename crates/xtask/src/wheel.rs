//! `cargo xtask python`: the package for Python, `target/python-package/dist`: a wheel and an sdist, and its
//! tests.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::node_tests::chromium_tests;
use crate::paths::in_root;
use crate::process::{command, node, run};
use crate::{build, python, tree};

/// The sources, from the root.
const SOURCES: &str = "python";
/// Where the package is put together, from the root.
const FOLDER: &str = "target/python-package";
/// Where the environment is that builds and tests it, from the root.
const TOOLS: &str = "target/python-tools";
/// What is installed there.
const REQUIREMENTS: &str = "python/requirements.txt";
/// The same for the tests with PyTorch and transformers.
const TORCH_TOOLS: &str = "target/python-torch";
const TORCH_REQUIREMENTS: &str = "python/requirements-torch.txt";
/// The same for the tests in JupyterLab and marimo.
const JUPYTER_TOOLS: &str = "target/python-jupyter";
const JUPYTER_REQUIREMENTS: &str = "python/requirements-jupyter.txt";
/// The variable with the path of the Python that has them; the tests read it.
const JUPYTER_VARIABLE: &str = "HEEDMAP_JUPYTER";
/// The most bytes that the wheel may have.
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
    let torch = environment(TORCH_TOOLS, TORCH_REQUIREMENTS)?.context(python::MISSING)?;
    install(&torch)?;
    let mut pytest = module(&torch, "pytest");
    pytest.args(["-o", "addopts=", "torch_tests"]).current_dir(in_root(FOLDER));
    run(pytest)
}

/// Tests the widget and the figures in JupyterLab and in what marimo exports, with Chromium.
pub(crate) fn run_jupyter() -> Result<()> {
    build::run()?;
    pack(&find_or_install()?.context(python::MISSING)?)?;
    let jupyter = environment(JUPYTER_TOOLS, JUPYTER_REQUIREMENTS)?.context(python::MISSING)?;
    install(&jupyter)?;
    let mut tests = chromium_tests("www/test/jupyter")?;
    tests.env(JUPYTER_VARIABLE, jupyter).env_remove("PYTHONPATH").env_remove("PYTHONHOME");
    run(tests)
}

/// A Python that has the tools of the package; none without a Python for them.
pub(crate) fn find_or_install() -> Result<Option<PathBuf>> {
    environment(TOOLS, REQUIREMENTS)
}

/// An environment with what a list names, made if it is not there or the list has changed.
fn environment(place: &str, list: &str) -> Result<Option<PathBuf>> {
    let folder = in_root(place);
    let tools = folder.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    let wanted = fs::read_to_string(in_root(list)).context(list.to_owned())?;
    // A copy of the list is written last: an environment that was left half made has none.
    let made = folder.join("requirements.txt");
    let starts = || Command::new(&tools).arg("--version").output().is_ok();
    if fs::read_to_string(&made).is_ok_and(|list| list == wanted) && starts() {
        return Ok(Some(tools));
    }
    if !python::find_or_install()? {
        return Ok(None);
    }
    println!("xtask: installing the tools of {list} under target");
    run(command("python3", &["-m", "venv", "--clear", &folder.to_string_lossy()]))?;
    let mut pip = module(&tools, "pip");
    pip.args(["install", "--quiet", "--disable-pip-version-check", "--requirement", list]);
    run(pip).with_context(|| format!("pip could not install what {list} lists"))?;
    fs::write(&made, wanted)?;
    Ok(Some(tools))
}

/// Puts the package together with the scripts of the page, and builds it. The wheel comes first.
pub(crate) fn pack(tools: &Path) -> Result<[PathBuf; 2]> {
    let folder = in_root(FOLDER);
    if folder.exists() {
        fs::remove_dir_all(&folder)
            .with_context(|| format!("{} cannot be emptied", folder.display()))?;
    }
    let sources = tree::files_under(Path::new(SOURCES), &in_root(""))?;
    let licences = ["LICENSE-APACHE", "LICENSE-MIT"].map(str::to_owned);
    for path in sources.iter().filter(|path| !path.contains("/__pycache__/")).chain(&licences) {
        let to = folder.join(path.strip_prefix("python/").unwrap_or(path));
        if let Some(parent) = to.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::copy(in_root(path), &to).with_context(|| format!("{path} cannot be copied"))?;
    }
    run(node(&["www/build/python.mjs", &format!("{FOLDER}/src/heedmap/static")]))?;
    let mut hatchling = module(tools, "hatchling");
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

/// Installs the wheel that was built, checks its types and runs its tests and the examples in its comments.
pub(crate) fn test(tools: &Path) -> Result<()> {
    install(tools)?;
    let mut mypy = module(tools, "mypy");
    mypy.current_dir(in_root(FOLDER));
    run(mypy)?;
    let mut pytest = module(tools, "pytest");
    pytest.args(["--quiet", "--pyargs", "heedmap", "tests"]).current_dir(in_root(FOLDER));
    pytest.env("HEEDMAP_FIXTURES", in_root("fixtures"));
    run(pytest)
}

/// Installs the wheel that was built.
fn install(python: &Path) -> Result<()> {
    let wheel = format!("heedmap-{}-py3-none-any.whl", env!("CARGO_PKG_VERSION"));
    let mut pip = module(python, "pip");
    pip.args(["install", "--quiet", "--disable-pip-version-check", "--no-deps"]);
    pip.arg("--force-reinstall").arg(in_root(FOLDER).join("dist").join(wheel));
    run(pip)
}

/// A module of a Python as a command. What is installed elsewhere has no part in it.
fn module(python: &Path, name: &str) -> Command {
    let mut found = command(&python.to_string_lossy(), &["-m", name]);
    found.env_remove("PYTHONPATH").env_remove("PYTHONHOME");
    found
}
