//! Names of members: text, and never a path that leads out.

use crate::error::{Error, Problem, at_most, characters, shown_bytes};
use crate::limits::MAX_LABEL;

/// The name, if it is one that an archive of arrays has.
pub(super) fn checked(bytes: &[u8]) -> Result<String, Error> {
    let wrong = |why| Problem::Name { why }.within(&shown_bytes(bytes));
    let name = std::str::from_utf8(bytes).map_err(|_| wrong("is not UTF-8"))?;
    // The ending is no part of the name of the tensor.
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
