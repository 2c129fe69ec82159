//! What is wrong with a value.

use std::fmt;

use serde::de::{Expected, Unexpected};

/// A problem with a value, and its path in the options.
///
/// Every type that is read has code that passes problems on. It is boxed to keep that code short.
#[derive(Debug)]
pub(crate) struct Problem(Box<Details>);

#[derive(Debug)]
struct Details {
    /// The path of keys, such as `window.left`. Empty for the options themselves.
    path: String,
    fault: Fault,
}

#[derive(Debug)]
pub(crate) enum Fault {
    /// The value is not one of these.
    Wanted(String),
    /// The object has an unknown key.
    Unknown { key: String, known: &'static [&'static str] },
    /// An object lacks a key.
    Missing(&'static str),
}

impl Problem {
    pub(super) fn of(fault: Fault) -> Self {
        Self(Box::new(Details { path: String::new(), fault }))
    }

    pub(super) fn wanted(wanted: &str) -> Self {
        Self::of(Fault::Wanted(wanted.to_owned()))
    }

    /// The same problem, with this key before its path.
    pub(super) fn under(mut self, key: &str) -> Self {
        let path = &self.0.path;
        let joint = if path.is_empty() || path.starts_with('[') { "" } else { "." };
        self.0.path = [key, joint, path].concat();
        self
    }

    /// The key that an object lacks.
    pub(super) fn missing(&self) -> Option<&'static str> {
        match self.0.fault {
            Fault::Missing(key) => Some(key),
            _ => None,
        }
    }

    /// The valid values.
    pub(super) fn into_wanted(self) -> Option<String> {
        match self.0.fault {
            Fault::Wanted(wanted) => Some(wanted),
            _ => None,
        }
    }

    /// The path, and the fault.
    pub(crate) fn into_parts(self) -> (String, Fault) {
        (self.0.path, self.0.fault)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.path)
    }
}

impl std::error::Error for Problem {}

/// A problem says what is valid. The messages that serde writes by default also show the value, and
/// with them every program would contain the code that writes floats.
impl serde::de::Error for Problem {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self::of(Fault::Wanted(message.to_string()))
    }

    fn invalid_type(_: Unexpected<'_>, wanted: &dyn Expected) -> Self {
        Self::custom(wanted)
    }

    fn invalid_value(_: Unexpected<'_>, wanted: &dyn Expected) -> Self {
        Self::custom(wanted)
    }

    fn invalid_length(_: usize, wanted: &dyn Expected) -> Self {
        Self::custom(wanted)
    }

    fn unknown_variant(_: &str, names: &'static [&'static str]) -> Self {
        Self::of(Fault::Wanted(names.join(" or ")))
    }

    fn unknown_field(key: &str, known: &'static [&'static str]) -> Self {
        Self::of(Fault::Unknown { key: key.to_owned(), known })
    }

    fn missing_field(key: &'static str) -> Self {
        Self::of(Fault::Missing(key))
    }

    fn duplicate_field(key: &'static str) -> Self {
        Self::wanted("given once").under(key)
    }
}
