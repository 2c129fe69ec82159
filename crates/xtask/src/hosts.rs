//! `cargo xtask hosts`: the sites of `examples`, each built by its host's own tool into `target/hosts`, and opened in Chromium.

mod tools;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::paths::{in_root, root};
use crate::process::{node, run};
use crate::{build, chromium, npm, tree};
use tools::Tools;

/// Where the sites are, from the root.
const FOLDER: &str = "target/hosts";
/// Where each source is put together with its scripts before its tool builds it, from the root.
const SOURCES: &str = "target/hosts-sources";
const EMBED: &str = "heedmap-embed.js";

/// A site, and how it comes about.
struct Host {
    /// Its folder in `examples`.
    name: &'static str,
    /// What its author puts there besides: files from the root, and where they go.
    brings: &'static [(&'static str, &'static str)],
    tool: Tool,
}

/// How a source becomes a site.
#[derive(Clone, Copy)]
enum Tool {
    /// It is one.
    None,
    /// By a command of a tool that is installed for it.
    Command(fn(&Tools, source: &Path, site: &Path) -> Command),
}

/// The script of most sites, beside their page.
const BESIDE: &[(&str, &str)] = &[("www/dist/embed/heedmap-embed.js", EMBED)];
/// A file of heads, as a model gave them.
const HEADS: (&str, &str) = ("fixtures/measures/minilm_trophy.npy", "minilm_trophy.npy");

const HOSTS: &[Host] = &[
    Host { name: "plain", brings: BESIDE, tool: Tool::None },
    Host {
        name: "four",
        brings: &[BESIDE[0], ("target/npm/package/classic/heed-heads.js", "heed-heads.js"), HEADS],
        tool: Tool::None,
    },
    Host { name: "two-versions", brings: &[BESIDE[0], OTHER], tool: Tool::None },
    Host { name: "strict-policy", brings: BESIDE, tool: Tool::None },
    Host { name: "no-wasm", brings: BESIDE, tool: Tool::None },
    Host { name: "right-to-left", brings: BESIDE, tool: Tool::None },
    Host { name: "dark", brings: BESIDE, tool: Tool::None },
    Host { name: "iframe", brings: &[], tool: Tool::None },
    Host { name: "srcdoc", brings: BESIDE, tool: Tool::None },
    Host { name: "mdbook", brings: BESIDE, tool: Tool::Command(Tools::mdbook) },
    Host {
        name: "mkdocs-material",
        brings: &[(BESIDE[0].0, "docs/javascripts/heedmap-embed.js")],
        tool: Tool::Command(Tools::mkdocs),
    },
    Host {
        name: "sphinx-myst",
        brings: &[(BESIDE[0].0, "_static/heedmap-embed.js")],
        tool: Tool::Command(Tools::sphinx),
    },
    Host { name: "notebook", brings: BESIDE, tool: Tool::Command(Tools::nbconvert) },
];

/// Builds the page and the package, then the sites, and opens them.
pub(crate) fn run_all() -> Result<()> {
    build::run()?;
    npm::pack()?;
    check()
}

/// Builds the sites with the scripts that are there, and opens them in Chromium.
pub(crate) fn check() -> Result<()> {
    for folder in [FOLDER, SOURCES] {
        let folder = in_root(folder);
        if folder.exists() {
            fs::remove_dir_all(&folder)
                .with_context(|| format!("{} cannot be emptied", folder.display()))?;
        }
    }
    let tools = tools::find_or_install()?;
    if tools.is_none() {
        println!("xtask: skipped: what is built by a tool, without a python3 of 3.11 or later");
    }
    for host in HOSTS {
        host.build(tools.as_ref()).with_context(|| format!("examples/{}", host.name))?;
    }
    let tests = tree::files_under(Path::new("www/test/hosts"), &root())?;
    let mut command = node(&["--test", "--test-reporter=spec", "--test-concurrency=1"]);
    command.args(tests.iter().filter(|file| file.ends_with(".test.mjs")));
    command.env(chromium::VARIABLE, chromium::find_or_install()?);
    run(command)
}

impl Host {
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

    /// Puts the files of the example and what its author brings into a folder.
    fn gather(&self, folder: &Path) -> Result<()> {
        let example = PathBuf::from("examples").join(self.name);
        for file in tree::files_under(&example, &root())? {
            let name = Path::new(&file).strip_prefix(&example).unwrap_or(Path::new(&file));
            copy(&in_root(&file), &folder.join(name))?;
        }
        for (from, to) in self.brings {
            copy(&in_root(from), &folder.join(to))?;
        }
        Ok(())
    }
}

fn copy(from: &Path, to: &Path) -> Result<()> {
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
