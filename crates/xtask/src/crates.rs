//! `cargo xtask crates`: the crates as crates.io would get them, `target/package`.
//!
//! They are the default members of the workspace: what computes, and no boundary.

use std::process::Command;

use anyhow::Result;

use crate::process::{cargo, run};

/// Packs the crates, and compiles each from what was packed.
pub(crate) fn run_all() -> Result<()> {
    run(package())
}

/// Packs the crates: what a manifest lacks is found, and nothing is compiled.
pub(crate) fn check() -> Result<()> {
    let mut package = package();
    package.args(["--no-verify", "--offline", "--quiet"]);
    run(package)
}

fn package() -> Command {
    // What was not committed is packed too: this is a look at the packages, and publishes none.
    cargo(&["package", "--allow-dirty"])
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::fs;

    use crate::paths::in_root;

    /// The documentation of a crate as it is read: what a test needs and nobody wants to see is not there.
    fn documentation(lib: &str) -> String {
        let lines = lib.lines().filter_map(|line| line.strip_prefix("//!"));
        let lines = lines.map(|line| line.strip_prefix(' ').unwrap_or(line));
        lines.filter(|line| !line.starts_with("# ")).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn the_example_of_a_readme_is_one_that_the_documentation_runs() {
        let mut readmes = 0;
        for entry in in_root("crates").read_dir().unwrap() {
            let folder = entry.unwrap().path();
            let Ok(readme) = fs::read_to_string(folder.join("README.md")) else { continue };
            let lib = fs::read_to_string(folder.join("src/lib.rs")).unwrap();
            let example = readme.split("```").nth(1).unwrap().strip_prefix("rust").unwrap();
            let run = documentation(&lib).contains(&format!("```{example}```"));
            assert!(run, "{}: {example}", folder.display());
            readmes += 1;
        }
        assert_eq!(readmes, 6, "each crate that is published has one");
    }
}
