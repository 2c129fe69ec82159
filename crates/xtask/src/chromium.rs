//! The browser that the tests drive: found, or installed where that is possible.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::process::{command, output, run};

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
    if !may_install() {
        bail!(
            "the browser tests need Chromium: install it (on Debian: sudo apt-get install chromium \
             fonts-dejavu-core) or set {VARIABLE} to its path"
        );
    }
    println!("xtask: installing Chromium with apt-get (a minute or two)");
    run(apt_get(&["update"]))?;
    // The fonts are recommended, not required, by the package: without them the page has no letters.
    run(apt_get(&[
        "install",
        "--yes",
        "--no-install-recommends",
        "chromium",
        "fonts-dejavu-core",
    ]))?;
    on_path().context("apt-get installed Chromium, but it is not on the PATH")
}

fn apt_get(arguments: &[&str]) -> std::process::Command {
    let mut apt_get = command("apt-get", arguments);
    apt_get.env("DEBIAN_FRONTEND", "noninteractive");
    apt_get
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

/// Debian itself, not its relatives: Ubuntu's package of that name is a door to another store.
fn may_install() -> bool {
    let debian = std::fs::read_to_string("/etc/os-release").is_ok_and(|text| is_debian(&text));
    let root = output(command("id", &["-u"])).is_ok_and(|id| id.trim() == "0");
    debian && root && Path::new("/usr/bin/apt-get").is_file()
}

fn is_debian(os_release: &str) -> bool {
    os_release
        .lines()
        .any(|line| line.trim_end() == "ID=debian" || line.trim_end() == "ID=\"debian\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_debian_itself_counts_as_debian() {
        assert!(is_debian("NAME=\"Debian GNU/Linux\"\nID=debian\n"));
        assert!(!is_debian("ID=ubuntu\nID_LIKE=debian\n"));
    }
}
