//! Finds the browser for the tests, or installs it if possible.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};

use crate::debian;

/// Chromium without the interface of a browser. The tests take an eighth less processor time with it. Its wasm is
/// slower (`www/test/browser/chromium.mjs`), so what is measured is not measured with it.
const SHELL: &str = "chromium-headless-shell";
const BROWSERS: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];
/// The packages only recommend fonts, but without them the page shows no letters.
const FONTS: &str = "fonts-dejavu-core";
/// The variable with the path of a browser; `www/test/browser` reads it too.
pub(crate) const VARIABLE: &str = "HEEDMAP_CHROMIUM";

/// The path of Chromium's shell, for tests. On Debian, it is installed for root. Where there is none, the browser.
pub(crate) fn for_tests() -> Result<PathBuf> {
    if std::env::var_os(VARIABLE).is_some() {
        return find_or_install();
    }
    if let Some(shell) = on_path(&[SHELL]) {
        return Ok(shell);
    }
    if debian::may_install() {
        println!("xtask: installing {SHELL} with apt-get");
        if debian::install(&[SHELL, FONTS]).is_ok() {
            return on_path(&[SHELL])
                .context("apt-get installed the shell, but it is not on the PATH");
        }
    }
    find_or_install()
}

/// The path of Chromium. If there is none, it is installed on Debian for root.
pub(crate) fn find_or_install() -> Result<PathBuf> {
    if let Some(given) = std::env::var_os(VARIABLE).map(PathBuf::from) {
        if given.is_file() {
            return Ok(given);
        }
        bail!("{VARIABLE} names {}, which is not a file", given.display());
    }
    if let Some(found) = on_path(&BROWSERS) {
        return Ok(found);
    }
    if !debian::may_install() {
        bail!(
            "the browser tests need Chromium: install it (on Debian: sudo apt-get install chromium \
             {FONTS}) or set {VARIABLE} to its path"
        );
    }
    println!("xtask: installing Chromium with apt-get (a minute or two)");
    debian::install(&["chromium", FONTS])?;
    on_path(&BROWSERS).context("apt-get installed Chromium, but it is not on the PATH")
}

/// The first of the names in a folder of the PATH.
fn on_path(names: &[&str]) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    names
        .iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)))
        .find(|candidate| candidate.is_file())
}
