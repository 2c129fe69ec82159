//! `cargo xtask budget`: what a reader downloads, gzipped as a server would send it.

use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, bail};
use flate2::{Compression, write::GzEncoder};

use crate::paths::root;

const SCRIPT: &str = "www/dist/heedmap.js";
/// The script with the wasm in it, gzipped, in bytes: 100 KB, counted strictly as thousands.
const SCRIPT_LIMIT: usize = 100_000;
/// The page in all, gzipped, in bytes.
const PAGE_LIMIT: usize = 130_000;

/// Prints the table of sizes and fails if one is over its limit.
pub(crate) fn run() -> Result<()> {
    let page =
        fs::read_to_string(root().join("index.html")).context("index.html cannot be read")?;
    let mut files = vec!["index.html".to_owned()];
    files.extend(linked_files(&page));
    if !files.iter().any(|file| file == SCRIPT) {
        bail!("index.html does not load {SCRIPT}");
    }
    println!("{:>10} {:>10}  file", "bytes", "gzipped");
    let mut total = 0;
    let mut script = 0;
    for file in &files {
        let bytes = read(&root().join(file))?;
        let size = gzipped(&bytes)?;
        println!("{:>10} {size:>10}  {file}", bytes.len());
        total += size;
        if file == SCRIPT {
            script = size;
        }
    }
    println!("{:>10} {script:>10}  script, at most {SCRIPT_LIMIT}", "");
    println!("{:>10} {total:>10}  page in all, at most {PAGE_LIMIT}", "");
    if script > SCRIPT_LIMIT || total > PAGE_LIMIT {
        bail!(
            "over the budget: the script takes {script} of {SCRIPT_LIMIT} bytes, \
             the page {total} of {PAGE_LIMIT}"
        );
    }
    Ok(())
}

fn read(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("{} cannot be read (not built yet?)", path.display()))
}

/// The size after gzip at the level that servers use by default.
fn gzipped(bytes: &[u8]) -> Result<usize> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?.len())
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
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn the_page_is_what_its_src_and_href_name() {
        let page = r##"<link rel="stylesheet" href="./www/page.css"><link rel="icon" href="data:,">
            <script defer src="www/dist/heedmap.js"></script><a href="#main">skip</a>
            <a href="https://example.org/">away</a><script src="www/dist/heedmap.js"></script>"##;
        assert_eq!(linked_files(page), ["www/dist/heedmap.js", "www/page.css"]);
    }

    #[test]
    fn gzip_counts_the_compressed_bytes() {
        assert!(gzipped(&[b'a'; 10_000]).unwrap() < 100);
    }
}
