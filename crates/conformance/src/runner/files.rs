//! Finds case files under paths, and the format of each.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::case::Case;
use super::{Cases, FORMATS, Format};

/// The cases under the paths, and the files without cases.
#[derive(Default)]
pub(super) struct Found {
    pub(super) cases: Vec<Case>,
    /// Files in folders that have none of our formats.
    pub(super) skipped: Vec<Skipped>,
    /// Paths and files that cannot be run, each with a message.
    pub(super) failures: Vec<String>,
    /// Files that an index lists. They are not case files themselves.
    listed: Vec<PathBuf>,
}

/// A file that was skipped, and why.
pub(super) struct Skipped {
    pub(super) path: String,
    pub(super) reason: String,
}

/// Why a file has no cases.
enum Unread {
    /// It has another format: skipped in a folder, an error if the path names the file.
    Foreign(String),
    /// It has one of our formats, but is malformed: always an error.
    Broken(String),
}

/// Reads the named files, and the JSON files under the named folders.
pub(super) fn find(paths: &[String]) -> Found {
    let mut found = Found::default();
    for path in paths {
        let path = Path::new(path);
        if path.is_dir() {
            let before = found.cases.len() + found.failures.len();
            for file in json_files_under(path) {
                read_into(&mut found, &file, false);
            }
            if found.cases.len() + found.failures.len() == before {
                // Without this, a run without any case would succeed.
                let sentence = format!("{}: no case file in this folder", path.display());
                found.failures.push(sentence);
            }
        } else {
            read_into(&mut found, path, true);
        }
    }
    let listed = found.listed.as_slice();
    found.skipped.retain(|file| listed.iter().all(|other| other != Path::new(&file.path)));
    found
}

fn read_into(found: &mut Found, path: &Path, named: bool) {
    let shown = path.display().to_string();
    match cases_of(path) {
        Ok((format, cases)) => {
            if let (Cases::Listed(_), Some(folder)) = (&format.cases, path.parent()) {
                found.listed.extend(cases.iter().map(|(name, _)| folder.join(name)));
            }
            let in_file = |(name, work)| (format!("{shown}: {name}"), work);
            found.cases.extend(cases.into_iter().map(in_file));
        }
        Err(Unread::Foreign(reason)) if !named => {
            found.skipped.push(Skipped { path: shown, reason });
        }
        Err(Unread::Foreign(reason) | Unread::Broken(reason)) => {
            found.failures.push(format!("{shown}: {reason}"));
        }
    }
}

/// The cases of one file, and its format.
fn cases_of(path: &Path) -> Result<(&'static Format, Vec<Case>), Unread> {
    let bytes =
        fs::read(path).map_err(|error| Unread::Broken(format!("cannot be read: {error}")))?;
    let file: Value = serde_json::from_slice(&bytes).map_err(|error| {
        let sentence = format!("is not JSON: {error}");
        // A malformed file that contains the name of one of our formats was meant to have it.
        let text = String::from_utf8_lossy(&bytes);
        if FORMATS.iter().any(|format| text.contains(format.name)) {
            Unread::Broken(sentence)
        } else {
            Unread::Foreign(sentence)
        }
    })?;
    let Some(name) = file["format"].as_str() else {
        return Err(Unread::Foreign("names no format".to_owned()));
    };
    let Some(format) = FORMATS.iter().find(|format| format.name == name) else {
        return Err(Unread::Foreign(format!("the format {name:?} is not known")));
    };
    let cases = match format.cases {
        Cases::Contained(cases) => cases(&file),
        Cases::Listed(cases) => cases(&file, path.parent().unwrap_or(path)),
    };
    if cases.is_empty() {
        return Err(Unread::Broken("has no case".to_owned()));
    }
    Ok((format, cases))
}

/// The `.json` files under a folder, sorted. Links to folders are not followed, because they may
/// form cycles. Only regular files and links to them are read: reading a pipe without a writer
/// would wait forever.
fn json_files_under(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in folder.read_dir().into_iter().flatten().flatten() {
            let path = entry.path();
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                folders.push(path);
            } else if path.extension().is_some_and(|name| name == "json") && path.is_file() {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// The folder of the repository's fixtures.
#[cfg(test)]
pub(super) fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    /// A new folder with these files in it.
    fn folder(name: &str, files: &[(&str, &str)]) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("heedmap-{name}-{}", std::process::id()));
        fs::create_dir_all(folder.join("deeper")).unwrap();
        for (file, text) in files {
            fs::write(folder.join(file), text).unwrap();
        }
        folder
    }

    fn named(path: &Path) -> Vec<String> {
        vec![path.to_string_lossy().into_owned()]
    }

    const GOOD: &str = r#"{"format":"rng-fixture/1","seeds":{"1":{"rand":[0.5]}}}"#;

    #[test]
    fn a_folder_is_searched_recursively_and_foreign_files_are_skipped() {
        let files = [
            ("deeper/good.json", GOOD),
            ("other.json", r#"{"format":"other/1"}"#),
            ("plain.json", "[1]"),
            ("broken.json", "{"),
            ("notes.txt", "{"),
        ];
        let folder = folder("search", &files);
        let found = find(&named(&folder));
        fs::remove_dir_all(&folder).unwrap();
        assert_eq!(found.cases.len(), 1);
        assert_eq!(found.skipped.len(), 3);
        assert!(found.failures.is_empty(), "{:?}", found.failures);
    }

    #[test]
    fn a_named_foreign_file_fails_and_so_does_a_missing_one() {
        let folder = folder("named", &[("other.json", r#"{"format":"other/1"}"#)]);
        let failures = find(&named(&folder.join("other.json"))).failures;
        let missing = find(&named(&folder.join("missing.json"))).failures;
        let empty = find(&named(&folder.join("deeper"))).failures;
        fs::remove_dir_all(&folder).unwrap();
        assert!(failures[0].ends_with("the format \"other/1\" is not known"));
        assert!(missing[0].contains("cannot be read"));
        assert!(empty[0].ends_with("no case file in this folder"));
    }

    #[test]
    fn files_in_an_index_are_not_foreign() {
        let index = r#"{"format":"badfiles-index/1","files":[{"file":"deeper/bad.json"}]}"#;
        let files = [("index.json", index), ("deeper/bad.json", "["), ("other.json", "[")];
        let folder = folder("listed", &files);
        let found = find(&named(&folder));
        fs::remove_dir_all(&folder).unwrap();
        assert_eq!(found.failures, Vec::<String>::new());
        assert_eq!(found.cases.len(), 1);
        let skipped: Vec<&str> = found.skipped.iter().map(|file| file.path.as_str()).collect();
        assert!(matches!(skipped[..], [path] if path.ends_with("other.json")), "{skipped:?}");
    }

    #[cfg(unix)]
    #[test]
    fn pipes_and_folders_with_names_of_case_files_are_not_read() {
        let folder = folder("pipe", &[("good.json", GOOD)]);
        fs::create_dir_all(folder.join("folder.json")).unwrap();
        std::os::unix::fs::symlink(folder.join("deeper"), folder.join("link.json")).unwrap();
        std::os::unix::fs::symlink(folder.join("good.json"), folder.join("same.json")).unwrap();
        let pipe = std::process::Command::new("mkfifo").arg(folder.join("pipe.json")).status();
        assert!(pipe.unwrap().success());
        // The files are listed and not read, so that the test fails and does not wait if the pipe
        // is among them.
        let files = json_files_under(&folder);
        let expected = ["good.json", "same.json"].map(|name| folder.join(name));
        fs::remove_dir_all(&folder).unwrap();
        assert_eq!(files, expected);
    }

    #[test]
    fn a_truncated_case_file_fails_in_a_folder_too() {
        let folder = folder("truncated", &[("cut.json", &GOOD[..40])]);
        let found = find(&named(&folder));
        fs::remove_dir_all(&folder).unwrap();
        assert!(found.skipped.is_empty());
        assert!(found.failures[0].contains("is not JSON"));
    }
}
