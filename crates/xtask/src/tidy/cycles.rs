//! Modules depend on each other one way: the modules of a crate, and those of `www`.
//!
//! A module and the modules in its folder may use each other, because Rust resolves them together.

use std::collections::{BTreeMap, BTreeSet};

use super::Source;
use super::layers::{imported, resolved};

/// Traits of numbers that compute heads, so that each width is compiled in its own crate.
const EXCEPTIONS: [&str; 2] =
    ["crates/attention/src/real.rs", "crates/linear-attention/src/number.rs"];

/// The files that each file imports from.
type Imports<'a> = BTreeMap<&'a str, BTreeSet<String>>;

/// Reports the files of each cycle once.
pub(crate) fn complaints(sources: &[Source]) -> Vec<String> {
    let paths: BTreeSet<&str> = sources.iter().map(|source| source.path.as_str()).collect();
    let imports: Imports<'_> = sources
        .iter()
        .map(|source| {
            let path = source.path.as_str();
            let is_free = EXCEPTIONS.contains(&path);
            (path, if is_free { BTreeSet::new() } else { imports_of(source, &paths) })
        })
        .collect();
    let mut done = BTreeSet::new();
    let mut found = Vec::new();
    for path in imports.keys() {
        visit(path, &imports, &mut Vec::new(), &mut done, &mut found);
    }
    found
}

/// Follows the imports of a file. `way` are the files that led to it, and the imports of the files in `done` have been
/// followed.
fn visit(
    path: &str,
    imports: &Imports<'_>,
    way: &mut Vec<String>,
    done: &mut BTreeSet<String>,
    found: &mut Vec<String>,
) {
    if let Some(first) = way.iter().position(|each| each == path) {
        found.push(format!("{path}: an import cycle: {}", way[first..].join(" -> ")));
        return;
    }
    if done.contains(path) {
        return;
    }
    way.push(path.to_owned());
    for next in imports.get(path).into_iter().flatten() {
        visit(next, imports, way, done, found);
    }
    way.pop();
    done.insert(path.to_owned());
}

/// The files that a file imports from.
fn imports_of(source: &Source, paths: &BTreeSet<&str>) -> BTreeSet<String> {
    let Source { path, text } = source;
    let is_tested = path.starts_with("www/") && !path.starts_with("www/test/");
    let found: Vec<String> = if is_tested && path.ends_with(".js") {
        text.lines().filter_map(imported).map(|module| resolved(path, module)).collect()
    } else if path.ends_with(".rs") && path.starts_with("crates/") && path.contains("/src/") {
        used_in(path, text).iter().filter_map(|used| file_of(path, used, paths)).collect()
    } else {
        Vec::new()
    };
    found.into_iter().filter(|other| other != path && paths.contains(other.as_str())).collect()
}

/// The paths of a Rust file after `use crate::` and `use super::`, with `super` as in the file, without its tests.
fn used_in(path: &str, text: &str) -> Vec<Vec<String>> {
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    let folder: Vec<String> = module_of(path).iter().rev().skip(1).rev().cloned().collect();
    let statements = code.split(';').filter_map(|statement| {
        let start = statement.rfind("use ").map(|at| &statement[at + 4..])?;
        match start.strip_prefix("crate::") {
            Some(rest) => Some((Vec::new(), rest)),
            None => Some((folder.clone(), start.strip_prefix("super::")?)),
        }
    });
    statements.flat_map(|(base, tree)| names(base, tree)).collect()
}

/// The paths of a tree such as `a::{b, c::d}`.
fn names(base: Vec<String>, tree: &str) -> Vec<Vec<String>> {
    let tree = tree.trim();
    let (head, rest) = match tree.split_once("::") {
        Some((head, rest)) if !head.contains('{') => (head, Some(rest)),
        _ => (tree, None),
    };
    if let Some(rest) = rest {
        return names([base, vec![head.to_owned()]].concat(), rest);
    }
    match tree.strip_prefix('{').and_then(|inner| inner.strip_suffix('}')) {
        None => vec![[base, vec![tree.to_owned()]].concat()],
        Some(inner) => {
            parts(inner).into_iter().flat_map(|part| names(base.clone(), part)).collect()
        }
    }
}

/// The parts of a list between its commas, except for those in braces.
fn parts(list: &str) -> Vec<&str> {
    let mut depth = 0;
    let is_comma = |letter: char| {
        depth += i32::from(letter == '{') - i32::from(letter == '}');
        letter == ',' && depth == 0
    };
    list.split(is_comma).filter(|part| !part.trim().is_empty()).collect()
}

/// The module of a file: `a`, `b` for `src/a/b.rs`, and nothing for the root.
fn module_of(path: &str) -> Vec<String> {
    let inner = path.split_once("/src/").map_or(path, |(_, inner)| inner);
    let inner = inner.trim_end_matches(".rs");
    let is_root = inner == "lib" || inner == "main";
    inner.split('/').filter(|_| !is_root).map(str::to_owned).collect()
}

/// The file of the longest module in a path; `None` if it is the file itself or a module that contains it.
fn file_of(path: &str, used: &[String], paths: &BTreeSet<&str>) -> Option<String> {
    let (root, _) = path.split_once("/src/")?;
    let file = |length: usize| format!("{root}/src/{}.rs", used[..length].join("/"));
    let found = (1..=used.len()).rev().map(file).find(|file| paths.contains(file.as_str()))?;
    let is_above = path.starts_with(&format!("{}/", found.trim_end_matches(".rs")));
    (!is_above).then_some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(files: &[(&str, &str)]) -> Vec<String> {
        let source = |&(path, text): &(&str, &str)| Source { path: path.into(), text: text.into() };
        complaints(&files.iter().map(source).collect::<Vec<_>>())
    }

    #[test]
    fn a_cycle_of_modules_is_reported_once() {
        let files = [
            ("crates/x/src/a.rs", "use crate::b::{C, D};\n"),
            ("crates/x/src/b.rs", "use std::fmt;\n\nuse crate::{E, d::e::{f, g}};\n"),
            ("crates/x/src/d/e.rs", "use crate::a::h;\n"),
        ];
        let cycle = "crates/x/src/a.rs -> crates/x/src/b.rs -> crates/x/src/d/e.rs";
        assert_eq!(found(&files), [format!("crates/x/src/a.rs: an import cycle: {cycle}")]);
        let page = [
            ("www/ui/a.js", "import { b } from './b.js';\n"),
            ("www/ui/b.js", "import { a } from './a.js';\n"),
        ];
        assert_eq!(found(&page).len(), 1);
    }

    #[test]
    fn a_module_and_those_in_its_folder_may_use_each_other() {
        let files = [
            ("crates/x/src/a.rs", "mod b;\nmod c;\n\nuse crate::a::b::B;\n"),
            ("crates/x/src/a/b.rs", "use super::A;\nuse super::c::C;\n"),
            ("crates/x/src/a/c.rs", "#[cfg(test)]\nmod tests {\n    use super::b::B;\n}\n"),
        ];
        assert!(found(&files).is_empty());
    }

    #[test]
    fn imported_types_are_no_cycle() {
        let files = [
            ("www/ui/a.js", "import { b } from './b.js';\n"),
            ("www/ui/b.js", "/** @import { A } from './a.js' */\n"),
        ];
        assert!(found(&files).is_empty());
    }
}
