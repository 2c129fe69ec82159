//! Checks that the names of members are text, and not paths out of the archive.

use crate::error::{Error, Problem, at_most, characters, shown_bytes};
use crate::limits::MAX_LABEL;

/// The name, if it is valid for an archive of arrays.
pub(super) fn checked(bytes: &[u8]) -> Result<String, Error> {
    let wrong = |why| Problem::Name { why }.within(&shown_bytes(bytes));
    let name = std::str::from_utf8(bytes).map_err(|_| wrong("is not UTF-8"))?;
    // The extension is not part of the tensor's name.
    let ending = if bytes.ends_with(b".npy") { 4 } else { 0 };
    at_most("characters of a name", characters(name) - ending, MAX_LABEL)?;
    if bytes.contains(&0) {
        return Err(wrong("has a zero byte"));
    }
    if bytes.starts_with(b"/") || bytes.contains(&b'\\') || bytes.get(1) == Some(&b':') {
        return Err(wrong("is a path from the root of a disk"));
    }
    if bytes.split(|byte| *byte == b'/').any(|part| part == b"..") {
        return Err(wrong("is a path that leads out of the archive"));
    }
    Ok(name.to_owned())
}
