//! The tools that build sites, in the versions of `examples/requirements.txt`, in an environment
//! under `target`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::paths::in_root;
use crate::process::{command, run};
use crate::python;

const REQUIREMENTS: &str = "examples/requirements.txt";

/// A Python environment with the tools.
pub(crate) struct Tools {
    /// The folder of its programs.
    programs: PathBuf,
}

/// The tools, installed if these versions are missing; `None` without a suitable Python.
pub(super) fn find_or_install() -> Result<Option<Tools>> {
    let folder = in_root("target/hosts-tools");
    let tools = Tools { programs: folder.join(if cfg!(windows) { "Scripts" } else { "bin" }) };
    let wanted = fs::read_to_string(in_root(REQUIREMENTS)).context(REQUIREMENTS)?;
    // A copy of the list is written last, so an incomplete environment has none.
    let made = folder.join("requirements.txt");
    if fs::read_to_string(&made).is_ok_and(|list| list == wanted) && tools.start() {
        return Ok(Some(tools));
    }
    if !python::find_or_install()? {
        return Ok(None);
    }
    println!("xtask: installing the tools of {REQUIREMENTS} under target (half a minute)");
    let place = folder.to_string_lossy().into_owned();
    run(command("python3", &["-m", "venv", "--clear", &place]))?;
    let mut pip = tools.python("pip");
    pip.args(["install", "--quiet", "--disable-pip-version-check", "--no-deps"]);
    pip.args(["--requirement", REQUIREMENTS]);
    run(pip).with_context(|| format!("pip could not install what {REQUIREMENTS} lists"))?;
    fs::write(&made, wanted)?;
    Ok(Some(tools))
}

fn succeeds(mut command: Command) -> bool {
    command.output().is_ok_and(|output| output.status.success())
}

impl Tools {
    /// Whether the tools start: their Python may have been removed.
    fn start(&self) -> bool {
        let mut mkdocs = self.python("mkdocs");
        mkdocs.arg("--version");
        succeeds(mkdocs)
    }

    /// A command that runs a Python module, without user packages and without writing bytecode.
    fn python(&self, module: &str) -> Command {
        let mut python = command(&self.programs.join("python").to_string_lossy(), &["-m", module]);
        python.env_remove("PYTHONPATH").env_remove("PYTHONHOME");
        python
    }

    pub(super) fn mdbook(&self, source: &Path, site: &Path) -> Command {
        let mut mdbook = command(&self.programs.join("mdbook").to_string_lossy(), &["build"]);
        mdbook.arg(source).arg("--dest-dir").arg(site).env("RUST_LOG", "warn");
        mdbook
    }

    pub(super) fn mkdocs(&self, source: &Path, site: &Path) -> Command {
        let mut mkdocs = self.python("mkdocs");
        mkdocs.args(["build", "--quiet", "--strict", "--config-file"]);
        mkdocs.arg(source.join("mkdocs.yml")).arg("--site-dir").arg(site);
        mkdocs.env("NO_MKDOCS_2_WARNING", "1");
        mkdocs
    }

    pub(super) fn sphinx(&self, source: &Path, site: &Path) -> Command {
        let mut sphinx = self.python("sphinx");
        sphinx.args(["--quiet", "--fail-on-warning", "--builder", "html"]).arg(source).arg(site);
        sphinx
    }

    /// Runs the notebook, and writes it as a page.
    pub(super) fn nbconvert(&self, source: &Path, site: &Path) -> Command {
        self.pages(source, site, &["attention.ipynb"])
    }

    /// Runs the notebooks that need the Python package alone. The one that needs transformers is run by hand.
    pub(super) fn notebooks(&self, source: &Path, site: &Path) -> Command {
        self.pages(source, site, &["arrays.ipynb", "course.ipynb"])
    }

    fn pages(&self, source: &Path, site: &Path, notebooks: &[&str]) -> Command {
        let mut nbconvert = self.python("nbconvert");
        nbconvert.args(["--log-level=WARN", "--to=html", "--execute"]);
        // Without what its page would fetch from elsewhere.
        nbconvert.args(["--HTMLExporter.require_js_url=", "--HTMLExporter.mathjax_url="]);
        nbconvert.arg("--output-dir").arg(site);
        nbconvert.args(notebooks.iter().map(|notebook| source.join(notebook)));
        nbconvert
    }
}
