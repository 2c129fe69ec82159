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
use crate::{build, dist, npm, python, wheel};
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
    /// Files that the author adds: their paths from the root, and in the site.
    brings: &'static [(&'static str, &'static str)],
    tool: Tool,
}

/// How a source becomes a site.
#[derive(Clone, Copy)]
enum Tool {
    /// The source is the site.
    None,
    /// With a command of an installed tool.
    Command(fn(&Tools, source: &Path, site: &Path) -> Command),
}

/// The script next to the page.
const BESIDE: &[(&str, &str)] = &[(EMBED, "heedmap-embed.js")];

const HOSTS: &[Host] = &[
    Host { name: "plain", brings: BESIDE, tool: Tool::None },
    Host {
        name: "four",
        brings: &[
            BESIDE[0],
            ("target/npm/package/classic/heed-heads.js", "heed-heads.js"),
            ("fixtures/measures/minilm_trophy.npy", "minilm_trophy.npy"),
        ],
        tool: Tool::None,
    },
    Host {
        name: "article",
        brings: &[BESIDE[0], ("www/dist/classic/heed-contrast.js", "heed-contrast.js")],
        tool: Tool::None,
    },
    Host {
        name: "two-versions",
        brings: &[BESIDE[0], (OTHER, "heedmap-embed-other.js")],
        tool: Tool::None,
    },
    Host { name: "strict-policy", brings: BESIDE, tool: Tool::None },
    Host { name: "no-wasm", brings: BESIDE, tool: Tool::None },
    Host { name: "right-to-left", brings: BESIDE, tool: Tool::None },
    Host { name: "dark", brings: BESIDE, tool: Tool::None },
    Host { name: "iframe", brings: &[("target/dist", "heedmap")], tool: Tool::None },
    Host { name: "srcdoc", brings: BESIDE, tool: Tool::None },
    Host { name: "mdbook", brings: BESIDE, tool: Tool::Command(Tools::mdbook) },
    Host {
        name: "mkdocs-material",
        brings: &[(EMBED, "docs/javascripts/heedmap-embed.js")],
        tool: Tool::Command(Tools::mkdocs),
    },
    Host {
        name: "sphinx-myst",
        brings: &[(EMBED, "_static/heedmap-embed.js")],
        tool: Tool::Command(Tools::sphinx),
    },
    Host { name: "notebook", brings: BESIDE, tool: Tool::Command(Tools::nbconvert) },
    Host {
        name: "python",
        brings: &[("target/python-package/src/heedmap", "heedmap")],
        tool: Tool::Command(Tools::notebooks),
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
        if folder.exists() {
            fs::remove_dir_all(&folder)
                .with_context(|| format!("{} cannot be emptied", folder.display()))?;
        }
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
            (Tool::None, _) => self.gather(&site),
            (Tool::Command(_), None) => Ok(()),
            (Tool::Command(command), Some(tools)) => {
                let source = in_root(SOURCES).join(self.name);
                self.gather(&source)?;
                run(command(tools, &source, &site))
            }
        }
    }

    /// Copies the files of the example and the author's files into a folder.
    fn gather(&self, folder: &Path) -> Result<()> {
        copy(&in_root("examples").join(self.name), folder)?;
        for (from, to) in self.brings {
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
    if let Some(parent) = to.parent() {
        fs::create_dir_all(parent)
            .with_context(|| format!("{} cannot be made", parent.display()))?;
    }
    fs::copy(from, to).map(drop).with_context(|| format!("{} cannot be copied", from.display()))
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
