//! A file that is too long contains two ideas.

use super::Source;

/// The maximum number of lines of a source file; test files and test modules do not count.
const LIMIT: usize = 400;
/// The maximum size of ARCHITECTURE.md in bytes: it is an overview, and files explain themselves.
const OVERVIEW: usize = 8_000;

pub(super) fn rule(source: &Source) -> Vec<String> {
    if source.path == "ARCHITECTURE.md" && source.text.len() > OVERVIEW {
        return vec![format!("{}: {} bytes, at most {OVERVIEW}", source.path, source.text.len())];
    }
    let code = (source.path.starts_with("crates/") && source.path.ends_with(".rs"))
        || (source.path.starts_with("www/") && source.path.ends_with(".js"))
        || (source.path.starts_with("python/") && source.path.ends_with(".py"));
    let test =
        ["/tests/", "/torch_tests/", "/test/"].iter().any(|folder| source.path.contains(folder));
    let lines = lines_before_tests(&source.text);
    if !code || test || lines <= LIMIT {
        return Vec::new();
    }
    vec![format!("{}: {lines} lines, at most {LIMIT}", source.path)]
}

/// The number of lines before the test module at the end of a Rust file.
fn lines_before_tests(text: &str) -> usize {
    text.lines().position(|line| line == "#[cfg(test)]").unwrap_or_else(|| text.lines().count())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complaints(path: &str, text: String) -> usize {
        let path = path.to_owned();
        rule(&Source { path, text }).len()
    }

    #[test]
    fn code_of_four_hundred_lines_passes_and_one_more_does_not() {
        assert_eq!(complaints("www/a.js", "x\n".repeat(400)), 0);
        assert_eq!(complaints("www/a.js", "x\n".repeat(401)), 1);
        assert_eq!(complaints("crates/a/src/lib.rs", "x\n".repeat(401)), 1);
        assert_eq!(complaints("python/src/heedmap/a.py", "x\n".repeat(401)), 1);
    }

    #[test]
    fn the_overview_of_the_architecture_stays_short() {
        assert_eq!(complaints("ARCHITECTURE.md", "x".repeat(8_000)), 0);
        assert_eq!(complaints("ARCHITECTURE.md", "x".repeat(8_001)), 1);
    }

    #[test]
    fn tests_and_other_files_may_be_long() {
        assert_eq!(complaints("www/test/a.test.js", "x\n".repeat(999)), 0);
        assert_eq!(complaints("crates/a/tests/a.rs", "x\n".repeat(999)), 0);
        assert_eq!(complaints("CHANGELOG.md", "x\n".repeat(999)), 0);
        let inline = format!("{}#[cfg(test)]\n{}", "x\n".repeat(400), "x\n".repeat(99));
        assert_eq!(complaints("crates/a/src/lib.rs", inline), 0);
    }
}
