//! Paths. Every task runs in the repository's root, wherever it was called from.

use std::path::PathBuf;

/// The root of the checkout in which cargo was called.
///
/// Cargo sets the variable when it runs xtask; a binary that is started directly uses the value
/// from compile time.
pub(crate) fn root() -> PathBuf {
    let manifest = std::env::var_os("CARGO_MANIFEST_DIR")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
    manifest.ancestors().nth(2).map_or(manifest.clone(), PathBuf::from)
}

/// A path relative to the root, with `/` between its parts.
pub(crate) fn in_root(relative: &str) -> PathBuf {
    root().join(relative)
}
