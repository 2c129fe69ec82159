//! `cargo xtask dist`: writes the folder for a static host, `target/dist`.

use std::collections::BTreeSet;
use std::fs;

use anyhow::{Context, Result};

use crate::budget::{EMBEDS, classic};
use crate::node_tests::chromium_tests;
use crate::page::referenced_files;
use crate::paths::in_root;
use crate::process::run;
use crate::{build, licenses, tree};

/// The path of the folder, from the root.
const FOLDER: &str = "target/dist";

/// The page for readers, and the page for frames on other pages.
const PAGES: [&str; 2] = ["index.html", "embed.html"];

/// Files that are included although no page refers to them.
const LICENSES: [&str; 3] = ["LICENSE-APACHE", "LICENSE-MIT", licenses::FILE];

/// Builds the page, then writes the folder.
pub(crate) fn run_all() -> Result<()> {
    build::run()?;
    write()?;
    println!("xtask: {FOLDER} has the pages, and the scripts for other pages");
    Ok(())
}

/// Opens the written folder in Chromium under a subpath, as on a host.
pub(crate) fn test() -> Result<()> {
    let mut test = chromium_tests("www/test/package/dist.test.mjs")?;
    test.env("HEEDMAP_DIST", in_root(FOLDER));
    run(test)
}

/// Writes the pages, the files that they refer to, the scripts for other pages and the licenses,
/// and nothing else.
pub(crate) fn write() -> Result<()> {
    let folder = in_root(FOLDER);
    tree::remove(&folder)?;
    let mut files: BTreeSet<String> =
        PAGES.into_iter().chain(LICENSES).map(str::to_owned).collect();
    for page in PAGES {
        let text = fs::read_to_string(in_root(page));
        let text = text.with_context(|| format!("{page} cannot be read"))?;
        files.extend(referenced_files(&text)?.into_iter().map(str::to_owned));
    }
    for file in &files {
        tree::copy(&in_root(file), &folder.join(file))?;
    }
    // Their URLs do not change with the version.
    let embeds = EMBEDS.iter().map(|&script| script.to_owned());
    for script in embeds.chain(classic()?) {
        tree::copy(&in_root(&script), &folder.join(script.trim_start_matches("www/dist/")))?;
    }
    Ok(())
}
