//! The files of the repository, without installed, compiled or generated ones.

use std::path::Path;

use anyhow::{Context, Result};

/// Folders without source files.
const SKIPPED: [&str; 5] = [".git", "target", "node_modules", "pkg", "dist"];

/// The files under `folder` (given from `root`), sorted, as paths from `root` with `/` between their parts.
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
