//! Finds the browser for the tests, or installs it if possible.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};

use crate::debian;

/// Chromium without the interface of a browser: it starts sooner, and the tests take an eighth less processor time.
const SHELL: &str = "chromium-headless-shell";
const NAMES: [&str; 4] = [SHELL, "chromium", "chromium-browser", "google-chrome"];
/// The variable with the path of a browser; `www/test/browser` reads it too.
pub(crate) const VARIABLE: &str = "HEEDMAP_CHROMIUM";

/// The path of Chromium. On Debian, its shell is installed for root where it is missing.
pub(crate) fn find_or_install() -> Result<PathBuf> {
    if let Some(given) = std::env::var_os(VARIABLE).map(PathBuf::from) {
        if given.is_file() {
            return Ok(given);
        }
        bail!("{VARIABLE} names {}, which is not a file", given.display());
    }
    let found = on_path();
    if found.as_ref().is_some_and(|path| path.ends_with(SHELL)) || !debian::may_install() {
        return found.with_context(|| {
            format!(
                "the browser tests need Chromium: install it (on Debian: sudo apt-get install {SHELL} \
                 fonts-dejavu-core) or set {VARIABLE} to its path"
            )
        });
    }
    println!("xtask: installing {SHELL} with apt-get (a minute or two)");
    // The package only recommends fonts, but without them the page shows no letters.
    match debian::install(&[SHELL, "fonts-dejavu-core"]) {
        Ok(()) => on_path()
            .with_context(|| format!("apt-get installed {SHELL}, but it is not on the PATH")),
        // Another Chromium takes longer, but does the same.
        Err(error) => found.ok_or(error),
    }
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
