//! The licenses of other authors' code in the page, `THIRD-PARTY-LICENSES.txt`: the crates that are linked into the
//! wasm programs, and the JavaScript packages that are bundled into the scripts.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::paths::in_root;
use crate::process::{cargo, output};
use crate::tools::{WASM_TARGET, npm_packages};
use crate::wasm::BOUNDARIES;

/// The file, from the root. The build writes it, so it is not in the repository.
pub(crate) const FILE: &str = "THIRD-PARTY-LICENSES.txt";

/// The packages that `www/build/vendor.mjs` bundles.
const BUNDLED: [&str; 11] = [
    "@babel/runtime",
    "@fontsource/source-sans-3",
    "@fontsource/source-serif-4",
    "@huggingface/tokenizers",
    "@zarrita/storage",
    "fflate",
    "htm",
    "jspdf",
    "preact",
    "unzipit",
    "zarrita",
];

/// The license with one text for all packages. It is chosen wherever a package offers it.
const APACHE: &str = "Apache-2.0";

/// The licenses that are chosen, in this order, and the ends of the names of their files in packages.
const CHOSEN: [(&str, &[&str]); 4] = [
    (APACHE, &[]),
    ("MIT", &["-MIT", "-MIT.md", "-MIT.txt", "_MIT", "", ".md", ".txt"]),
    ("Unicode-3.0", &["-UNICODE"]),
    ("OFL-1.1", &[""]),
];

/// A package of another author.
#[derive(Debug, PartialEq)]
struct Package {
    name: String,
    version: String,
    /// The SPDX expression of its manifest.
    license: String,
    folder: String,
}

/// Writes the file.
pub(crate) fn write() -> Result<()> {
    npm_packages()?;
    let printed =
        output(cargo(&["metadata", "--format-version", "1", "--filter-platform", WASM_TARGET]))?;
    let metadata = serde_json::from_str(&printed).context("`cargo metadata` printed no JSON")?;
    // Normal dependencies with the features of these programs. Macros run in the compiler, and their dependencies
    // with them.
    let mut tree = cargo(&["tree", "--edges", "normal,no-proc-macro", "--target", WASM_TARGET]);
    tree.args(["--prefix", "none", "--format", "{p}"]);
    for program in BOUNDARIES {
        tree.args(["--package", program]);
    }
    let mut packages = linked(&output(tree)?, &metadata)?;
    for name in BUNDLED {
        packages.push(bundled(name)?);
    }
    fs::write(in_root(FILE), text(&packages)?).with_context(|| format!("{FILE} cannot be written"))
}

/// The crates of other authors in what `cargo tree` printed, sorted: their names and versions, such as
/// `half v2.6.0 (*)`. The crates of this workspace come from no registry.
fn linked(tree: &str, metadata: &Value) -> Result<Vec<Package>> {
    let titles: BTreeSet<(&str, &str)> = tree
        .lines()
        .filter_map(|line| {
            let mut words = line.split_whitespace();
            Some((words.next()?, words.next()?.strip_prefix('v')?))
        })
        .collect();
    let packages = metadata["packages"].as_array().context("`cargo metadata` has no packages")?;
    let mut found = Vec::new();
    for (name, version) in titles {
        let package = packages
            .iter()
            .find(|package| package["name"] == name && package["version"] == version)
            .with_context(|| format!("`cargo metadata` has no {name} {version}"))?;
        if !package["source"].is_null() {
            let manifest = string(&package["manifest_path"]);
            let folder = Path::new(&manifest).parent().unwrap_or(Path::new(""));
            found.push(Package {
                name: name.to_owned(),
                version: version.to_owned(),
                license: string(&package["license"]),
                folder: folder.to_string_lossy().into_owned(),
            });
        }
    }
    Ok(found)
}

/// A package of npm.
fn bundled(name: &str) -> Result<Package> {
    let folder = in_root("node_modules").join(name);
    let manifest = fs::read_to_string(folder.join("package.json"))
        .with_context(|| format!("the package {name} is not installed"))?;
    let manifest: Value = serde_json::from_str(&manifest).with_context(|| name.to_owned())?;
    Ok(Package {
        name: name.to_owned(),
        version: string(&manifest["version"]),
        license: string(&manifest["license"]),
        folder: folder.to_string_lossy().into_owned(),
    })
}

fn string(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// The licenses that apply to a package: one of each group of alternatives.
fn chosen(package: &Package) -> Result<Vec<&'static str>> {
    let Package { name, license, .. } = package;
    let groups = license.split(" AND ").map(|group| {
        let offered: Vec<&str> = group
            .trim_matches(['(', ')'])
            .split('/')
            .flat_map(|part| part.split(" OR "))
            .map(str::trim)
            .collect();
        let known = CHOSEN.iter().find(|(id, _)| offered.contains(id));
        known.map(|&(id, _)| id).with_context(|| {
            format!("{name} has the license {license:?}, which licenses.rs does not know")
        })
    });
    groups.collect()
}

/// The file: the packages with their licenses, then each text once.
fn text(packages: &[Package]) -> Result<String> {
    let apache = fs::read_to_string(in_root("LICENSE-APACHE")).context("LICENSE-APACHE")?;
    let mut names = String::new();
    // The packages of each text.
    let mut texts: Vec<(String, Vec<String>)> = Vec::new();
    let mut add =
        |text: String, name: String| match texts.iter_mut().find(|(other, _)| *other == text) {
            Some((_, names)) => names.push(name),
            None => texts.push((text, vec![name])),
        };
    for package in packages {
        let title = format!("{} {}", package.name, package.version);
        let licenses = chosen(package)?;
        names += &format!("  {title}: {}\n", licenses.join(" and "));
        for license in licenses {
            if license != APACHE {
                add(without_apache(&file_of(package, license)?), title.clone());
            }
        }
        if let Some(notice) = read_first(&package.folder, &["NOTICE", "NOTICE.txt", "NOTICE.md"]) {
            add(notice, title);
        }
    }
    let mut all = format!(
        "Heedmap contains code of other authors. It is distributed under these licenses, one of those that its
authors offer:

{names}  the standard library of Rust: {APACHE}
"
    );
    let texts = texts.iter().map(|(text, names)| (names.join(", "), text.as_str()));
    for (title, text) in texts.chain([(APACHE.to_owned(), apache.as_str())]) {
        all += &format!("\n---------- {title} ----------\n\n{}\n", tidied(text));
    }
    Ok(all)
}

/// The text of a license in a package.
fn file_of(package: &Package, license: &str) -> Result<String> {
    let known = CHOSEN.iter().find(|(id, _)| *id == license);
    let ends = known.map_or(&[][..], |(_, ends)| ends);
    let names: Vec<String> = ends.iter().map(|end| format!("LICENSE{end}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    match read_first(&package.folder, &names) {
        Some(text) => Ok(text),
        None => bail!("{} has no file with the license {license}", package.name),
    }
}

/// The first of these files in a folder.
fn read_first(folder: &str, names: &[&str]) -> Option<String> {
    names.iter().find_map(|name| fs::read_to_string(Path::new(folder).join(name)).ok())
}

/// A text without the Apache license in it, which the file has at its end.
fn without_apache(text: &str) -> String {
    const END: &str = "END OF TERMS AND CONDITIONS";
    match (text.find("Apache License\n"), text.find(END)) {
        (Some(start), Some(end)) if start < end => {
            let (before, after) = (&text[..start], &text[end + END.len()..]);
            format!("{}\n{APACHE}, at the end of this file{after}", before.trim_end())
        }
        _ => text.to_owned(),
    }
}

/// A text without spaces at the ends of lines, and without empty lines around it.
fn tidied(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.join("\n").trim_matches('\n').to_owned()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use serde_json::json;

    use super::*;

    fn package(license: &str) -> Package {
        let [name, version, folder] = ["a", "1.0.0", ""].map(str::to_owned);
        Package { name, version, license: license.to_owned(), folder }
    }

    #[test]
    fn one_license_of_each_group_of_alternatives_is_chosen() {
        for (license, expected) in [
            ("MIT", &["MIT"][..]),
            ("MIT OR Apache-2.0", &["Apache-2.0"]),
            ("Apache-2.0/MIT", &["Apache-2.0"]),
            ("0BSD OR MIT", &["MIT"]),
            ("(MIT OR Apache-2.0) AND Unicode-3.0", &["Apache-2.0", "Unicode-3.0"]),
        ] {
            assert_eq!(chosen(&package(license)).unwrap(), expected, "{license}");
        }
        assert_eq!(
            chosen(&package("GPL-3.0")).unwrap_err().to_string(),
            "a has the license \"GPL-3.0\", which licenses.rs does not know"
        );
    }

    #[test]
    fn each_crate_of_a_registry_in_the_tree_is_found_once() {
        let package = |name: &str, version: &str, source: Value| {
            json!({
                "name": name, "version": version, "license": "MIT", "source": source,
                "manifest_path": format!("/{name}/Cargo.toml"),
            })
        };
        let metadata = json!({ "packages": [
            package("program", "0.1.0", Value::Null),
            package("half", "1.0.0", "registry".into()),
            package("half", "2.6.0", "registry".into()),
            package("adler2", "2.0.1", "registry".into()),
        ] });
        let tree = "program v0.1.0 (/program)\nhalf v2.6.0\n\nadler2 v2.0.1\nhalf v2.6.0 (*)\n";
        let found = linked(tree, &metadata).unwrap();
        let titles: Vec<_> =
            found.iter().map(|it| (it.name.as_str(), it.version.as_str())).collect();
        assert_eq!(titles, [("adler2", "2.0.1"), ("half", "2.6.0")]);
        assert_eq!(found[1].folder, "/half");
        let refused = linked("crc v3.0.0", &metadata).unwrap_err().to_string();
        assert_eq!(refused, "`cargo metadata` has no crc 3.0.0");
    }

    #[test]
    fn a_text_with_the_apache_license_in_it_refers_to_the_end_of_the_file() {
        let text =
            "MIT text\n\n   Apache License\n Version 2.0\n\n   END OF TERMS AND CONDITIONS\nMore\n";
        assert_eq!(without_apache(text), "MIT text\nApache-2.0, at the end of this file\nMore\n");
        assert_eq!(without_apache("MIT text\n"), "MIT text\n");
    }
}
