//! `cargo xtask dist`: the folder that a static host serves, `target/dist`.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use crate::page::named;
use crate::paths::in_root;
use crate::process::{node, run};
use crate::{build, chromium};

/// Where the folder is, from the root.
const FOLDER: &str = "target/dist";

/// What is handed on with the page although nothing in it names it.
const LICENCES: [&str; 2] = ["LICENSE-APACHE", "LICENSE-MIT"];

/// The script that other people's pages take from the folder, under an address that does not change with the page.
const EMBED: &str = "www/dist/embed/heedmap-embed.js";

/// Builds the page, then writes the folder.
pub(crate) fn run_all() -> Result<()> {
    build::run()?;
    let files = write()?;
    println!("xtask: {FOLDER} has the {files} files of the page");
    Ok(())
}

/// Writes the folder of what is built, and opens it in Chromium where a host might put it.
pub(crate) fn check() -> Result<()> {
    write()?;
    let mut test = node(&["--test", "--test-reporter=spec", "www/test/package/dist.test.mjs"]);
    test.env(chromium::VARIABLE, chromium::find_or_install()?).env("HEEDMAP_DIST", in_root(FOLDER));
    run(test)
}

/// Writes the page, what it names and the licences, and nothing else; says how many files that is.
pub(crate) fn write() -> Result<usize> {
    let folder = in_root(FOLDER);
    if folder.exists() {
        fs::remove_dir_all(&folder).with_context(|| format!("{FOLDER} cannot be emptied"))?;
    }
    let page = fs::read_to_string(in_root("index.html")).context("index.html cannot be read")?;
    let mut files = vec!["index.html"];
    files.extend(named(&page)?);
    files.extend(LICENCES);
    for file in &files {
        copy(file, file, &folder)?;
    }
    copy(EMBED, "embed/heedmap-embed.js", &folder)?;
    Ok(files.len() + 1)
}

/// Copies a file of the root to where it lies in the folder.
fn copy(file: &str, as_file: &str, folder: &Path) -> Result<()> {
    let to = folder.join(as_file);
    if let Some(parent) = to.parent() {
        fs::create_dir_all(parent).with_context(|| format!("{FOLDER} cannot be written"))?;
    }
    fs::copy(in_root(file), to)
        .map(drop)
        .with_context(|| format!("{file}, which belongs to the page, cannot be copied"))
}
