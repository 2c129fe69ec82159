//! Local headers, which come before the bytes of a member.

use super::{Entry, Record, before, broken};
use crate::error::{Error, Problem};
use crate::span::Span;

/// The number of bytes of a local header before its name.
pub(crate) const LOCAL: u64 = 30;

/// The offset of the bytes of a member, from its local header and the name after it.
///
/// The lengths of the directory are used instead of those in the header, which may be 0, if a
/// descriptor after the bytes has them, or all ones, if an extra field has them.
pub(crate) fn data_offset(header: &[u8], entry: &Entry) -> Result<u64, Error> {
    let fields = Record(header);
    let wrong = |why: &str| broken(why).named(&entry.name);
    if !header.starts_with(b"PK\x03\x04") {
        return Err(wrong("no member begins where an entry says"));
    }
    if header.get(LOCAL as usize..) != Some(entry.name.as_bytes())
        || usize::from(fields.u16(26)) != entry.name.len()
    {
        return Err(wrong("a member has another name than its entry"));
    }
    if fields.u16(8) != entry.method {
        return Err(wrong("a member has another method than its entry"));
    }
    if fields.u16(6) & 1 != 0 {
        return Err(Problem::Method { why: "it is encrypted".to_owned() }.within(&entry.name));
    }
    let before_data = LOCAL + entry.name.len() as u64 + u64::from(fields.u16(28));
    before(entry.next, Span::new(entry.local, before_data.saturating_add(entry.packed)))
        .map_err(|error| error.named(&entry.name))?;
    Ok(entry.local + before_data)
}
