//! What the dictionary of an `.npy` header says.

use super::Header;
use super::literal::{Reader, Value, header};
use crate::dtype::{ByteOrder, DType, Layout};
use crate::error::{Problem, shown_bytes};

/// Reads the dictionary; the elements begin at byte `data`.
pub(super) fn read(text: &[u8], data: u64) -> Result<Header, Problem> {
    let [descr, fortran, shape] = fields(text)?;
    let layout = match fortran {
        Value::Bool(true) => Layout::ColumnMajor,
        Value::Bool(false) => Layout::RowMajor,
        _ => return Err(header("fortran_order is neither True nor False")),
    };
    let (dtype, order) = element_type(&descr)?;
    Ok(Header { dtype, order, layout, shape: sides(&shape)?, data })
}

const KEYS: [&str; 3] = ["descr", "fortran_order", "shape"];

/// The values of the three keys, which stand once each, in any order.
fn fields(text: &[u8]) -> Result<[Value<'_>; 3], Problem> {
    let mut reader = Reader { text, at: 0 };
    let mut found = [None, None, None];
    reader.want(b'{')?;
    while !reader.take(b'}') {
        let key = reader.text()?;
        let index = KEYS.iter().position(|known| known.as_bytes() == key);
        let index =
            index.ok_or_else(|| header("it has a key beside descr, fortran_order, shape"))?;
        reader.want(b':')?;
        if found[index].replace(reader.value(0)?).is_some() {
            return Err(header(&format!("the key {} stands twice", KEYS[index])));
        }
        if !reader.take(b',') && reader.peek() != Some(b'}') {
            return Err(reader.unexpected());
        }
    }
    if reader.peek().is_some() {
        return Err(reader.unexpected());
    }
    match found {
        [Some(descr), Some(fortran), Some(shape)] => Ok([descr, fortran, shape]),
        _ => Err(header("it needs the keys descr, fortran_order and shape")),
    }
}

/// The type that a `descr` names: an optional byte order, a kind and a size.
///
/// `=` is the order of the machine that wrote the file. That is little-endian here, as on nearly all machines.
fn element_type(descr: &Value<'_>) -> Result<(DType, ByteOrder), Problem> {
    let Value::Text(name) = descr else {
        let dtype = "of several fields or sub-arrays".to_owned();
        return Err(Problem::DType { dtype, hint: "" });
    };
    let (order, kind) = match *name {
        [b'>', kind @ ..] => (ByteOrder::Big, kind),
        [b'<' | b'=' | b'|', kind @ ..] => (ByteOrder::Little, kind),
        kind => (ByteOrder::Little, kind),
    };
    let dtype = match kind {
        [kind, size] => DType::from_npy(*kind, *size),
        _ => None,
    };
    let hint = match kind.first() {
        Some(b'O') => ": it is pickled Python, which is never run; save numbers",
        Some(b'U' | b'S') => ": it is text; tokens are read from a .json file beside this one",
        Some(b'V') => ": save bfloat16 as float32",
        Some(b'c') => ": attention has no complex numbers",
        _ => ": b1, i1 to i8, u1 to u8, f2, f4 and f8 are",
    };
    let unknown = || Problem::DType { dtype: shown_bytes(name), hint };
    Ok((dtype.ok_or_else(unknown)?, order))
}

/// The side that a number of a header is; `whole` if it is written with digits alone.
pub(crate) fn side_of(number: &[u8], whole: bool) -> Result<u64, Problem> {
    let shown = shown_bytes(number);
    if !whole {
        return Err(Problem::Shape { why: format!("has {shown} where a side belongs") });
    }
    digits(number).ok_or(Problem::Overflow { what: "the side", figure: shown })
}

/// The number that digits stand for; none if it has more than 64 bits, or is none.
pub(crate) fn digits(digits: &[u8]) -> Option<u64> {
    digits.iter().try_fold(0_u64, |number, &digit| {
        let digit = char::from(digit).to_digit(10)?;
        number.checked_mul(10)?.checked_add(u64::from(digit))
    })
}

/// The sides that a `shape` names.
fn sides(shape: &Value<'_>) -> Result<Vec<u64>, Problem> {
    let Value::Tuple(sides) = shape else {
        let why = "is no tuple of whole numbers, such as (12, 64)".to_owned();
        return Err(Problem::Shape { why });
    };
    let side = |side: &Value<'_>| match side {
        Value::Number(number) => side_of(number, number.iter().all(u8::is_ascii_digit)),
        _ => side_of(b"what is no number", false),
    };
    sides.iter().map(side).collect()
}
