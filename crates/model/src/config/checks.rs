//! Fields of `config.json` whose values are checked alone.

use super::fields::Fields;
use super::{Activation, bad};
use crate::error::Error;

/// What is added to a variance.
pub(super) fn epsilon(fields: Fields<'_>, field: &str) -> Result<f64, Error> {
    let found = fields.required_number(field)?;
    if found >= 0.0 { Ok(found) } else { Err(bad(field, found.to_string(), "at least 0")) }
}

/// A number above 0, if it is there.
pub(super) fn above_0(fields: Fields<'_>, field: &str) -> Result<Option<f64>, Error> {
    match fields.number(field)? {
        Some(found) if found <= 0.0 => Err(bad(field, found.to_string(), "above 0")),
        found => Ok(found),
    }
}

/// A flag; null is false.
pub(super) fn is(fields: Fields<'_>, field: &str) -> Result<bool, Error> {
    Ok(fields.flag(field)?.unwrap_or(false))
}

/// Fails if a flag does not have the only value that is supported.
pub(super) fn refuse(fields: Fields<'_>, field: &str, usual: bool) -> Result<(), Error> {
    match fields.flag(field)? {
        Some(found) if found != usual => {
            Err(Error::Unsupported { field: field.to_owned(), value: found.to_string(), hint: "" })
        }
        _ => Ok(()),
    }
}

/// The activation that a field names.
pub(super) fn activation(fields: Fields<'_>, field: &str) -> Result<Activation, Error> {
    let name = fields.text(field)?.ok_or_else(|| Error::NoField { field: field.to_owned() })?;
    match name {
        "gelu" => Ok(Activation::Gelu),
        "gelu_new" | "gelu_pytorch_tanh" | "gelu_fast" => Ok(Activation::GeluTanh),
        "silu" | "swish" => Ok(Activation::Silu),
        "relu" => Ok(Activation::Relu),
        _ => Err(Error::Unsupported {
            field: field.to_owned(),
            value: name.chars().take(40).collect(),
            hint: ": gelu, gelu_new, silu and relu are",
        }),
    }
}
