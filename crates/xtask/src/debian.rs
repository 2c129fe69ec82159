//! Installs Debian packages, if this is Debian and the user is root.

use std::path::Path;

use anyhow::Result;

use crate::process::{command, output};

/// Only Debian itself: Ubuntu's package of the browser installs a snap instead.
pub(crate) fn may_install() -> bool {
    let debian = std::fs::read_to_string("/etc/os-release").is_ok_and(|text| is_debian(&text));
    let root = output(command("id", &["-u"])).is_ok_and(|id| id.trim() == "0");
    debian && root && Path::new("/usr/bin/apt-get").is_file()
}

/// Installs packages without those that they only recommend. Only errors are printed, because other
/// steps run at the same time.
pub(crate) fn install(packages: &[&str]) -> Result<()> {
    output(apt_get(&["update"]))?;
    let mut install = apt_get(&["install", "--yes", "--no-install-recommends"]);
    install.args(packages);
    output(install).map(drop)
}

fn apt_get(arguments: &[&str]) -> std::process::Command {
    let mut apt_get = command("apt-get", arguments);
    apt_get.env("DEBIAN_FRONTEND", "noninteractive");
    apt_get
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
