//! The factor of scores in serde's form.

use std::fmt;

use serde::Deserializer;
use serde::de::{Error, Unexpected, Visitor};

/// Reads a factor, null, or the earlier names `sqrt` for null and `none` for 1.
pub(crate) fn scale_in<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<f64>, D::Error> {
    struct Given;
    impl<'de> Visitor<'de> for Given {
        type Value = Option<f64>;

        fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            formatter.write_str("a number, sqrt or none")
        }

        fn visit_none<E: Error>(self) -> Result<Option<f64>, E> {
            Ok(None)
        }

        fn visit_unit<E: Error>(self) -> Result<Option<f64>, E> {
            Ok(None)
        }

        fn visit_some<D: Deserializer<'de>>(
            self,
            deserializer: D,
        ) -> Result<Option<f64>, D::Error> {
            deserializer.deserialize_any(self)
        }

        fn visit_f64<E: Error>(self, factor: f64) -> Result<Option<f64>, E> {
            Ok(Some(factor))
        }

        fn visit_i64<E: Error>(self, factor: i64) -> Result<Option<f64>, E> {
            Ok(Some(factor as f64))
        }

        fn visit_u64<E: Error>(self, factor: u64) -> Result<Option<f64>, E> {
            Ok(Some(factor as f64))
        }

        fn visit_str<E: Error>(self, name: &str) -> Result<Option<f64>, E> {
            match name {
                "sqrt" => Ok(None),
                "none" => Ok(Some(1.0)),
                other => Err(E::invalid_value(Unexpected::Str(other), &self)),
            }
        }
    }
    deserializer.deserialize_option(Given)
}
