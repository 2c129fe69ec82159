//! Typed fields of a JSON object.

use serde_json::{Map, Value};

use super::bad;
use crate::error::{Error, at_most};

/// The maximum size in bytes of a configuration.
const MAX_BYTES: u64 = 1 << 20;

/// The values of the fields that a configuration leaves out, by its type, as transformers completes them.
///
/// `fixtures/model/generate_defaults.py` writes it.
const DEFAULTS: &str = include_str!("defaults.json");

/// The fields of an object, and their values where it leaves them out.
#[derive(Clone, Copy)]
pub(super) struct Fields<'a> {
    given: &'a Map<String, Value>,
    usual: Option<&'a Map<String, Value>>,
}

/// Reads a JSON object.
///
/// - errors: [`Error::Limit`], [`Error::Json`], [`Error::NotObject`]
pub(super) fn parse(text: &[u8]) -> Result<Map<String, Value>, Error> {
    at_most("bytes of config.json", text.len() as u64, MAX_BYTES)?;
    // Editors of Windows begin UTF-8 with a byte order mark.
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    match serde_json::from_slice(text).map_err(|error| Error::Json { why: error.to_string() })? {
        Value::Object(fields) => Ok(fields),
        Value::Array(_) => Err(Error::NotObject { found: "a list".to_owned() }),
        other => Err(Error::NotObject { found: shown(&other) }),
    }
}

/// The values of the fields that models of each type leave out.
///
/// - errors: those of [`parse`], never for the table that it reads
pub(super) fn defaults() -> Result<Map<String, Value>, Error> {
    parse(DEFAULTS.as_bytes())
}

impl<'a> Fields<'a> {
    pub(super) fn new(object: &'a Map<String, Value>) -> Self {
        Self { given: object, usual: None }
    }

    /// The same fields, with the values of a type of models where they are left out.
    pub(super) fn completed(self, usual: Option<&'a Value>) -> Self {
        Self { usual: usual.and_then(Value::as_object), ..self }
    }

    /// Whether the object has the field, even as null.
    pub(super) fn has(self, field: &str) -> bool {
        self.given.contains_key(field)
    }

    /// The value of a field, unless it is null. A field that is null is not left out.
    fn get(self, field: &str) -> Option<&'a Value> {
        let usual = || self.usual.and_then(|usual| usual.get(field));
        self.given.get(field).or_else(usual).filter(|value| !value.is_null())
    }

    /// An object.
    pub(super) fn object(self, field: &str) -> Option<Self> {
        self.get(field).and_then(Value::as_object).map(Self::new)
    }

    /// The first of these fields that is there as a size.
    pub(super) fn size(self, fields: &[&str]) -> Result<usize, Error> {
        let name = || fields.first().copied().unwrap_or_default();
        self.optional_size(fields)?.ok_or_else(|| Error::NoField { field: name().to_owned() })
    }

    /// The first of these fields that is there as a size, if one is.
    pub(super) fn optional_size(self, fields: &[&str]) -> Result<Option<usize>, Error> {
        let given = fields.iter().find(|field| self.has(field)).or(fields.first());
        let Some((field, value)) = given.and_then(|field| Some((field, self.get(field)?))) else {
            return Ok(None);
        };
        let size = value.as_u64().ok_or_else(|| bad(field, shown(value), "a whole number"))?;
        usize::try_from(size).map(Some).map_err(|_| bad(field, shown(value), "a smaller number"))
    }

    /// A number, if it is there.
    pub(super) fn number(self, field: &str) -> Result<Option<f64>, Error> {
        let Some(value) = self.get(field) else {
            return Ok(None);
        };
        value.as_f64().map(Some).ok_or_else(|| bad(field, shown(value), "a number"))
    }

    /// A number that must be there.
    pub(super) fn required_number(self, field: &str) -> Result<f64, Error> {
        self.number(field)?.ok_or_else(|| Error::NoField { field: field.to_owned() })
    }

    /// A truth value, if it is there.
    pub(super) fn flag(self, field: &str) -> Result<Option<bool>, Error> {
        let Some(value) = self.get(field) else {
            return Ok(None);
        };
        value.as_bool().map(Some).ok_or_else(|| bad(field, shown(value), "true or false"))
    }

    /// A text, if it is there.
    pub(super) fn text(self, field: &str) -> Result<Option<&'a str>, Error> {
        let Some(value) = self.get(field) else {
            return Ok(None);
        };
        value.as_str().map(Some).ok_or_else(|| bad(field, shown(value), "a text"))
    }

    /// A list, if it is there.
    pub(super) fn list(self, field: &str) -> Result<Option<&'a [Value]>, Error> {
        let Some(value) = self.get(field) else {
            return Ok(None);
        };
        let list = value.as_array().map(Vec::as_slice);
        list.map(Some).ok_or_else(|| bad(field, shown(value), "a list"))
    }
}

/// The beginning of a value, for messages.
fn shown(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    }
}
