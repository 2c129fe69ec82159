//! Reads the directory of an archive and selects members.

use super::name::checked;
use super::{DEFLATED, Entry, LOCAL, Record, STORED, before, broken};
use crate::error::{Error, Problem, at_most};
use crate::limits::MAX_INFLATED;
use crate::span::{Span, ordered};

/// The number of bytes of an entry before its name.
const ENTRY: usize = 46;

/// Reads the directory, and returns the members that are tensors, in order.
///
/// - `place`: the offset of the directory, and the length of the file
pub(crate) fn read(bytes: &[u8], place: Span, members: u64) -> Result<Vec<Entry>, Error> {
    let mut entries: Vec<Entry> = Vec::new();
    let mut rest = bytes;
    while !rest.is_empty() {
        let (entry, behind) = entry(rest)?;
        if entries.iter().any(|other| other.name == entry.name) {
            return Err(Problem::Duplicate.within(&entry.name));
        }
        entries.push(entry);
        at_most("members", entries.len() as u64, members)
            .map_err(|_| broken("it has more members than its end says"))?;
        rest = behind;
    }
    if (entries.len() as u64) < members {
        return Err(broken("it has fewer members than its end says"));
    }
    check_places(&mut entries, place)?;
    if entries.iter().any(|entry| ends_in(&entry.name, ".npz") || ends_in(&entry.name, ".zip")) {
        return Err(Problem::Nested.into());
    }
    let torch = entries.iter().any(|entry| ends_in(&entry.name, "data.pkl"));
    entries.retain(|entry| ends_in(&entry.name, ".npy"));
    if entries.is_empty() {
        let hint = if torch {
            ": it is a PyTorch archive; write it as \
             heedmap.show(torch.load(path)).save(\"heads.safetensors\")"
        } else {
            ": the archive has no .npy member"
        };
        return Err(Problem::Empty { hint }.into());
    }
    check_sizes(&entries)?;
    Ok(entries)
}

fn ends_in(name: &str, ending: &str) -> bool {
    let start = name.len().checked_sub(ending.len());
    start.and_then(|start| name.get(start..)).is_some_and(|end| end.eq_ignore_ascii_case(ending))
}

/// Reads one entry, and returns the rest.
fn entry(bytes: &[u8]) -> Result<(Entry, &[u8]), Error> {
    let fields = Record(bytes);
    if !bytes.starts_with(b"PK\x01\x02") {
        return Err(broken("an entry does not begin as one"));
    }
    let [name, extra, comment] = [28, 30, 32].map(|at| usize::from(fields.u16(at)));
    let tail = bytes.get(ENTRY + name + extra + comment..);
    let behind = tail.ok_or_else(|| broken("its last entry is cut short"))?;
    let extra = &bytes[ENTRY + name..ENTRY + name + extra];
    let name = checked(&bytes[ENTRY..ENTRY + name])?;
    let (flags, method) = (fields.u16(8), fields.u16(10));
    let refused = |why: String| Problem::Method { why }.within(&name);
    // Bits 0, 6 and 13: encrypted, strongly encrypted, or with a hidden directory.
    if flags & 0x2041 != 0 {
        return Err(refused("it is encrypted".to_owned()));
    }
    if ends_in(&name, ".npy") && !matches!(method, STORED | DEFLATED) {
        return Err(refused(format!("it is compressed by method {method}")));
    }
    let narrow = [fields.u32(24), fields.u32(20), fields.u32(42)];
    let [length, packed, local] = widened(narrow, extra).map_err(|error| error.named(&name))?;
    if method == STORED && packed != length {
        return Err(broken("a stored member has two lengths").named(&name));
    }
    let entry = Entry { method, crc: fields.u32(16), packed, length, local, next: 0, name };
    Ok((entry, behind))
}

/// Length, packed length and offset. Each one whose 32 bits are all set is in the zip64 extra
/// field, in this order.
fn widened(narrow: [u32; 3], mut extra: &[u8]) -> Result<[u64; 3], Error> {
    let mut wide: &[u8] = &[];
    while let [id_low, id_high, low, high, rest @ ..] = extra {
        let size = usize::from(u16::from_le_bytes([*low, *high]));
        let Some((field, behind)) = rest.split_at_checked(size) else {
            return Err(broken("an extra field is longer than all of them"));
        };
        if (*id_low, *id_high) == (1, 0) {
            wide = field;
        }
        extra = behind;
    }
    let mut figures = narrow.map(u64::from);
    for figure in &mut figures {
        if *figure == u64::from(u32::MAX) {
            let Some((number, behind)) = wide.split_at_checked(8) else {
                return Err(broken("a 64-bit figure of an entry is missing"));
            };
            *figure = Record(number).u64(0);
            wide = behind;
        }
    }
    Ok(figures)
}

/// Fails if the members do not follow each other before the directory, and stores the offset after
/// each.
fn check_places(entries: &mut [Entry], place: Span) -> Result<(), Error> {
    let Span { offset: directory, length: file } = place;
    let places: Vec<(u64, u64)> = entries.iter().map(|entry| (entry.local, 0)).collect();
    let mut next = directory;
    for index in ordered(&places).into_iter().rev() {
        let entry = &mut entries[index];
        if entry.local >= directory {
            let why = format!("a member would begin at byte {}, behind them all", entry.local);
            return Err(broken(&why).named(&entry.name));
        }
        entry.next = next;
        let length = entry.packed.saturating_add(LOCAL + entry.name.len() as u64);
        let needed = entry.local.saturating_add(length);
        if needed > file {
            let short = Problem::Short { what: "a member", needed, got: file };
            return Err(short.within(&entry.name));
        }
        before(next, Span::new(entry.local, length)).map_err(|error| error.named(&entry.name))?;
        next = entry.local;
    }
    if next != 0 {
        return Err(broken("something stands before its first member"));
    }
    Ok(())
}

/// Fails if the deflated members would inflate to more than the limit.
fn check_sizes(entries: &[Entry]) -> Result<(), Error> {
    let deflated = entries.iter().filter(|entry| entry.method == DEFLATED);
    let all = deflated.fold(0_u64, |all, entry| all.saturating_add(entry.length));
    at_most("inflated bytes", all, MAX_INFLATED)
}
