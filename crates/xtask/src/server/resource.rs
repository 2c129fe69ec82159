//! From the target of a request to a file, and from a file to its media type.

use std::path::{Path, PathBuf};

/// The file that a request's target names, if it is one that may be served.
///
/// Hidden files (`.git` above all) and what was installed or compiled are not; neither is anything that a
/// link leads to outside the root. A folder stands for the `index.html` in it.
pub(super) fn resolve(root: &Path, target: &str) -> Option<PathBuf> {
    let path = target.split(['?', '#']).next()?.strip_prefix('/')?;
    let path = percent_decoded(path)?;
    let mut file = root.to_owned();
    for (depth, name) in path.split('/').enumerate() {
        let last_slash = name.is_empty() && path.split('/').count() == depth + 1;
        if last_slash {
            break;
        }
        let unsafe_name = name.is_empty()
            || name.starts_with('.')
            || name.contains(['\\', ':', '\0'])
            || (depth == 0 && matches!(name, "target" | "node_modules"));
        if unsafe_name {
            return None;
        }
        file.push(name);
    }
    if file.is_dir() {
        file.push("index.html");
    }
    let file = file.canonicalize().ok()?;
    let inside = file.starts_with(root.canonicalize().ok()?);
    (inside && file.is_file()).then_some(file)
}

/// Text with `%41` read as `A`; nothing if an escape is broken or the bytes are not UTF-8.
fn percent_decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        if byte == b'%' {
            let digits = std::str::from_utf8(after.get(..2)?).ok()?;
            let hexadecimal = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
            bytes.push(hexadecimal.then(|| u8::from_str_radix(digits, 16).ok())??);
            rest = after.get(2..)?;
        } else {
            bytes.push(byte);
            rest = after;
        }
    }
    String::from_utf8(bytes).ok()
}

/// What a browser has to be told about a file; with `nosniff` it believes nothing else.
pub(super) fn media_type(path: &Path) -> &'static str {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("json") => "application/json",
        Some("wasm") => "application/wasm",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("txt" | "md") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::paths::root;

    #[test]
    fn a_target_names_a_file_of_the_repository() {
        let file = root().join("tsconfig.json").canonicalize().unwrap();
        for target in ["/tsconfig.json", "/tsconfig.json?v=1", "/%74sconfig.json"] {
            assert_eq!(resolve(&root(), target), Some(file.clone()), "{target}");
        }
    }

    #[test]
    fn a_target_never_leaves_the_root_nor_names_what_is_hidden() {
        let refused = [
            "",
            "tsconfig.json",
            "//tsconfig.json",
            "/../Cargo.toml",
            "/www/../tsconfig.json",
            "/www/%2e%2e/tsconfig.json",
            "/%2e%2e%2ftsconfig.json",
            "/..%5cCargo.toml",
            "/.git/config",
            "/.npmrc",
            "/www/.hidden",
            "/target/CACHEDIR.TAG",
            "/node_modules/.package-lock.json",
            "/%",
            "/%+1",
            "/%ff",
            "/a%00b",
            "/C:/Windows",
            "/etc/passwd",
            "/crates",
        ];
        for target in refused {
            assert_eq!(resolve(&root(), target), None, "{target}");
        }
    }

    #[test]
    fn wasm_is_served_as_wasm() {
        assert_eq!(media_type(Path::new("a/b.wasm")), "application/wasm");
        assert_eq!(media_type(Path::new("a.mjs")), "text/javascript; charset=utf-8");
        assert_eq!(media_type(Path::new("LICENSE")), "application/octet-stream");
    }
}
