//! `cargo xtask budget`: the download sizes of the page, gzipped as a server would send it.
//!
//! Every room has its own script, with its wasm program in it. A room's size includes everything
//! that must load before it opens: the page and its style, the shared script, and the room's own
//! scripts. The page loads the other scripts afterwards; the table lists them as the whole page.
//! Data that a room opens with is not a program and has its own limit.
//!
//! The limits are data (`LIMITS`): `cargo xtask budget --write` sets each [`MARGIN`] percent above its
//! size, so that a limit is lowered as easily as raised. They guard against accidental growth.

use std::collections::BTreeMap;
use std::fs;

use anyhow::{Context, Result, bail, ensure};

use crate::page::referenced_files;
use crate::paths::in_root;
use crate::process::{node, output};

/// The limits of the gzipped sizes in bytes, by what they limit; from the root.
const LIMITS: &str = "www/build/limits.json";

/// By how many percent `--write` sets a limit above the size.
const MARGIN: u64 = 3;

/// The scripts that no room waits for, besides those of languages: one contains data, one draws pictures
/// on request, one is the program that reads files, one is the page of a single figure with the licenses that
/// saved files contain, one saves it, one computes heads that are too large to hold, one runs models, one
/// writes PDF, one reads stores of texts, two show what few readers need, and one is a model.
const DATA: [&str; 12] = [
    "heedmap-program.js",
    "heedmap-sample.js",
    "heedmap-picture.js",
    "heedmap-frame.js",
    "heedmap-save.js",
    "heedmap-kernels.js",
    "heedmap-model.js",
    "heedmap-pdf.js",
    "heedmap-corpus.js",
    "heedmap-views.js",
    "heedmap-whole.js",
    MODEL,
];

/// The script with a model. It has a limit of its own, and is not the largest script of the page.
const MODEL: &str = "heedmap-austen.js";

/// The script with the matrices of Learn and Mistakes.
const MATRICES: &str = "heedmap-matrices.js";

/// The download for opening a room: its scripts in `www/dist`, the page and its styles.
struct Room {
    name: &'static str,
    scripts: &'static [&'static str],
}

/// Rooms whose scripts index.html does not load are skipped.
const ROOMS: [Room; 5] = [
    Room { name: "learn", scripts: &["heedmap.js", MATRICES, "heedmap-learn.js"] },
    Room { name: "masks", scripts: &["heedmap.js", "heedmap-masks.js"] },
    Room { name: "contrast", scripts: &["heedmap.js", MATRICES, "heedmap-contrast.js"] },
    Room { name: "maps", scripts: &["heedmap.js", "heedmap-maps.js", "heedmap-text.js"] },
    Room {
        name: "embed",
        scripts: &["heedmap.js", "heedmap-frame.js", "heedmap-save.js", "heedmap-snippets.js"],
    },
];

/// The scripts for articles, from the root.
pub(crate) const EMBEDS: [&str; 4] = [
    "www/dist/embed/heedmap-embed.js",
    "www/dist/embed/heed-map-figure.js",
    "www/dist/embed/heed-lesson-figure.js",
    "www/dist/embed/heed-mask-figure.js",
];

/// The folder of the scripts with one element each, which are complete, unlike the scripts for articles.
const CLASSIC: &str = "www/dist/classic";

/// The limits, by what they limit.
type Limits = BTreeMap<String, u64>;

/// Gzipped sizes in bytes, with what has the size.
type Sizes = Vec<(String, u64)>;

/// Fails if a size exceeds its limit.
pub(crate) fn run() -> Result<()> {
    ensure!(print_sizes()?, "over the budget, or without a limit");
    Ok(())
}

/// Writes limits above the current sizes.
pub(crate) fn write() -> Result<()> {
    let (_, limited) = sizes()?;
    let limits: Limits = limited.into_iter().map(|(what, size)| (what, above(size))).collect();
    fs::write(in_root(LIMITS), format!("{}\n", serde_json::to_string_pretty(&limits)?))
        .with_context(|| format!("{LIMITS} cannot be written"))?;
    run()
}

/// The limit of a size: the margin above it.
fn above(size: u64) -> u64 {
    (size * (100 + MARGIN)).div_ceil(100)
}

/// Prints the table of sizes, and returns whether all are within their limits.
pub(crate) fn print_sizes() -> Result<bool> {
    let limits = fs::read(in_root(LIMITS)).with_context(|| format!("{LIMITS} cannot be read"))?;
    let limits: Limits =
        serde_json::from_slice(&limits).with_context(|| format!("{LIMITS} is invalid"))?;
    let (files, limited) = sizes()?;
    println!("{:>10} {:>10}  file", "bytes", "gzipped");
    for (file, size) in &files {
        println!("{:>10} {size:>10}  {file}", in_root(file).metadata()?.len());
    }
    println!("{:>10} {:>10}  page in all", "", files.iter().map(|(_, size)| size).sum::<u64>());
    let (lines, fits) = checked(&limited, &limits);
    for line in lines {
        println!("{:>10} {line}", "");
    }
    if !fits {
        println!("xtask: `cargo xtask budget --write` sets the limits {MARGIN} % above the sizes");
    }
    Ok(fits)
}

/// A line for each size with its limit, and whether every size has a limit that it does not exceed.
fn checked(sizes: &[(String, u64)], limits: &Limits) -> (Vec<String>, bool) {
    let mut fits = true;
    let line = |(what, size): &(String, u64)| {
        let limit = limits.get(what);
        let is_over = limit.is_none_or(|limit| size > limit);
        fits &= !is_over;
        let limit = limit.map_or("without a limit".to_owned(), |limit| format!("at most {limit}"));
        format!("{size:>10}  {what}, {limit}{}", if is_over { ": TOO LARGE" } else { "" })
    };
    let lines = sizes.iter().map(line).collect();
    (lines, fits)
}

/// The gzipped sizes of the files of the page, and of everything that has a limit.
fn sizes() -> Result<(Sizes, Sizes)> {
    let page = fs::read_to_string(in_root("index.html")).context("index.html cannot be read")?;
    let mut files = vec!["index.html".to_owned()];
    files.extend(referenced_files(&page)?.into_iter().map(str::to_owned));
    let sizes = gzipped(&files)?;
    let mut limited = Vec::new();
    for (room, size) in rooms(&files, &sizes)? {
        limited.push((format!("to open {}", room.name), size));
    }
    for (script, size) in data(&files, &sizes) {
        limited.push((format!("data in {script}"), size));
    }
    let scripts =
        files.iter().zip(&sizes).filter(|(file, _)| script(file).is_some_and(|name| name != MODEL));
    limited
        .push(("the largest script".to_owned(), scripts.map(|(_, &size)| size).max().unwrap_or(0)));
    let others: Vec<String> = EMBEDS.map(str::to_owned).into_iter().chain(classic()?).collect();
    let sizes_of_others = gzipped(&others)?;
    limited.extend(others.into_iter().zip(sizes_of_others));
    Ok((files.into_iter().zip(sizes).collect(), limited))
}

/// The scripts of one element each, from the root.
pub(crate) fn classic() -> Result<Vec<String>> {
    let entries = fs::read_dir(in_root(CLASSIC));
    let entries = entries.with_context(|| format!("{CLASSIC} cannot be read"))?;
    let path = |entry: std::io::Result<fs::DirEntry>| {
        Ok(format!("{CLASSIC}/{}", entry?.file_name().to_string_lossy()))
    };
    let mut scripts = entries.map(path).collect::<Result<Vec<_>>>()?;
    scripts.sort();
    Ok(scripts)
}

/// The name of a script in `www/dist`, or `None` for another file.
fn script(file: &str) -> Option<&str> {
    file.strip_prefix("www/dist/")
}

/// The data scripts of the page, with their sizes.
fn data<'a>(files: &'a [String], sizes: &[u64]) -> Vec<(&'a str, u64)> {
    let scripts = files.iter().zip(sizes).filter_map(|(file, &size)| Some((script(file)?, size)));
    scripts.filter(|(name, _)| is_data(name)).collect()
}

/// Whether no room waits for a script.
fn is_data(name: &str) -> bool {
    is_language(name) || DATA.contains(&name)
}

/// Whether a script has the texts of one language: its name is a code of two or three letters.
fn is_language(name: &str) -> bool {
    let code = name.strip_prefix("heedmap-").and_then(|rest| rest.strip_suffix(".js"));
    code.is_some_and(|code| {
        matches!(code.len(), 2..=3) && code.bytes().all(|byte| byte.is_ascii_lowercase())
    })
}

/// The size of each room: all files that are not scripts, and its scripts. It is an error if a
/// script belongs to no room and contains no data, because nothing would limit its size.
fn rooms(files: &[String], sizes: &[u64]) -> Result<Vec<(Room, u64)>> {
    let scripts: Vec<&str> = files.iter().filter_map(|file| script(file)).collect();
    let is_loaded = |room: &Room| room.scripts.iter().all(|name| scripts.contains(name));
    let rooms: Vec<Room> = ROOMS.into_iter().filter(is_loaded).collect();
    let is_limited =
        |script: &str| is_data(script) || rooms.iter().any(|room| room.scripts.contains(&script));
    if let Some(unused) = scripts.iter().find(|script| !is_limited(script)) {
        bail!("index.html loads www/dist/{unused}, which no room needs");
    }
    ensure!(!rooms.is_empty(), "index.html loads the scripts of no room");
    let with_size = |room: Room| {
        let counts = |file| script(file).is_none_or(|name| room.scripts.contains(&name));
        let counted = files.iter().zip(sizes).filter(|(file, _)| counts(file));
        let size = counted.map(|(_, size)| size).sum();
        (room, size)
    };
    Ok(rooms.into_iter().map(with_size).collect())
}

/// The sizes of the files after gzip, as servers send them.
fn gzipped(files: &[String]) -> Result<Vec<u64>> {
    for file in files {
        ensure!(
            in_root(file).is_file(),
            "{file} is missing: `cargo xtask build` makes what the page loads"
        );
    }
    let mut command = node(&["www/build/gzipped.mjs"]);
    command.args(files);
    let printed = output(command)?;
    let sizes: Vec<u64> = printed
        .lines()
        .map(|line| line.parse().with_context(|| format!("no size: {line:?}")))
        .collect::<Result<_>>()?;
    ensure!(sizes.len() == files.len(), "{} sizes of {} files", sizes.len(), files.len());
    Ok(sizes)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn sums(files: &[String], sizes: &[u64]) -> Vec<(&'static str, u64)> {
        rooms(files, sizes).unwrap().into_iter().map(|(room, size)| (room.name, size)).collect()
    }

    #[test]
    fn the_size_of_a_room_includes_shared_files_and_its_own_scripts() {
        let own = ["heedmap-learn.js", "heedmap-contrast.js", "heedmap-masks.js"];
        let dist = ["heedmap.js", MATRICES].into_iter().chain(own);
        let mut files: Vec<String> = dist.map(|script| format!("www/dist/{script}")).collect();
        files.push("index.html".to_owned());
        let sizes = [1, 2, 10, 100, 1_000, 10_000];
        let expected = [("learn", 10_013), ("masks", 11_001), ("contrast", 10_103)];
        assert_eq!(sums(&files, &sizes), expected);
        files.push("www/dist/heedmap-sample.js".to_owned());
        let sizes = [1, 2, 10, 100, 1_000, 10_000, 100_000];
        assert_eq!(sums(&files, &sizes), expected);
        assert_eq!(data(&files, &sizes), [("heedmap-sample.js", 100_000)]);
        files.push("www/dist/heedmap-fr.js".to_owned());
        let sizes = [1, 2, 10, 100, 1_000, 10_000, 100_000, 1_000_000];
        assert_eq!(sums(&files, &sizes), expected);
        assert_eq!(data(&files, &sizes)[1], ("heedmap-fr.js", 1_000_000));
        files.push("www/dist/other.js".to_owned());
        let refused = rooms(&files, &[0; 9]).err().unwrap().to_string();
        assert_eq!(refused, "index.html loads www/dist/other.js, which no room needs");
    }

    #[test]
    fn a_size_may_be_at_its_limit_and_not_above_it() {
        let limits = Limits::from([("a".to_owned(), 10)]);
        let fits = |size| checked(&[("a".to_owned(), size)], &limits).1;
        assert!(fits(10) && !fits(11));
        let (lines, fits) = checked(&[("a".to_owned(), 11), ("b".to_owned(), 1)], &limits);
        let lines: Vec<&str> = lines.iter().map(|line| line.trim_start()).collect();
        assert_eq!(lines, ["11  a, at most 10: TOO LARGE", "1  b, without a limit: TOO LARGE"]);
        assert!(!fits, "what has no limit is not within it");
    }

    #[test]
    fn a_written_limit_is_three_percent_above_the_size() {
        assert_eq!([0, 100, 101, 350_000].map(above), [0, 103, 105, 360_500]);
    }
}
