//! `cargo xtask budget`: what a reader downloads, gzipped as a server would send it.

use std::fs;

use anyhow::{Context, Result, bail, ensure};

use crate::paths::in_root;
use crate::process::{node, output};

const SCRIPT: &str = "www/dist/heedmap.js";
/// The script with the wasm of all rooms in it, gzipped, in bytes: 230 KB, counted strictly as thousands.
const SCRIPT_LIMIT: u64 = 230_000;
/// The page in all, gzipped, in bytes.
const PAGE_LIMIT: u64 = 235_000;

/// Fails if what was built is over its budget.
pub(crate) fn run() -> Result<()> {
    ensure!(weigh()?, "over the budget");
    Ok(())
}

/// Prints the table of sizes, and says whether they are within the limits.
pub(crate) fn weigh() -> Result<bool> {
    let page = fs::read_to_string(in_root("index.html")).context("index.html cannot be read")?;
    let mut files = vec!["index.html".to_owned()];
    files.extend(linked_files(&page));
    if !files.iter().any(|file| file == SCRIPT) {
        bail!("index.html does not load {SCRIPT}");
    }
    let sizes = gzipped(&files)?;
    println!("{:>10} {:>10}  file", "bytes", "gzipped");
    let mut total = 0;
    let mut script = 0;
    for (file, &size) in files.iter().zip(&sizes) {
        println!("{:>10} {size:>10}  {file}", in_root(file).metadata()?.len());
        total += size;
        if file == SCRIPT {
            script = size;
        }
    }
    println!("{:>10} {script:>10}  script, at most {SCRIPT_LIMIT}", "");
    println!("{:>10} {total:>10}  page in all, at most {PAGE_LIMIT}", "");
    Ok(script <= SCRIPT_LIMIT && total <= PAGE_LIMIT)
}

/// The sizes of the files after gzip, as servers send them.
fn gzipped(files: &[String]) -> Result<Vec<u64>> {
    for file in files {
        ensure!(
            in_root(file).is_file(),
            "{file} is missing: `cargo xtask build` makes what the page loads"
        );
    }
    let mut command = node(&["www/bundle/gzipped.mjs"]);
    command.args(files);
    let printed = output(command)?;
    let sizes: Vec<u64> = printed
        .lines()
        .map(|line| line.parse().with_context(|| format!("no size: {line:?}")))
        .collect::<Result<_>>()?;
    ensure!(sizes.len() == files.len(), "{} sizes of {} files", sizes.len(), files.len());
    Ok(sizes)
}

/// The files that the page names in a `src` or a `href`, in order, each once.
///
/// A fragment, a `data:` URL and the address of another site are no files of the page.
fn linked_files(page: &str) -> Vec<String> {
    let mut files: Vec<String> = Vec::new();
    for attribute in ["src=\"", "href=\""] {
        for rest in page.split(attribute).skip(1) {
            let address = rest.split('"').next().unwrap_or_default();
            let file = address.split(['?', '#']).next().unwrap_or_default();
            let file = file.trim_start_matches("./");
            let local = !file.is_empty() && !file.contains(':');
            if local && !files.iter().any(|known| known == file) {
                files.push(file.to_owned());
            }
        }
    }
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_what_its_src_and_href_name() {
        let page = r##"<link rel="stylesheet" href="./www/page.css"><link rel="icon" href="data:,">
            <script defer src="www/dist/heedmap.js"></script><a href="#main">skip</a>
            <a href="https://example.org/">away</a><script src="www/dist/heedmap.js"></script>"##;
        assert_eq!(linked_files(page), ["www/dist/heedmap.js", "www/page.css"]);
    }
}
