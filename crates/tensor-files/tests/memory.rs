//! The memory that reading takes: at most four times the file plus 16 MiB, whatever its contents.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::fs;
use std::path::PathBuf;

use heedmap_tensor_files::read_all;
use peak_alloc::PeakAlloc;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// Reads a file, and returns the class of the error if it is rejected.
fn within_bounds(name: &str, file: &[u8]) -> Option<&'static str> {
    let before = MEMORY.current_usage();
    MEMORY.reset_peak_usage();
    let class = read_all(file).err().map(|error| error.class());
    let extra = MEMORY.peak_usage().saturating_sub(before);
    // A text takes much less than the additional 16 MiB, and must, because a text may be 64 MiB
    // long.
    let beside = if file.len() > 1 << 20 && class.is_none() { 1 << 20 } else { 16 << 20 };
    let most = 4 * file.len() + beside;
    assert!(extra <= most, "{name}: {extra} bytes beside the {} of the file", file.len());
    class
}

// There is only one test, because allocations of tests that run at the same time would count as
// well.
#[test]
fn no_file_takes_more_memory_than_four_times_its_size_plus_16_mebibytes() {
    let fixtures = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/files");
    for folder in ["ok", "bad"] {
        for entry in fixtures.join(folder).read_dir().unwrap() {
            let path = entry.unwrap().path();
            within_bounds(&path.display().to_string(), &fs::read(&path).unwrap());
        }
    }
    let length = 5 << 18;
    let list =
        |item: &str| format!("[{}{item}]", format!("{item},").repeat(length / (item.len() + 1)));
    let commas = format!("{{\"tokens\":[\"{}\"]}}", ",".repeat(length));
    let texts = [
        ("short numbers", list("1"), None),
        ("short rows", list("[1]"), None),
        ("short tokens", list("\"\""), Some("limit")),
        ("commas in a token", commas, Some("limit")),
        ("commas in a number", format!("[1{}", ",".repeat(length)), Some("syntax")),
        ("commas behind a number", format!("[1],{}", ",".repeat(length)), Some("syntax")),
        ("deep", "[".repeat(length), Some("limit")),
        ("short cells", "1,2\n".repeat(length / 4), None),
        ("short rows of a table", "1\n".repeat(length / 2), None),
        ("labels", "x,1\n".repeat(length / 4), Some("limit")),
        ("an open quotation mark", format!("\"{}", "\"\"".repeat(length / 2)), Some("syntax")),
    ];
    for (name, text, class) in texts {
        assert_eq!(within_bounds(name, text.as_bytes()), class, "{name}");
    }
}
