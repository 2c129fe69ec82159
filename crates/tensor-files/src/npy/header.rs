//! Reads the dictionary of an `.npy` header.

use super::Header;
use super::literal::{Reader, header};
use crate::dtype::{ByteOrder, DType, Layout};
use crate::error::{Error, Problem, shown_bytes};

/// Reads the dictionary; the elements begin at byte `data`.
pub(super) fn read(text: &[u8], data: u64) -> Result<Header, Error> {
    let [descr, fortran, shape] = fields(text)?;
    let layout = match fortran {
        b"True" => Layout::ColumnMajor,
        b"False" => Layout::RowMajor,
        _ => return Err(header("fortran_order is neither True nor False")),
    };
    let (dtype, order) = element_type(descr)?;
    Ok(Header { dtype, order, layout, shape: sides(shape)?, data })
}

const KEYS: [&str; 3] = ["descr", "fortran_order", "shape"];

/// The texts of the three values. Each key occurs once, in any order.
fn fields(text: &[u8]) -> Result<[&[u8]; 3], Error> {
    let mut reader = Reader::new(text)?;
    let mut found: [&[u8]; 3] = [&[]; 3];
    reader.want(b'{')?;
    while !reader.take(b'}') {
        let key = reader.text()?;
        reader.want(b':')?;
        let value = reader.value()?;
        let known = KEYS.iter().zip(&mut found).find(|(known, _)| known.as_bytes() == key);
        match known {
            Some((_, found)) if found.is_empty() => *found = value,
            Some(_) => return Err(header("a key occurs twice")),
            None => return Err(header("it has a key beside descr, fortran_order and shape")),
        }
        if !reader.take(b',') && reader.peek() != Some(b'}') {
            return Err(reader.unexpected());
        }
    }
    if reader.peek().is_some() {
        return Err(reader.unexpected());
    }
    if found.iter().any(|value| value.is_empty()) {
        return Err(header("it needs the keys descr, fortran_order and shape"));
    }
    Ok(found)
}

/// The type of a `descr`: an optional byte order, a kind and a size.
///
/// `=` is the byte order of the machine that wrote the file. It is read as little-endian, which
/// nearly all machines use.
fn element_type(descr: &[u8]) -> Result<(DType, ByteOrder), Error> {
    let name = match descr {
        [b'\'' | b'"', name @ .., _] => name,
        [b'[' | b'(', ..] => {
            let dtype = "of several fields or sub-arrays".to_owned();
            return Err(Problem::DType { dtype, hint: "" }.into());
        }
        _ => return Err(header("descr is not text")),
    };
    let (order, kind) = match *name {
        [b'>', ref kind @ ..] => (ByteOrder::Big, kind),
        [b'<' | b'=' | b'|', ref kind @ ..] => (ByteOrder::Little, kind),
        ref kind => (ByteOrder::Little, kind),
    };
    if let [kind, size] = *kind
        && let Some(dtype) = DType::from_npy(kind, size)
    {
        return Ok((dtype, order));
    }
    let hint = match kind.first() {
        Some(b'O') => ": it is pickled Python, which is never run; save numbers",
        Some(b'U' | b'S') => ": it is text; tokens are read from a .json file beside this one",
        Some(b'V') => ": save bfloat16 as float32",
        Some(b'c') => ": attention has no complex numbers",
        _ => ": b1, i1 to i8, u1 to u8, f2, f4 and f8 are",
    };
    Err(Problem::DType { dtype: shown_bytes(name), hint }.into())
}

/// The sides in a `shape`: a tuple of integers; a single one is followed by a comma.
fn sides(shape: &[u8]) -> Result<Vec<u64>, Error> {
    let no_tuple = || Problem::Shape { why: "is not a tuple such as (12, 64)".to_owned() };
    let inside = match shape {
        [b'(', inside @ .., b')'] => inside.trim_ascii(),
        _ if shape.iter().all(is_of_number) => return Err(no_tuple().into()),
        [b'[', ..] => return Err(no_tuple().into()),
        _ => return Err(header("shape is not a tuple")),
    };
    let mut sides = Vec::new();
    if inside.is_empty() {
        return Ok(sides);
    }
    let (listed, comma) = match inside {
        [listed @ .., b','] => (listed, true),
        listed => (listed, listed.contains(&b',')),
    };
    for side in listed.split(|&byte| byte == b',') {
        let side = side.trim_ascii();
        if side.ends_with(b"L") {
            return Err(header("a number ends in L, as Python 2 wrote it: save the array again"));
        }
        if side.is_empty() || !side.iter().all(is_of_number) {
            return Err(header("shape has something that is not a number"));
        }
        sides.push(side_of(side)?);
    }
    if comma { Ok(sides) } else { Err(no_tuple().into()) }
}

fn is_of_number(byte: &u8) -> bool {
    byte.is_ascii_digit() || b"+-.eE".contains(byte)
}

/// Parses a side, which must consist of digits only.
pub(crate) fn side_of(number: &[u8]) -> Result<u64, Error> {
    let shown = shown_bytes(number);
    if !number.iter().all(u8::is_ascii_digit) {
        return Err(Problem::Shape { why: format!("has {shown} where a side belongs") }.into());
    }
    digits(number).ok_or_else(|| Problem::Overflow { what: "the side", figure: shown }.into())
}

/// The value of digits, or `None` if it has more than 64 bits or is not a number.
pub(crate) fn digits(digits: &[u8]) -> Option<u64> {
    digits.iter().try_fold(0_u64, |number, &digit| {
        let digit = char::from(digit).to_digit(10)?;
        number.checked_mul(10)?.checked_add(u64::from(digit))
    })
}
