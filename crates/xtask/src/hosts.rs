//! `cargo xtask hosts`: builds the sites of `examples`, each with its host's own tool into
//! `target/hosts`, and opens them in Chromium.

mod tools;

use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread;

use anyhow::{Context, Result, bail, ensure};

use crate::node_tests::chromium_tests;
use crate::paths::in_root;
use crate::process::run;
use crate::{build, dist, npm, python, tree, wheel};
pub(crate) use tools::Tools;

/// The folder of the sites, from the root.
const FOLDER: &str = "target/hosts";
/// The folder where a source and its scripts are collected before the tool builds it, from the
/// root.
const SOURCES: &str = "target/hosts-sources";
/// The script that most sites load, from the root.
const EMBED: &str = "www/dist/embed/heedmap-embed.js";
/// A copy of the script with another version number.
const OTHER: &str = "target/hosts-sources/heedmap-embed-other.js";
const OTHER_VERSION: &str = "0.0.1";

/// A site, and how to build it.
struct Host {
    /// Its folder in `examples`.
    name: &'static str,
    /// Files added to the example: their paths from the root and in the site.
    added: &'static [(&'static str, &'static str)],
    /// The command that builds the site of a source, or `None` if the source is the site.
    tool: Option<fn(&Tools, source: &Path, site: &Path) -> Command>,
}

/// The script is copied into the folder of the page.
const SCRIPT: &[(&str, &str)] = &[(EMBED, "heedmap-embed.js")];

const HOSTS: &[Host] = &[
    Host { name: "plain", added: SCRIPT, tool: None },
    Host {
        name: "four",
        added: &[
            SCRIPT[0],
            ("target/npm/package/classic/heed-heads.js", "heed-heads.js"),
            ("fixtures/measures/minilm_trophy.npy", "minilm_trophy.npy"),
        ],
        tool: None,
    },
    Host {
        name: "article",
        added: &[SCRIPT[0], ("www/dist/classic/heed-contrast.js", "heed-contrast.js")],
        tool: None,
    },
    Host {
        name: "two-versions",
        added: &[SCRIPT[0], (OTHER, "heedmap-embed-other.js")],
        tool: None,
    },
    Host { name: "strict-policy", added: SCRIPT, tool: None },
    Host { name: "no-wasm", added: SCRIPT, tool: None },
    Host { name: "right-to-left", added: SCRIPT, tool: None },
    Host { name: "dark", added: SCRIPT, tool: None },
    Host { name: "iframe", added: &[("target/dist", "heedmap")], tool: None },
    Host { name: "srcdoc", added: SCRIPT, tool: None },
    Host { name: "lms", added: &[("target/dist", "heedmap")], tool: None },
    Host {
        name: "reveal",
        added: &[SCRIPT[0], ("node_modules/reveal.js/dist", "reveal")],
        tool: None,
    },
    Host {
        name: "quarto",
        added: &[
            SCRIPT[0],
            ("node_modules/bootstrap/dist/css/bootstrap.min.css", "bootstrap.min.css"),
        ],
        tool: Some(Tools::pandoc),
    },
    Host { name: "mdbook", added: SCRIPT, tool: Some(Tools::mdbook) },
    Host {
        name: "mkdocs-material",
        added: &[(EMBED, "docs/javascripts/heedmap-embed.js")],
        tool: Some(Tools::mkdocs),
    },
    Host {
        name: "sphinx-myst",
        added: &[(EMBED, "_static/heedmap-embed.js")],
        tool: Some(Tools::sphinx),
    },
    Host { name: "notebook", added: SCRIPT, tool: Some(Tools::nbconvert) },
    Host {
        name: "python",
        added: &[("target/python-package/src/heedmap", "heedmap")],
        tool: Some(Tools::notebooks),
    },
];

/// Builds the page, the package and the dist folder, then the sites, and opens them.
pub(crate) fn run_all() -> Result<()> {
    build::run()?;
    npm::pack()?;
    dist::write()?;
    if let Some(tools) = wheel::find_or_install()? {
        wheel::pack(&tools)?;
    }
    build_sites()?;
    test()
}

/// The tools for some of the sites, or `None` without a suitable Python.
pub(crate) fn find_or_install_tools() -> Result<Option<Tools>> {
    tools::find_or_install()
}

/// Builds the sites with the current page, package and dist folder.
pub(crate) fn build_sites() -> Result<()> {
    for folder in [FOLDER, SOURCES].map(in_root) {
        tree::remove(&folder)?;
    }
    write_other_version()?;
    let tools = tools::find_or_install()?;
    // The tools spend most time starting and reading, so they run at the same time.
    thread::scope(|scope| {
        let build = |host: &'static Host| {
            let tools = tools.as_ref();
            scope
                .spawn(move || host.build(tools).with_context(|| format!("examples/{}", host.name)))
        };
        let running: Vec<_> = HOSTS.iter().map(build).collect();
        running
            .into_iter()
            .try_for_each(|site| site.join().unwrap_or_else(|_| bail!("a tool stopped")))
    })
}

/// Opens the built sites in Chromium.
pub(crate) fn test() -> Result<()> {
    let mut command = chromium_tests("www/test/hosts")?;
    if tools::find_or_install()?.is_none() {
        println!("xtask: skipped: sites that tools in Python build: {}", python::MISSING);
        command.env("HEEDMAP_HOSTS", "plain");
    }
    run(command)
}

/// Writes a copy of the script with another version number.
fn write_other_version() -> Result<()> {
    let script = fs::read_to_string(in_root(EMBED)).context(EMBED)?;
    let other = script.replace(env!("CARGO_PKG_VERSION"), OTHER_VERSION);
    ensure!(other != script, "{EMBED} does not say its version");
    fs::create_dir_all(in_root(SOURCES))?;
    fs::write(in_root(OTHER), other).context(OTHER)
}

impl Host {
    /// Builds the site; does nothing if the tool is missing.
    fn build(&self, tools: Option<&Tools>) -> Result<()> {
        let site = in_root(FOLDER).join(self.name);
        match (self.tool, tools) {
            (None, _) => self.collect(&site),
            (Some(_), None) => Ok(()),
            (Some(command), Some(tools)) => {
                let source = in_root(SOURCES).join(self.name);
                self.collect(&source)?;
                run(command(tools, &source, &site))
            }
        }
    }

    /// Copies the files of the example and the added files into a folder.
    fn collect(&self, folder: &Path) -> Result<()> {
        copy(&in_root("examples").join(self.name), folder)?;
        for (from, to) in self.added {
            copy(&in_root(from), &folder.join(to))?;
        }
        Ok(())
    }
}

/// Copies a file, or a folder recursively.
fn copy(from: &Path, to: &Path) -> Result<()> {
    if from.is_dir() {
        let entries =
            from.read_dir().with_context(|| format!("{} cannot be read", from.display()))?;
        for entry in entries {
            let entry = entry?;
            copy(&entry.path(), &to.join(entry.file_name()))?;
        }
        return Ok(());
    }
    ensure!(from.is_file(), "{} is missing: `cargo xtask hosts` makes it", from.display());
    tree::copy(from, to)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn every_example_is_built() {
        let mut named: Vec<&str> = HOSTS.iter().map(|host| host.name).collect();
        named.sort_unstable();
        let entries = fs::read_dir(in_root("examples")).unwrap().map(|entry| entry.unwrap());
        let mut there: Vec<String> = entries
            .filter(|entry| entry.path().is_dir())
            .map(|entry| entry.file_name().into_string().unwrap())
            .collect();
        there.sort_unstable();
        assert_eq!(named, there);
    }
}
