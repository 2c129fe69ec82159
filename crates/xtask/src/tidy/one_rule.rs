//! The options of attention are stated once, by `AttentionRule`.

use super::Source;

/// The names of its parts, of which another struct may have at most two.
const PARTS: [&str; 10] = [
    "scale",
    "softcap",
    "temperature",
    "causal",
    "prefix",
    "window",
    "mask",
    "slope",
    "sink",
    "rope",
];
const MOST: usize = 2;

/// The rule, and the types that are no options of attention. The documentation of `crates/attention-rule` says why.
const KNOWN: [&str; 7] =
    ["AttentionRule", "Config", "Corrections", "FileRule", "ModelFacts", "Plan", "Scoring"];

/// Reports each further struct with the parts of a rule.
pub(crate) fn rule(source: &Source) -> Vec<String> {
    if !(source.path.starts_with("crates/") && source.path.ends_with(".rs")) {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut current: Option<(usize, &str, Vec<&str>)> = None;
    for (number, line) in source.text.lines().enumerate() {
        let code = unqualified(line.trim_start());
        if let Some(name) = code.strip_prefix("struct ").filter(|_| line.ends_with('{')) {
            let end = name.find(|letter: char| !letter.is_alphanumeric() && letter != '_');
            current = Some((number + 1, &name[..end.unwrap_or(name.len())], Vec::new()));
        } else if code == "}" {
            found.extend(current.take().and_then(|given| complaint(source, given)));
        } else if let Some((_, _, parts)) = &mut current
            && let Some((field, _)) = code.split_once(':')
            && PARTS.contains(&field)
        {
            parts.push(field);
        }
    }
    found
}

/// A line without `pub` or `pub(crate)`.
fn unqualified(code: &str) -> &str {
    let Some(rest) = code.strip_prefix("pub") else { return code };
    let rest =
        rest.strip_prefix('(').and_then(|rest| rest.split_once(')')).map_or(rest, |(_, rest)| rest);
    rest.trim_start()
}

fn complaint(source: &Source, (line, name, parts): (usize, &str, Vec<&str>)) -> Option<String> {
    let is_second = parts.len() > MOST && !KNOWN.contains(&name);
    is_second.then(|| {
        format!(
            "{}:{line}: {name} has {}, which AttentionRule states",
            source.path,
            parts.join(", ")
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<String> {
        rule(&Source { path: "crates/a/src/b.rs".to_owned(), text: text.to_owned() })
    }

    #[test]
    fn a_second_struct_with_the_parts_of_a_rule_is_found() {
        let text = "pub(crate) struct Options {\n    /// The factor.\n    pub scale: f64,\n    #[serde(default)]\n    pub(crate) causal: bool,\n    sink: f64,\n}\n";
        let line =
            "crates/a/src/b.rs:1: Options has scale, causal, sink, which AttentionRule states";
        assert_eq!(found(text), [line]);
        assert!(found(&text.replace("Options", "Scoring")).is_empty());
        assert!(found(&text.replace("    sink: f64,\n", "    size: f64,\n")).is_empty());
    }

    #[test]
    fn every_known_type_exists_and_is_explained() {
        let read =
            |path: &str| std::fs::read_to_string(crate::paths::in_root(path)).unwrap_or_default();
        let documented = read("crates/attention-rule/src/lib.rs");
        for name in KNOWN {
            assert!(documented.contains(&format!("`{name}`")) || name == "AttentionRule", "{name}");
        }
    }
}
