//! Names for the choices of the crates, which know nothing of serde.

use std::fmt;

use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer};

/// A type whose values have names.
pub(crate) trait Names: Copy + 'static {
    /// Every name, and what it means.
    const NAMES: &'static [(&'static str, Self)];
}

/// A value that crosses the boundary by its name.
#[derive(Clone, Copy)]
pub(crate) struct Name<T>(pub(crate) T);

impl<'de, T: Names> Deserialize<'de> for Name<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let known = Known(T::NAMES.iter().map(|&(name, _)| name).collect());
        let place = deserializer.deserialize_str(known)?;
        // The visitor gives a place in the very list that it was made of.
        T::NAMES
            .get(place)
            .map(|&(_, value)| Self(value))
            .ok_or_else(|| D::Error::custom("no such name"))
    }
}

/// Finds a name among the known ones. It is the same code for every type, which keeps the module small.
struct Known(Vec<&'static str>);

impl Visitor<'_> for Known {
    type Value = usize;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("one of `")?;
        f.write_str(&self.0.join("`, `"))?;
        f.write_str("`")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<usize, E> {
        self.0
            .iter()
            .position(|known| *known == name)
            .ok_or_else(|| E::invalid_value(Unexpected::Str(name), &self))
    }
}
