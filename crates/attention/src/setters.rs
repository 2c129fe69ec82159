//! Setters of option structs.

/// Writes a setter for each field of an option struct.
///
/// The structs are `non_exhaustive`, so other crates start from the default and set what they need:
/// `Masks::default().padding(Some(&padding))`.
macro_rules! setters {
    ($($field:ident: $type:ty),* $(,)?) => {
        $(
            #[doc = concat!("Returns the options with this value of the field `", stringify!($field), "`.")]
            #[must_use]
            pub fn $field(mut self, $field: $type) -> Self {
                self.$field = $field;
                self
            }
        )*
    };
}

pub(crate) use setters;
