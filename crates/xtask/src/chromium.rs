//! Finds the browser for the tests, or installs it if possible.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};

use crate::debian;

const NAMES: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];
/// The variable with the path of a browser; `www/test/browser` reads it too.
pub(crate) const VARIABLE: &str = "HEEDMAP_CHROMIUM";

/// The path of Chromium. If there is none, it is installed on Debian for root.
pub(crate) fn find_or_install() -> Result<PathBuf> {
    if let Some(given) = std::env::var_os(VARIABLE).map(PathBuf::from) {
        if given.is_file() {
            return Ok(given);
        }
        bail!("{VARIABLE} names {}, which is not a file", given.display());
    }
    if let Some(found) = on_path() {
        return Ok(found);
    }
    if !debian::may_install() {
        bail!(
            "the browser tests need Chromium: install it (on Debian: sudo apt-get install chromium \
             fonts-dejavu-core) or set {VARIABLE} to its path"
        );
    }
    println!("xtask: installing Chromium with apt-get (a minute or two)");
    // The package only recommends fonts, but without them the page shows no letters.
    debian::install(&["chromium", "fonts-dejavu-core"])?;
    on_path().context("apt-get installed Chromium, but it is not on the PATH")
}

/// The first of the names in a folder of the PATH.
fn on_path() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    NAMES
        .iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)))
        .find(|candidate| candidate.is_file())
}
