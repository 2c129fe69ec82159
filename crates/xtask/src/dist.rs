//! `cargo xtask dist`: writes the folder for a static host, `target/dist`.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use crate::budget::EMBEDS;
use crate::build;
use crate::node_tests::chromium_tests;
use crate::page::named;
use crate::paths::in_root;
use crate::process::run;

/// The path of the folder, from the root.
const FOLDER: &str = "target/dist";

/// The page for readers, and the page for frames on other pages.
const PAGES: [&str; 2] = ["index.html", "embed.html"];

/// Files that are included although no page refers to them.
const LICENCES: [&str; 2] = ["LICENSE-APACHE", "LICENSE-MIT"];

/// The folder of the scripts with one element each, which are complete, unlike the scripts for articles.
const CLASSIC: &str = "www/dist/classic";

/// Builds the page, then writes the folder.
pub(crate) fn run_all() -> Result<()> {
    build::run()?;
    write()?;
    println!("xtask: {FOLDER} has the pages, and the scripts that other people's pages name");
    Ok(())
}

/// Opens the written folder in Chromium under a subpath, as on a host.
pub(crate) fn test() -> Result<()> {
    let mut test = chromium_tests("www/test/package/dist.test.mjs")?;
    test.env("HEEDMAP_DIST", in_root(FOLDER));
    run(test)
}

/// Writes the pages, the files that they refer to, the scripts for other pages and the licences,
/// and nothing else.
pub(crate) fn write() -> Result<()> {
    let folder = in_root(FOLDER);
    if folder.exists() {
        fs::remove_dir_all(&folder).with_context(|| format!("{FOLDER} cannot be emptied"))?;
    }
    let mut files: BTreeSet<String> =
        PAGES.into_iter().chain(LICENCES).map(str::to_owned).collect();
    for page in PAGES {
        let text = fs::read_to_string(in_root(page));
        let text = text.with_context(|| format!("{page} cannot be read"))?;
        files.extend(named(&text)?.into_iter().map(str::to_owned));
    }
    for file in &files {
        copy(file, file, &folder)?;
    }
    // Their URLs do not change with the version.
    let embeds = EMBEDS.iter().map(|&(script, _)| script.to_owned());
    for script in embeds.chain(classic()?) {
        copy(&script, script.trim_start_matches("www/dist/"), &folder)?;
    }
    Ok(())
}

/// The scripts of one element each, from the root.
fn classic() -> Result<Vec<String>> {
    let entries = fs::read_dir(in_root(CLASSIC));
    let entries = entries.with_context(|| format!("{CLASSIC} cannot be read"))?;
    entries.map(|entry| Ok(format!("{CLASSIC}/{}", entry?.file_name().to_string_lossy()))).collect()
}

/// Copies a file of the root to its place in the folder.
fn copy(file: &str, as_file: &str, folder: &Path) -> Result<()> {
    let to = folder.join(as_file);
    if let Some(parent) = to.parent() {
        fs::create_dir_all(parent).with_context(|| format!("{FOLDER} cannot be written"))?;
    }
    fs::copy(in_root(file), to)
        .map(drop)
        .with_context(|| format!("{file}, which belongs to the page, cannot be copied"))
}
