//! The serde form of [`Rope`]: a table of keys, which one function reads and one writes; the metadata of files need both for one key
//! at a time. What serde derives for so many fields adds 2 KB to each program that reads rules, refuses a rotation that states a key
//! by two of its names, accepts a list in place of an object, and has errors that say less.

use std::fmt;

use serde::de::{DeserializeSeed, Error, IgnoredAny, MapAccess, SeqAccess, Unexpected, Visitor};
use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Pairs, Rope, RopeSide, RopeType};

/// The value of a key of [`Rope`] in its serde form.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum RopeValue {
    Null,
    Truth(bool),
    Whole(i64),
    Number(f64),
    Name(String),
    List(Vec<RopeValue>),
}

/// The type of a field.
trait Part: Sized {
    /// What errors say of it.
    const WANTED: &'static str;
    /// Reads it; `None` if the value has another type.
    fn read(value: &RopeValue) -> Option<Self>;
    fn write(&self) -> RopeValue;
}

impl Part for bool {
    const WANTED: &'static str = "true or false";
    fn read(value: &RopeValue) -> Option<Self> {
        if let &RopeValue::Truth(is_true) = value { Some(is_true) } else { None }
    }
    fn write(&self) -> RopeValue {
        RopeValue::Truth(*self)
    }
}

impl Part for f64 {
    const WANTED: &'static str = "a number";
    fn read(value: &RopeValue) -> Option<Self> {
        match *value {
            RopeValue::Number(number) => Some(number),
            RopeValue::Whole(number) => Some(number as f64),
            _ => None,
        }
    }
    fn write(&self) -> RopeValue {
        RopeValue::Number(*self)
    }
}

impl Part for i64 {
    const WANTED: &'static str = "a whole number";
    fn read(value: &RopeValue) -> Option<Self> {
        if let &RopeValue::Whole(number) = value { Some(number) } else { None }
    }
    fn write(&self) -> RopeValue {
        RopeValue::Whole(*self)
    }
}

impl Part for usize {
    const WANTED: &'static str = "a whole number from 0 up";
    fn read(value: &RopeValue) -> Option<Self> {
        usize::try_from(i64::read(value)?).ok()
    }
    fn write(&self) -> RopeValue {
        RopeValue::Whole(*self as i64)
    }
}

impl<T: Part> Part for Vec<T> {
    const WANTED: &'static str = "an array";
    fn read(value: &RopeValue) -> Option<Self> {
        if let RopeValue::List(items) = value { items.iter().map(T::read).collect() } else { None }
    }
    fn write(&self) -> RopeValue {
        RopeValue::List(self.iter().map(T::write).collect())
    }
}

impl<T: Part> Part for Option<T> {
    const WANTED: &'static str = T::WANTED;
    fn read(value: &RopeValue) -> Option<Self> {
        if *value == RopeValue::Null { Some(None) } else { T::read(value).map(Some) }
    }
    fn write(&self) -> RopeValue {
        self.as_ref().map_or(RopeValue::Null, T::write)
    }
}

/// A type with names.
macro_rules! named {
    ($($type:ident: $wanted:literal;)*) => {$(
        impl Part for $type {
            const WANTED: &'static str = $wanted;
            fn read(value: &RopeValue) -> Option<Self> {
                if let RopeValue::Name(name) = value { Self::named(name) } else { None }
            }
            fn write(&self) -> RopeValue {
                RopeValue::Name(self.name().to_owned())
            }
        }
    )*};
}

named! {
    Pairs: "half or interleaved";
    RopeSide: "first or last";
    RopeType: "default or linear or dynamic or yarn or longrope or llama3 or proportional";
}

/// The table of keys, with earlier names. All but the first ones are written only if they are stated.
macro_rules! keys {
    ($($field:ident: $type:ty $(, $earlier:literal)?;)*) => {
        const KEYS: &[&str] = &[$(stringify!($field) $(, $earlier)?),*];

        /// What the value of a key must be; `None` for an unknown key.
        fn wanted(key: &str) -> Option<&'static str> {
            match key {
                $(stringify!($field) $(| $earlier)? => Some(<$type as Part>::WANTED),)*
                _ => None,
            }
        }

        impl Rope {
            /// Sets what a key says. Returns `false`, and changes nothing, if there is no such key or its value has
            /// another type.
            pub fn set(&mut self, key: &str, value: &RopeValue) -> bool {
                match key {
                    $(stringify!($field) $(| $earlier)? => {
                        let Some(read) = <$type as Part>::read(value) else { return false };
                        self.$field = read;
                    })*
                    _ => return false,
                }
                true
            }

            /// The keys that it states, with their values.
            #[must_use]
            pub fn stated(&self) -> Vec<(&'static str, RopeValue)> {
                let default = Self::default();
                let mut stated = Vec::new();
                $(if self.$field != default.$field || ALWAYS.contains(&stringify!($field)) {
                    stated.push((stringify!($field), self.$field.write()));
                })*
                stated
            }
        }
    };
}

const ALWAYS: [&str; 3] = ["base", "pairs", "dim"];

keys! {
    base: f64, "rope_theta";
    pairs: Pairs;
    dim: Option<usize>, "features";
    side: RopeSide;
    rope_type: RopeType;
    factor: Option<f64>;
    original_max_position_embeddings: Option<usize>;
    attention_factor: Option<f64>;
    beta_fast: Option<f64>;
    beta_slow: Option<f64>;
    mscale: Option<f64>;
    mscale_all_dim: Option<f64>;
    truncate: Option<bool>;
    short_factor: Option<Vec<f64>>;
    long_factor: Option<Vec<f64>>;
    low_freq_factor: Option<f64>;
    high_freq_factor: Option<f64>;
    partial_rotary_factor: Option<f64>;
    mrope_section: Option<Vec<usize>>;
    mrope_interleaved: bool;
    position_ids: Option<Vec<Vec<i64>>>;
    first_position: i64, "firstPosition";
}

impl Serialize for RopeValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_none(),
            Self::Truth(is_true) => serializer.serialize_bool(*is_true),
            Self::Whole(number) => serializer.serialize_i64(*number),
            Self::Number(number) => serializer.serialize_f64(*number),
            Self::Name(name) => serializer.serialize_str(name),
            Self::List(items) => serializer.collect_seq(items),
        }
    }
}

impl Serialize for Rope {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let stated = self.stated();
        let mut fields = serializer.serialize_struct("Rope", stated.len())?;
        for (key, value) in &stated {
            fields.serialize_field(key, value)?;
        }
        fields.end()
    }
}

/// Reads any value. Errors say what is wanted.
#[derive(Clone, Copy)]
struct Wanted(&'static str);

impl<'de> DeserializeSeed<'de> for Wanted {
    type Value = RopeValue;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<RopeValue, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Wanted {
    type Value = RopeValue;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.0)
    }

    fn visit_unit<E: Error>(self) -> Result<RopeValue, E> {
        Ok(RopeValue::Null)
    }

    fn visit_bool<E: Error>(self, is_true: bool) -> Result<RopeValue, E> {
        Ok(RopeValue::Truth(is_true))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<RopeValue, E> {
        Ok(RopeValue::Whole(number))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<RopeValue, E> {
        Ok(i64::try_from(number).map_or(RopeValue::Number(number as f64), RopeValue::Whole))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<RopeValue, E> {
        Ok(RopeValue::Number(number))
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<RopeValue, E> {
        Ok(RopeValue::Name(name.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<RopeValue, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element_seed(self)? {
            list.push(item);
        }
        Ok(RopeValue::List(list))
    }
}

/// Sets a key of a rotation.
struct Setting<'a> {
    rope: &'a mut Rope,
    key: &'a str,
    wanted: &'static str,
}

impl<'de> DeserializeSeed<'de> for Setting<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        let Self { rope, key, wanted } = self;
        let value = Wanted(wanted).deserialize(deserializer)?;
        let is_set = rope.set(key, &value);
        let refused = || D::Error::invalid_value(Unexpected::Other("another type"), &wanted);
        is_set.then_some(()).ok_or_else(refused)
    }
}

impl<'de> Deserialize<'de> for Rope {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Given;
        impl<'de> Visitor<'de> for Given {
            type Value = Rope;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a rotation")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Rope, A::Error> {
                let mut rope = Rope::default();
                let mut has_pairs = false;
                while let Some(key) = map.next_key::<String>()? {
                    has_pairs |= key == "pairs";
                    match wanted(&key) {
                        Some(wanted) => {
                            map.next_value_seed(Setting { rope: &mut rope, key: &key, wanted })?;
                        }
                        None => drop(map.next_value::<IgnoredAny>()?),
                    }
                }
                // A wrong guess gives fluent nonsense.
                if has_pairs { Ok(rope) } else { Err(A::Error::missing_field("pairs")) }
            }
        }
        deserializer.deserialize_struct("Rope", KEYS, Given)
    }
}
