//! `cargo xtask budget`: the download sizes of the page, gzipped as a server would send it.
//!
//! Every room has its own script, with its wasm program in it. A room's size includes everything
//! that must load before it opens: the page and its style, the shared script, and the room's own
//! scripts. The page loads the other scripts afterwards; the table lists them as the whole page.
//! Data that a room opens with is not a program and has its own limit.

use std::fs;

use anyhow::{Context, Result, bail, ensure};

use crate::page::referenced_files;
use crate::paths::in_root;
use crate::process::{node, output};

/// The limit of any single script, gzipped, including its program, in bytes. It guards against
/// accidental growth.
const SCRIPT_LIMIT: u64 = 373_000;

/// The scripts that no room waits for, and their limits: three contain data, one draws pictures on request,
/// one is the page of a single figure with the licenses that saved files contain, one saves it, and one computes
/// heads that are too large to hold.
const DATA: [(&str, u64); 7] = [
    ("heedmap-es.js", 32_000),
    ("heedmap-pt.js", 32_000),
    ("heedmap-sample.js", 25_000),
    ("heedmap-picture.js", 14_600),
    ("heedmap-frame.js", 12_500),
    ("heedmap-save.js", 7_200),
    ("heedmap-kernels.js", 210_000),
];

/// The download for opening a room: its scripts in `www/dist`, the page and its styles.
struct Room {
    name: &'static str,
    scripts: &'static [&'static str],
    /// The limit of the gzipped total in bytes (1 KB = 1,000). It guards against accidental growth.
    limit: u64,
}

/// Rooms whose scripts index.html does not load are skipped.
const ROOMS: [Room; 5] = [
    Room { name: "learn", scripts: &["heedmap.js", "heedmap-learn.js"], limit: 370_000 },
    Room { name: "masks", scripts: &["heedmap.js", "heedmap-masks.js"], limit: 224_000 },
    Room {
        name: "contrast",
        scripts: &["heedmap.js", "heedmap-learn.js", "heedmap-contrast.js"],
        limit: 385_000,
    },
    Room { name: "maps", scripts: &["heedmap.js", "heedmap-maps.js"], limit: 445_000 },
    Room {
        name: "embed",
        scripts: &["heedmap.js", "heedmap-frame.js", "heedmap-save.js", "heedmap-snippets.js"],
        limit: 90_000,
    },
];

/// The scripts for other pages, and the limits of their gzipped sizes with their programs.
pub(crate) const EMBEDS: [(&str, u64); 4] = [
    ("www/dist/embed/heedmap-embed.js", 509_000),
    ("www/dist/embed/heed-map-figure.js", 82_000),
    ("www/dist/embed/heed-lesson-figure.js", 338_000),
    ("www/dist/embed/heed-mask-figure.js", 195_000),
];

/// Fails if a size exceeds its limit.
pub(crate) fn run() -> Result<()> {
    ensure!(print_sizes()?, "over the budget");
    Ok(())
}

/// Prints the table of sizes, and returns whether all are within their limits.
pub(crate) fn print_sizes() -> Result<bool> {
    let page = fs::read_to_string(in_root("index.html")).context("index.html cannot be read")?;
    let mut files = vec!["index.html".to_owned()];
    files.extend(referenced_files(&page)?.into_iter().map(str::to_owned));
    let sizes = gzipped(&files)?;
    println!("{:>10} {:>10}  file", "bytes", "gzipped");
    for (file, size) in files.iter().zip(&sizes) {
        println!("{:>10} {size:>10}  {file}", in_root(file).metadata()?.len());
    }
    println!("{:>10} {:>10}  page in all", "", sizes.iter().sum::<u64>());
    let mut fits = true;
    let mut limit = |size: u64, what: &str, limit: u64| {
        println!("{:>10} {size:>10}  {what}, at most {limit}", "");
        fits &= size <= limit;
    };
    for (room, size) in rooms(&files, &sizes)? {
        limit(size, &format!("to open {}", room.name), room.limit);
    }
    for (script, size, most) in data(&files, &sizes) {
        limit(size, &format!("data in {script}"), most);
    }
    let scripts = files.iter().zip(&sizes).filter(|(file, _)| script(file).is_some());
    let largest = scripts.map(|(_, &size)| size).max().unwrap_or(0);
    limit(largest, "the largest script", SCRIPT_LIMIT);
    let embeds = EMBEDS.map(|(file, _)| file.to_owned());
    for ((file, most), size) in EMBEDS.into_iter().zip(gzipped(&embeds)?) {
        limit(size, file, most);
    }
    Ok(fits)
}

/// The name of a script in `www/dist`, or `None` for another file.
fn script(file: &str) -> Option<&str> {
    file.strip_prefix("www/dist/")
}

/// The data scripts of the page, with their sizes and limits.
fn data(files: &[String], sizes: &[u64]) -> Vec<(&'static str, u64, u64)> {
    let size = |name| files.iter().zip(sizes).find(|(file, _)| script(file) == Some(name));
    DATA.iter().filter_map(|&(name, limit)| Some((name, *size(name)?.1, limit))).collect()
}

/// The size of each room: all files that are not scripts, and its scripts. It is an error if a
/// script belongs to no room and contains no data, because nothing would limit its size.
fn rooms(files: &[String], sizes: &[u64]) -> Result<Vec<(Room, u64)>> {
    let scripts: Vec<&str> = files.iter().filter_map(|file| script(file)).collect();
    let is_loaded = |room: &Room| room.scripts.iter().all(|name| scripts.contains(name));
    let rooms: Vec<Room> = ROOMS.into_iter().filter(is_loaded).collect();
    let is_limited = |script: &str| {
        DATA.iter().any(|&(name, _)| name == script)
            || rooms.iter().any(|room| room.scripts.contains(&script))
    };
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
        let dist = ["heedmap.js", "heedmap-learn.js", "heedmap-contrast.js", "heedmap-masks.js"];
        let mut files: Vec<String> =
            dist.iter().map(|script| format!("www/dist/{script}")).collect();
        files.push("index.html".to_owned());
        let sizes = [1, 10, 100, 1_000, 10_000];
        let expected = [("learn", 10_011), ("masks", 11_001), ("contrast", 10_111)];
        assert_eq!(sums(&files, &sizes), expected);
        files.push("www/dist/heedmap-sample.js".to_owned());
        let sizes = [1, 10, 100, 1_000, 10_000, 100_000];
        assert_eq!(sums(&files, &sizes), expected);
        assert_eq!(data(&files, &sizes), [("heedmap-sample.js", 100_000, 25_000)]);
        files.push("www/dist/other.js".to_owned());
        let refused = rooms(&files, &[0; 7]).err().unwrap().to_string();
        assert_eq!(refused, "index.html loads www/dist/other.js, which no room needs");
    }
}
