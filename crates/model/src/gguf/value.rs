//! The values of the header of a GGUF file.

use super::cursor::Cursor;
use crate::error::{Error, at_most};

/// The maximum number of entries of an array: more than the tokens and merges of any vocabulary.
const MAX_ARRAY: u64 = 1 << 21;
/// The maximum number of bytes of a text.
const MAX_TEXT: u64 = 1 << 20;
/// The maximum depth of arrays in arrays.
const MAX_DEPTH: usize = 3;

/// A value of the header.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Value {
    Integer(i64),
    Float(f64),
    Flag(bool),
    Text(String),
    Numbers(Vec<f64>),
    Texts(Vec<String>),
    /// Arrays in an array, which no known key has.
    Arrays(Vec<Self>),
}

/// The type of a value.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Unsigned(usize),
    Signed(usize),
    Float(usize),
    Flag,
    Text,
    Array,
}

impl Kind {
    fn of(number: u32) -> Result<Self, Error> {
        Ok(match number {
            0 => Self::Unsigned(1),
            1 => Self::Signed(1),
            2 => Self::Unsigned(2),
            3 => Self::Signed(2),
            4 => Self::Unsigned(4),
            5 => Self::Signed(4),
            6 => Self::Float(4),
            7 => Self::Flag,
            8 => Self::Text,
            9 => Self::Array,
            10 => Self::Unsigned(8),
            11 => Self::Signed(8),
            12 => Self::Float(8),
            _ => {
                let why = format!("a value has the type {number}, and there are 0 to 12");
                return Err(Error::Header { why });
            }
        })
    }

    /// The minimum number of bytes of a value.
    fn least(self) -> u64 {
        match self {
            Self::Unsigned(size) | Self::Signed(size) | Self::Float(size) => size as u64,
            Self::Flag => 1,
            Self::Text => 8,
            Self::Array => 12,
        }
    }
}

impl Value {
    /// Reads a type and a value.
    pub(super) fn read(cursor: &mut Cursor<'_>) -> Result<Self, Error> {
        let kind = Kind::of(cursor.u32()?)?;
        Self::of_kind(kind, cursor, 0)
    }

    fn of_kind(kind: Kind, cursor: &mut Cursor<'_>, depth: usize) -> Result<Self, Error> {
        Ok(match kind {
            Kind::Flag => Self::Flag(cursor.bytes(1)?[0] != 0),
            Kind::Text => Self::Text(text(cursor)?),
            Kind::Array => return Self::array(cursor, depth),
            Kind::Float(_) => Self::Float(number(kind, cursor)?),
            Kind::Unsigned(size) => {
                let bits = integer(cursor.bytes(size)?);
                Self::Integer(i64::try_from(bits).unwrap_or(i64::MAX))
            }
            Kind::Signed(size) => Self::Integer(extended(integer(cursor.bytes(size)?), size)),
        })
    }

    fn array(cursor: &mut Cursor<'_>, depth: usize) -> Result<Self, Error> {
        let kind = Kind::of(cursor.u32()?)?;
        let count = cursor.u64()?;
        at_most("entries of an array", count, MAX_ARRAY)?;
        at_most("arrays in an array", depth as u64, MAX_DEPTH as u64)?;
        // The bytes must be there before anything is allocated for the entries.
        cursor.expect(count.saturating_mul(kind.least()))?;
        let count = 0..count;
        Ok(match kind {
            Kind::Text => Self::Texts(count.map(|_| text(cursor)).collect::<Result<_, _>>()?),
            Kind::Array => {
                let arrays = count.map(|_| Self::array(cursor, depth + 1));
                Self::Arrays(arrays.collect::<Result<_, _>>()?)
            }
            _ => Self::Numbers(count.map(|_| number(kind, cursor)).collect::<Result<_, _>>()?),
        })
    }
}

/// A number or a truth value as a number.
fn number(kind: Kind, cursor: &mut Cursor<'_>) -> Result<f64, Error> {
    Ok(match kind {
        Kind::Float(4) => f64::from(f32::from_bits(integer(cursor.bytes(4)?) as u32)),
        Kind::Float(_) => f64::from_bits(cursor.u64()?),
        Kind::Signed(size) => extended(integer(cursor.bytes(size)?), size) as f64,
        Kind::Unsigned(size) => integer(cursor.bytes(size)?) as f64,
        _ => f64::from(cursor.bytes(1)?[0]),
    })
}

/// A little-endian integer.
fn integer(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |bits, &byte| bits << 8 | u64::from(byte))
}

/// An integer of some bytes with its sign.
fn extended(bits: u64, size: usize) -> i64 {
    let unused = 64 - 8 * size as u32;
    (bits << unused).cast_signed() >> unused
}

/// A text. Bytes that are not UTF-8 become replacement characters.
pub(super) fn text(cursor: &mut Cursor<'_>) -> Result<String, Error> {
    let length = cursor.u64()?;
    at_most("bytes of a text", length, MAX_TEXT)?;
    Ok(String::from_utf8_lossy(cursor.bytes(length as usize)?).into_owned())
}
