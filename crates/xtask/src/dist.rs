//! `cargo xtask dist`: the folder that a static host serves, `target/dist`.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use crate::paths::in_root;
use crate::process::{node, run};
use crate::{build, chromium};

/// Where the folder is, from the root.
const FOLDER: &str = "target/dist";

/// What is handed on with the page although nothing in it names it.
const LICENCES: [&str; 2] = ["LICENSE-APACHE", "LICENSE-MIT"];

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
fn write() -> Result<usize> {
    let folder = in_root(FOLDER);
    if folder.exists() {
        fs::remove_dir_all(&folder).with_context(|| format!("{FOLDER} cannot be emptied"))?;
    }
    let page = fs::read_to_string(in_root("index.html")).context("index.html cannot be read")?;
    let mut files = vec!["index.html"];
    files.extend(named(&page)?);
    files.extend(LICENCES);
    for file in &files {
        copy(file, &folder)?;
    }
    Ok(files.len())
}

fn copy(file: &str, folder: &Path) -> Result<()> {
    let to = folder.join(file);
    if let Some(parent) = to.parent() {
        fs::create_dir_all(parent).with_context(|| format!("{FOLDER} cannot be written"))?;
    }
    fs::copy(in_root(file), to)
        .map(drop)
        .with_context(|| format!("{file}, which the page names, cannot be copied"))
}

/// The files that a page names in a `src` or a `href`: relative to it, so that it works wherever it lies.
fn named(page: &str) -> Result<Vec<&str>> {
    let mut files = Vec::new();
    for rest in ["src=\"", "href=\""].into_iter().flat_map(|name| page.split(name).skip(1)) {
        let address = rest.split('"').next().unwrap_or_default();
        if address.starts_with('#') || address.starts_with("data:") {
            continue;
        }
        let leaves = address.contains(':') || address.starts_with('/') || address.contains("..");
        ensure!(!leaves, "the page names {address:?}, which is not in its folder");
        files.push(address);
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn what_the_page_names_goes_along() {
        let page = r##"<link href="data:,"><link href="www/page.css"><a href="#main">skip</a>
            <script src="www/dist/heedmap.js"></script>"##;
        assert_eq!(named(page).unwrap(), ["www/dist/heedmap.js", "www/page.css"]);
    }

    #[test]
    fn a_page_that_names_a_file_elsewhere_works_in_no_other_folder() {
        for address in ["/www/page.css", "../page.css", "https://example.org/page.css"] {
            let refused = named(&format!("<link href=\"{address}\">")).unwrap_err().to_string();
            assert_eq!(refused, format!("the page names {address:?}, which is not in its folder"));
        }
    }
}
