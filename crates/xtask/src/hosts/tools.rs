//! The tools that build sites, in the versions of `examples/requirements.txt`, in an environment
//! under `target`.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Result;

use crate::process::command;
use crate::python;

/// Copies a folder, and converts its `index.qmd` to a page.
const PANDOC: &str = "
import pypandoc, shutil, sys
source, site = sys.argv[1:]
shutil.copytree(source, site, dirs_exist_ok=True)
options = ['--standalone', '--css=bootstrap.min.css']
options += ['--variable=include-before:<main class=container>', '--variable=include-after:</main>']
pypandoc.convert_file(f'{source}/index.qmd', 'html', 'markdown', options, outputfile=f'{site}/index.html')
";

/// The Python of an environment with the tools.
pub(crate) struct Tools {
    python: PathBuf,
}

/// The tools, installed if these versions are missing; `None` without a suitable Python.
pub(super) fn find_or_install() -> Result<Option<Tools>> {
    let python = python::with_requirements(
        "target/hosts-tools",
        "examples/requirements.txt",
        &["--no-deps"],
    )?;
    Ok(python.map(|python| Tools { python }))
}

impl Tools {
    fn module(&self, name: &str) -> Command {
        python::module(&self.python, name)
    }

    pub(super) fn mdbook(&self, source: &Path, site: &Path) -> Command {
        let mut mdbook =
            command(&self.python.with_file_name("mdbook").to_string_lossy(), &["build"]);
        mdbook.arg(source).arg("--dest-dir").arg(site).env("RUST_LOG", "warn");
        mdbook
    }

    pub(super) fn mkdocs(&self, source: &Path, site: &Path) -> Command {
        let mut mkdocs = self.module("mkdocs");
        mkdocs.args(["build", "--quiet", "--strict", "--config-file"]);
        mkdocs.arg(source.join("mkdocs.yml")).arg("--site-dir").arg(site);
        mkdocs.env("NO_MKDOCS_2_WARNING", "1");
        mkdocs
    }

    pub(super) fn sphinx(&self, source: &Path, site: &Path) -> Command {
        let mut sphinx = self.module("sphinx");
        sphinx.args(["--quiet", "--fail-on-warning", "--builder", "html"]).arg(source).arg(site);
        sphinx
    }

    /// Converts the document as Quarto does: with Pandoc, and the styles of Bootstrap. Quarto itself is
    /// in no registry.
    pub(super) fn pandoc(&self, source: &Path, site: &Path) -> Command {
        let mut pandoc = command(&self.python.to_string_lossy(), &["-c", PANDOC]);
        pandoc.arg(source).arg(site);
        pandoc
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
        let mut nbconvert = self.module("nbconvert");
        nbconvert.args(["--log-level=WARN", "--to=html", "--execute"]);
        // Leaves out the scripts that the written page would fetch from other hosts.
        nbconvert.args(["--HTMLExporter.require_js_url=", "--HTMLExporter.mathjax_url="]);
        nbconvert.arg("--output-dir").arg(site);
        nbconvert.args(notebooks.iter().map(|notebook| source.join(notebook)));
        nbconvert
    }
}
