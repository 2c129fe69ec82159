//! The browser that the tests drive: found, or installed where that is possible.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};

use crate::debian;

const NAMES: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];
/// The variable that names a browser elsewhere; `www/test/browser` reads it too.
pub(crate) const VARIABLE: &str = "HEEDMAP_CHROMIUM";

/// Where Chromium is. Without one it is installed if this is Debian and we are root.
pub(crate) fn find_or_install() -> Result<PathBuf> {
    if let Some(given) = std::env::var_os(VARIABLE).map(PathBuf::from) {
        if given.is_file() {
            return Ok(given);
        }
        bail!("{VARIABLE} names {}, which is no file", given.display());
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
    // The fonts are recommended, not required, by the package: without them the page has no letters.
    debian::install(&["chromium", "fonts-dejavu-core"])?;
    on_path().context("apt-get installed Chromium, but it is not on the PATH")
}

/// The first of the names that a folder of the PATH has.
fn on_path() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    NAMES
        .iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)))
        .find(|candidate| candidate.is_file())
}
