//! Counts in error messages, in singular and plural. The crates of Heedmap share it.
//!
//! ```
//! use heedmap_counted::{are, counted};
//!
//! assert_eq!(counted(1, "queries"), "1 query");
//! assert_eq!(format!("there {} {}", are(2), counted(2, "heads")), "there are 2 heads");
//! ```

/// A number of things, in singular or plural: "1 query", "2 queries".
///
/// - `things`: the plural, which ends with "s" or "ies"; after " of " it stays as it is
#[must_use]
pub fn counted(count: usize, things: &str) -> String {
    if count != 1 {
        return format!("{count} {things}");
    }
    let (things, of) = things.find(" of ").map_or((things, ""), |at| things.split_at(at));
    match things.strip_suffix("ies") {
        Some(stem) => format!("1 {stem}y{of}"),
        None => format!("1 {}{of}", things.strip_suffix('s').unwrap_or(things)),
    }
}

/// "is" or "are".
#[must_use]
pub fn are(count: usize) -> &'static str {
    if count == 1 { "is" } else { "are" }
}

/// "was" or "were".
#[must_use]
pub fn were(count: usize) -> &'static str {
    if count == 1 { "was" } else { "were" }
}

#[cfg(test)]
mod tests {
    use super::{are, counted, were};

    #[test]
    fn one_thing_is_singular() {
        assert_eq!(counted(1, "queries"), "1 query");
        assert_eq!(counted(1, "valid lengths of keys"), "1 valid length of keys");
        assert_eq!((are(1), were(1)), ("is", "was"));
    }

    #[test]
    fn none_and_several_things_are_plural() {
        assert_eq!(counted(0, "keys"), "0 keys");
        assert_eq!(counted(2, "batch entries"), "2 batch entries");
        assert_eq!((are(0), were(2)), ("are", "were"));
    }
}
