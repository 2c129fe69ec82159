//! Element types and byte orders.

use std::fmt;

/// The type of an element in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum DType {
    /// A byte; every byte other than 0 is true and is read as 1.
    Bool,
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    I64,
    U64,
    /// IEEE 754 half precision: 5 bits of exponent, 10 of fraction.
    F16,
    /// The upper half of an F32: 8 bits of exponent, 7 of fraction.
    Bf16,
    F32,
    F64,
}

/// Every type with its name in a `.safetensors` header.
const NAMES: [(&str, DType); 13] = [
    ("BOOL", DType::Bool),
    ("I8", DType::I8),
    ("U8", DType::U8),
    ("I16", DType::I16),
    ("U16", DType::U16),
    ("I32", DType::I32),
    ("U32", DType::U32),
    ("I64", DType::I64),
    ("U64", DType::U64),
    ("F16", DType::F16),
    ("BF16", DType::Bf16),
    ("F32", DType::F32),
    ("F64", DType::F64),
];

impl DType {
    /// The number of bytes of an element.
    #[must_use]
    pub fn size(self) -> usize {
        match self {
            Self::Bool | Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 | Self::F16 | Self::Bf16 => 2,
            Self::I32 | Self::U32 | Self::F32 => 4,
            Self::I64 | Self::U64 | Self::F64 => 8,
        }
    }

    /// The type with this name in a `.safetensors` header.
    pub(crate) fn from_safetensors(name: &str) -> Option<Self> {
        NAMES.iter().find(|(known, _)| *known == name).map(|(_, dtype)| *dtype)
    }

    /// The type with this kind and size in an `.npy` header, such as `f` and 8.
    pub(crate) fn from_npy(kind: u8, size: u8) -> Option<Self> {
        Some(match (kind, size) {
            (b'b', b'1') => Self::Bool,
            (b'i', b'1') => Self::I8,
            (b'u', b'1') => Self::U8,
            (b'i', b'2') => Self::I16,
            (b'u', b'2') => Self::U16,
            (b'i', b'4') => Self::I32,
            (b'u', b'4') => Self::U32,
            (b'i', b'8') => Self::I64,
            (b'u', b'8') => Self::U64,
            (b'f', b'2') => Self::F16,
            (b'f', b'4') => Self::F32,
            (b'f', b'8') => Self::F64,
            _ => return None,
        })
    }
}

impl fmt::Display for DType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = NAMES.iter().find(|(_, dtype)| dtype == self).map_or("", |(name, _)| name);
        f.write_str(name)
    }
}

/// The order of the bytes of an element.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ByteOrder {
    /// The least significant byte first, as almost everywhere.
    #[default]
    Little,
    /// The most significant byte first.
    Big,
}

/// The axis that varies fastest in the file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Layout {
    /// The last axis, as in C and NumPy.
    #[default]
    RowMajor,
    /// The first axis, as in Fortran.
    ColumnMajor,
}
