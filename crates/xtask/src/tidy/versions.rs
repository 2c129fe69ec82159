//! One version: the workspace's. The packages of npm and Python and the change log follow it.

use super::Source;

/// Reports what differs from the workspace's version.
pub(super) fn complaints(sources: &[Source]) -> Vec<String> {
    let text = |path: &str| {
        let found = sources.iter().find(|source| source.path == path);
        found.map_or("", |source| source.text.as_str())
    };
    let Some(version) = workspace_version(text("Cargo.toml")) else {
        return vec!["Cargo.toml: [workspace.package] has no version".to_owned()];
    };
    let mut complaints = Vec::new();
    for file in ["package.json", "package-lock.json"] {
        let found = serde_json::from_str::<serde_json::Value>(text(file)).unwrap_or_default();
        if found["version"] != version {
            complaints.push(format!("{file}: its version is not the workspace's, {version}"));
        }
    }
    for (file, line) in [
        ("python/src/heedmap/__init__.py", format!("__version__ = \"{version}\"")),
        ("CITATION.cff", format!("version: {version}")),
    ] {
        if !text(file).lines().any(|other| other == line) {
            complaints.push(format!("{file}: its version is not the workspace's, {version}"));
        }
    }
    if !has_heading(text("CHANGELOG.md"), version) {
        complaints.push(format!("CHANGELOG.md: no heading for version {version}"));
    }
    complaints
}

/// The first `version = "..."` after `[workspace.package]`.
fn workspace_version(manifest: &str) -> Option<&str> {
    let (_, package) = manifest.split_once("[workspace.package]")?;
    let package = package.split("\n[").next()?;
    let line = package.lines().find(|line| line.starts_with("version"))?;
    line.split('"').nth(1)
}

/// Whether a second-level heading begins with the version, with or without brackets and a date.
fn has_heading(log: &str, version: &str) -> bool {
    log.lines()
        .filter_map(|line| line.strip_prefix("## "))
        .filter_map(|heading| heading.split_whitespace().next())
        .any(|word| word.trim_matches(['[', ']', ',']) == version)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_is_read_from_the_workspace_alone() {
        let manifest =
            "[workspace]\n[workspace.package]\nversion = \"1.2.3\"\n[x]\nversion = \"9\"\n";
        assert_eq!(workspace_version(manifest), Some("1.2.3"));
        assert_eq!(workspace_version("[package]\nversion = \"9\"\n"), None);
    }

    #[test]
    fn the_versions_of_packages_and_of_the_citation_must_be_the_workspace_s() {
        let source =
            |path: &str, text: &str| Source { path: path.to_owned(), text: text.to_owned() };
        let with = |citation: &str| {
            [
                source("Cargo.toml", "[workspace.package]\nversion = \"1.2.3\"\n"),
                source("package.json", "{ \"version\": \"1.2.3\" }"),
                source("package-lock.json", "{ \"version\": \"1.2.3\" }"),
                source("python/src/heedmap/__init__.py", "__version__ = \"1.2.3\"\n"),
                source("CITATION.cff", citation),
                source("CHANGELOG.md", "## 1.2.3\n"),
            ]
        };
        assert!(complaints(&with("cff-version: 1.2.0\nversion: 1.2.3\n")).is_empty());
        assert_eq!(
            complaints(&with("cff-version: 1.2.3\nversion: 1.2.4\n")),
            ["CITATION.cff: its version is not the workspace's, 1.2.3"]
        );
    }

    #[test]
    fn a_heading_may_have_brackets_and_a_date() {
        for log in ["## 1.2.3", "## [1.2.3]", "## [1.2.3] - 2026-11-21"] {
            assert!(has_heading(log, "1.2.3"), "{log}");
        }
        assert!(!has_heading("## 1.2.30\n1.2.3", "1.2.3"));
    }
}
