//! A reader's correction of the rotation of q and k.

use std::fmt;

use heedmap_attention_rule::{Pairs, Rope, RopeType};
use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, Unexpected, Visitor};
use serde::{Deserialize, Deserializer};

use crate::message::Refusal;
use crate::rule_values::{is_positive, is_whole};

/// A correction of the rotation of q and k.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify), tsify(type = "GivenRope | 'none'"))]
pub enum RopeCorrection {
    /// It was applied, or there is none.
    None,
    /// It still has to be applied.
    Apply(GivenRope),
}

/// What a reader changes of a rotation, before it is checked; the rest is what the file states, or the usual RoPE.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify), tsify(missing_as_null))]
#[serde(default)]
pub struct GivenRope {
    /// The base of the angles.
    pub base: Option<f64>,
    /// How features are paired.
    pub pairs: Option<Pairs>,
    /// The number of rotated features; `Some(None)` for all.
    #[serde(deserialize_with = "stated")]
    pub dim: Option<Option<f64>>,
}

/// A value that is there, even if it is null.
fn stated<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Option<f64>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

impl GivenRope {
    /// A rotation with these changes.
    ///
    /// - errors: [`Refusal::Base`] and [`Refusal::Dim`] for numbers that are none
    pub(crate) fn of(self, rope: Rope, size: f64) -> Result<Rope, Refusal> {
        let mut rope = Rope { pairs: self.pairs.unwrap_or(rope.pairs), ..rope };
        if let Some(base) = self.base {
            rope.base = is_positive(base).then_some(base).ok_or(Refusal::Base { text: base })?;
        }
        if let Some(dim) = self.dim {
            if let Some(text) = dim.filter(|&dim| !(is_whole(dim) && dim >= 0.0)) {
                return Err(Refusal::Dim { text, size });
            }
            rope.dim = dim.map(|dim| dim as usize);
            // `dim` replaces the share of the features. In `proportional`, the share is one of the pairs, and stays.
            rope.partial_rotary_factor =
                rope.partial_rotary_factor.filter(|_| rope.rope_type == RopeType::Proportional);
        }
        Ok(rope)
    }
}

impl<'de> Deserialize<'de> for RopeCorrection {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Rotation;
        impl<'de> Visitor<'de> for Rotation {
            type Value = RopeCorrection;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("none, or base, pairs and dim")
            }

            fn visit_str<E: serde::de::Error>(self, name: &str) -> Result<Self::Value, E> {
                let unknown = || E::invalid_value(Unexpected::Str(name), &self);
                if name == "none" { Ok(RopeCorrection::None) } else { Err(unknown()) }
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
                let rope = GivenRope::deserialize(MapAccessDeserializer::new(map))?;
                Ok(RopeCorrection::Apply(rope))
            }
        }
        deserializer.deserialize_any(Rotation)
    }
}
