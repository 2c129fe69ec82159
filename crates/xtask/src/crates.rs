//! `cargo xtask crates`: packs the crates for crates.io, `target/package`.
//!
//! These are the default members of the workspace: the libraries, without the boundaries.

use anyhow::Result;

use crate::process::{cargo, run};

/// Packs the crates, and compiles each packed crate.
pub(crate) fn run_all() -> Result<()> {
    // Uncommitted changes are packed too, because nothing is published here.
    run(cargo(&["package", "--allow-dirty"]))
}

/// Does what publishing the crates does, without compiling or uploading them: it finds gaps in manifests, and versions that
/// were published already.
pub(crate) fn check() -> Result<()> {
    run(cargo(&["publish", "--workspace", "--dry-run", "--no-verify", "--allow-dirty", "--quiet"]))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::fs;

    use crate::paths::in_root;

    /// The documentation of a crate, without the hidden lines of its examples.
    fn documentation(lib: &str) -> String {
        let lines = lib.lines().filter_map(|line| line.strip_prefix("//!"));
        let lines = lines.map(|line| line.strip_prefix(' ').unwrap_or(line));
        lines.filter(|line| !line.starts_with("# ")).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn every_test_file_of_a_crate_is_in_its_test_program() {
        for entry in in_root("crates").read_dir().unwrap() {
            let folder = entry.unwrap().path();
            let Ok(entries) = folder.join("tests").read_dir() else { continue };
            let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
            let modules = fs::read_to_string(folder.join("tests/all.rs")).unwrap();
            for entry in entries {
                let name = entry.unwrap().file_name().into_string().unwrap();
                let Some(module) = name.strip_suffix(".rs") else { continue };
                let is_there = modules.lines().any(|line| line == format!("mod {module};"))
                    || manifest.contains(&format!("path = \"tests/{name}\""));
                assert!(is_there, "{}/tests/{name} is not run", folder.display());
            }
        }
    }

    #[test]
    fn the_example_of_each_readme_is_tested_in_the_documentation() {
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
        assert_eq!(readmes, 13, "each crate that is published has one");
    }
}
