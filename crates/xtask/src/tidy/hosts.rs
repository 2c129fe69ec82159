//! Lock files and settings must not name a registry of one machine, because a clone must build on
//! others.

use super::Source;

/// The only registry in cargo's lock file, by its public name.
const CRATES_IO: &str = "source = \"registry+https://github.com/rust-lang/crates.io-index\"";

/// Each locked package must come from the public registry, whichever mirror served it.
pub(super) fn lock_rule(source: &Source) -> Vec<String> {
    let foreign: fn(&str) -> bool = match source.path.as_str() {
        "package-lock.json" => |line| line.contains("\"resolved\""),
        "Cargo.lock" => |line| line.starts_with("source = ") && line != CRATES_IO,
        _ => return Vec::new(),
    };
    complaints(source, foreign)
}

/// No setting may send cargo or npm to another registry.
pub(super) fn settings_rule(source: &Source) -> Vec<String> {
    let foreign: fn(&str) -> bool = match source.path.as_str() {
        ".npmrc" => |line| {
            let setting = line.split('=').next().unwrap_or_default().trim();
            setting == "registry" || setting.ends_with(":registry")
        },
        ".cargo/config.toml" => |line| {
            line.starts_with("[source") || line.starts_with("[registr") || line.contains("index =")
        },
        _ => return Vec::new(),
    };
    complaints(source, foreign)
}

fn complaints(source: &Source, foreign: fn(&str) -> bool) -> Vec<String> {
    let lines = source.text.lines().enumerate();
    lines
        .filter(|(_, line)| foreign(line))
        .map(|(index, _)| {
            format!("{}:{}: names the registry of one machine", source.path, index + 1)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(path: &str, text: &str) -> Source {
        Source { path: path.to_owned(), text: text.to_owned() }
    }

    #[test]
    fn a_lock_file_names_no_mirror() {
        let mirror = "\"resolved\": \"http://10.0.0.1/esbuild.tgz\",";
        assert_eq!(lock_rule(&source("package-lock.json", mirror)).len(), 1);
        let mirror = "source = \"sparse+http://10.0.0.1/\"";
        assert_eq!(lock_rule(&source("Cargo.lock", mirror)).len(), 1);
        assert!(lock_rule(&source("Cargo.lock", CRATES_IO)).is_empty());
    }

    #[test]
    fn a_setting_names_no_mirror() {
        let mirror = "registry=http://10.0.0.1/";
        assert_eq!(settings_rule(&source(".npmrc", mirror)).len(), 1);
        let harmless = "omit-lockfile-registry-resolved=true";
        assert!(settings_rule(&source(".npmrc", harmless)).is_empty());
        let mirror = "[source.crates-io]\nreplace-with = \"x\"";
        assert_eq!(settings_rule(&source(".cargo/config.toml", mirror)).len(), 1);
    }
}
