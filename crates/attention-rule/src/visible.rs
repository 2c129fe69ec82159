//! The keys that a query sees by its position.

use std::fmt;
use std::ops::Range;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Whether a query sees later keys, and the position of the first query among the keys.
///
/// Its serde form is the name of the variant; `true` is `offset`, and `false` is `none`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum Causal {
    /// It sees them.
    #[default]
    None,
    /// It does not; the first query is at the first key. PyTorch's `is_causal`.
    UpperLeft,
    /// It does not; the last query is at the last key. FlashAttention from 2.1 on, and every model that generates
    /// with a cache.
    LowerRight,
    /// It does not; the first query is at the `offset` of the rule.
    Offset,
}

impl<'de> Deserialize<'de> for Causal {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Given;
        impl Visitor<'_> for Given {
            type Value = Causal;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("true, false, none, upper_left, lower_right or offset")
            }

            fn visit_bool<E: Error>(self, hides: bool) -> Result<Causal, E> {
                Ok(if hides { Causal::Offset } else { Causal::None })
            }

            fn visit_str<E: Error>(self, name: &str) -> Result<Causal, E> {
                match name {
                    "none" => Ok(Causal::None),
                    "upper_left" => Ok(Causal::UpperLeft),
                    "lower_right" => Ok(Causal::LowerRight),
                    "offset" => Ok(Causal::Offset),
                    other => Err(E::invalid_value(Unexpected::Str(other), &self)),
                }
            }
        }
        deserializer.deserialize_any(Given)
    }
}

/// The largest number of keys before and after the position of a query that it sees; `None` for all.
///
/// Its serde form is `{ left, right }`, where -1 is an earlier form of null, or one number `n` for `n - 1` on either side: `sliding_window` of transformers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify), tsify(type = "number | WindowSides"))]
pub struct Window {
    /// The number of keys before it.
    pub left: Option<usize>,
    /// The number of keys after it. A causal mask hides them in any case.
    pub right: Option<usize>,
}

impl Window {
    /// A query sees itself and `keys - 1` keys on either side.
    #[must_use]
    pub fn of(keys: usize) -> Self {
        let side = Some(keys.saturating_sub(1));
        Self { left: side, right: side }
    }

    /// The number of keys of which a query sees itself and the others on either side, if both sides are equal.
    #[must_use]
    pub fn keys(&self) -> Option<usize> {
        self.left.filter(|_| self.left == self.right).map(|side| side + 1)
    }
}

/// [`Window`] with both sides.
#[derive(Serialize, Deserialize)]
#[cfg_attr(
    feature = "typescript",
    derive(tsify::Tsify),
    tsify(rename = "WindowSides", missing_as_null)
)]
#[serde(deny_unknown_fields)]
struct Sides {
    #[serde(default, deserialize_with = "side_in")]
    left: Option<usize>,
    #[serde(default, deserialize_with = "side_in")]
    right: Option<usize>,
}

/// A number of keys; -1, an earlier form of `None`, is none.
fn side_in<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<usize>, D::Error> {
    let given = Option::<i64>::deserialize(deserializer)?.filter(|&keys| keys != -1);
    let side = given.map(usize::try_from).transpose();
    side.map_err(|_| D::Error::custom("a number of keys from 0 up, or -1 for all"))
}

impl Serialize for Window {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let &Self { left, right } = self;
        match self.keys() {
            Some(keys) => keys.serialize(serializer),
            None => Sides { left, right }.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Window {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Given;
        impl<'de> Visitor<'de> for Given {
            type Value = Window;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a number of keys from 1 up, or left and right")
            }

            fn visit_u64<E: Error>(self, keys: u64) -> Result<Window, E> {
                let found = usize::try_from(keys).ok().filter(|&keys| keys > 0);
                found
                    .map(Window::of)
                    .ok_or_else(|| E::invalid_value(Unexpected::Unsigned(keys), &self))
            }

            fn visit_i64<E: Error>(self, keys: i64) -> Result<Window, E> {
                let Ok(count) = u64::try_from(keys) else {
                    return Err(E::invalid_value(Unexpected::Signed(keys), &self));
                };
                self.visit_u64(count)
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Window, A::Error> {
                let Sides { left, right } = Sides::deserialize(MapAccessDeserializer::new(map))?;
                Ok(Window { left, right })
            }
        }
        deserializer.deserialize_any(Given)
    }
}

/// The keys that a query at a position sees: those of [`AttentionRule::seen`](crate::AttentionRule::seen).
///
/// These are the keys from `position - left` to `position + right`, out of `keys`; if it is causal, only those up to `position`
/// and the first `prefix` ones.
#[must_use]
#[inline]
pub fn seen(
    causal: Causal,
    prefix: usize,
    window: Option<Window>,
    position: i64,
    keys: usize,
) -> Range<usize> {
    let clamped = |key: i64| usize::try_from(key.max(0)).map_or(keys, |key| key.min(keys));
    let after = |last: i64| clamped(last.saturating_add(1));
    let Window { left, right } = window.unwrap_or_default();
    let start = left.map_or(0, |left| clamped(position.saturating_sub(signed(left))));
    let by_window = right.map_or(keys, |right| after(position.saturating_add(signed(right))));
    let by_position = if causal == Causal::None { keys } else { after(position).max(prefix) };
    start..by_window.min(by_position).min(keys).max(start)
}

/// A count as a signed number. Counts of keys are far below 2⁶³.
pub(crate) fn signed(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
