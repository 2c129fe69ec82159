//! Files and folders: the sources of the repository, and copies of files.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

/// Folders without source files.
const SKIPPED: [&str; 5] = [".git", "target", "node_modules", "pkg", "dist"];

/// The files under `folder` (given from `root`), sorted, as paths from `root` with `/` between their parts.
/// Installed, compiled and generated files are left out.
pub(crate) fn files_under(folder: &Path, root: &Path) -> Result<Vec<String>> {
    let mut files = Vec::new();
    let mut folders = vec![root.join(folder)];
    while let Some(folder) = folders.pop() {
        let entries =
            folder.read_dir().with_context(|| format!("{} cannot be read", folder.display()))?;
        for entry in entries {
            let entry = entry?;
            // The type of the entry itself: links are neither followed nor listed.
            let kind = entry.file_type()?;
            if kind.is_dir() && !SKIPPED.iter().any(|name| entry.file_name() == *name) {
                folders.push(entry.path());
            } else if kind.is_file() {
                let path = entry.path();
                let relative = path.strip_prefix(root).unwrap_or(&path);
                files.push(relative.to_string_lossy().replace('\\', "/"));
            }
        }
    }
    files.sort();
    Ok(files)
}

/// Copies a file, and creates the folders of the copy.
pub(crate) fn copy(from: &Path, to: &Path) -> Result<()> {
    if let Some(parent) = to.parent() {
        fs::create_dir_all(parent)
            .with_context(|| format!("{} cannot be created", parent.display()))?;
    }
    fs::copy(from, to).with_context(|| format!("{} cannot be copied", from.display()))?;
    Ok(())
}

/// Removes a folder, if there is one.
pub(crate) fn remove(folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder)
            .with_context(|| format!("{} cannot be removed", folder.display()))?;
    }
    Ok(())
}
