//! The files of the repository, without what was installed, compiled or generated.

use std::path::Path;

use anyhow::{Context, Result};

/// Names of folders that hold nothing that was written here.
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
            // The kind of the entry itself: a link is neither followed nor listed.
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
