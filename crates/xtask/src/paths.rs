//! Where things are. Every task works from the repository's root, wherever it was called from.

use std::path::PathBuf;

/// The root of the checkout that cargo was called in.
///
/// Cargo sets the variable when it runs xtask; the value of compile time serves a binary started by hand.
pub(crate) fn root() -> PathBuf {
    let manifest = std::env::var_os("CARGO_MANIFEST_DIR")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
    manifest.ancestors().nth(2).map_or(manifest.clone(), PathBuf::from)
}

/// A path given from the root, with `/` between its parts.
pub(crate) fn in_root(relative: &str) -> PathBuf {
    root().join(relative)
}
