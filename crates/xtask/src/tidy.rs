//! `cargo xtask tidy`: checks invariants that neither the compiler nor clippy checks.

mod cycles;
mod hosts;
mod layers;
mod length;
mod one_rule;
mod versions;
mod words;

use std::fs;
use std::path::Path;

use anyhow::{Result, bail, ensure};

use crate::process::{node, run};
use crate::{bundle, paths, tree, wasm};

/// One text file of the repository.
struct Source {
    /// The path from the root, with `/` between its parts.
    path: String,
    text: String,
}

/// A rule checks one file and returns its complaints, each a line that begins with the place.
type Rule = fn(&Source) -> Vec<String>;

const RULES: [Rule; 6] = [
    length::rule,
    layers::rule,
    words::rule,
    one_rule::rule,
    hosts::lock_rule,
    hosts::settings_rule,
];

/// Checks all rules.
pub(crate) fn run_all() -> Result<()> {
    text()?;
    modules()
}

/// The rules about text, which need no build.
pub(crate) fn text() -> Result<()> {
    let root = paths::root();
    let sources = sources(&root)?;
    let mut complaints: Vec<String> =
        sources.iter().flat_map(|source| RULES.iter().flat_map(move |rule| rule(source))).collect();
    complaints.extend(versions::complaints(&sources));
    complaints.extend(cycles::complaints(&sources));
    for complaint in &complaints {
        println!("{complaint}");
    }
    ensure!(complaints.is_empty(), "tidy has {} complaints", complaints.len());
    println!("xtask: {} text files are tidy", sources.len());
    Ok(())
}

/// The rule about modules: each is imported in Node, where there is no page, and must have no side
/// effects.
pub(crate) fn modules() -> Result<()> {
    let built = |module: String| paths::in_root(&format!("www/pkg/{module}.js")).is_file();
    if !wasm::programs().all(built) {
        wasm::build_page()?;
    }
    bundle::vendor()?;
    let files = tree::files_under(Path::new("www"), &paths::root())?;
    let modules: Vec<&String> = files.iter().filter(|file| is_module(file)).collect();
    if modules.is_empty() {
        bail!("www has no modules");
    }
    let mut command = node(&["www/test/modules.mjs"]);
    command.args(modules);
    run(command)
}

/// Whether a file of `www` is a module without side effects.
///
/// Programs for Node (`.mjs`) are not.
fn is_module(file: &str) -> bool {
    let begins_something = file.ends_with("-define.js")
        // The script of a worker.
        || file.ends_with("-entry.js") && file.starts_with("www/engine/")
        || file.starts_with("www/build/entries/")
        // It imports a file that only the build creates.
        || file == "www/build/kernels-program.js"
        || file.starts_with("www/test/");
    file.ends_with(".js") && !begins_something
}

/// All text files; pictures and other binary files are skipped.
fn sources(root: &Path) -> Result<Vec<Source>> {
    let files = tree::files_under(Path::new(""), root)?;
    let mut sources = Vec::with_capacity(files.len());
    for path in files {
        if let Ok(text) = String::from_utf8(fs::read(root.join(&path))?) {
            sources.push(Source { path, text });
        }
    }
    Ok(sources)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn the_repository_is_tidy() {
        text().unwrap();
    }

    #[test]
    fn modules_with_side_effects_are_not_imported() {
        assert!(is_module("www/page/main.js") && is_module("www/engine/inflate.js"));
        assert!(
            !is_module("www/define/heed-map-define.js")
                && !is_module("www/build/entries/learn.js")
                && !is_module("www/engine/kernels-worker-entry.js")
        );
        assert!(!is_module("www/page.css") && !is_module("www/test/browser/page.test.mjs"));
    }
}
