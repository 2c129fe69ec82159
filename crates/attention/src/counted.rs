//! Singular and plural in messages.

/// A number of things, in singular or plural: "1 query", "2 queries".
pub(crate) fn counted(count: usize, things: &str) -> String {
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
pub(crate) fn are(count: usize) -> &'static str {
    if count == 1 { "is" } else { "are" }
}

/// "was" or "were".
pub(crate) fn were(count: usize) -> &'static str {
    if count == 1 { "was" } else { "were" }
}

#[cfg(test)]
mod tests {
    use super::counted;

    #[test]
    fn one_thing_is_singular() {
        assert_eq!(counted(1, "queries"), "1 query");
        assert_eq!(counted(1, "valid lengths of keys"), "1 valid length of keys");
        assert_eq!(counted(2, "batch entries"), "2 batch entries");
    }
}
