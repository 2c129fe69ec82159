//! Fuzzes arrays: arbitrary bytes after the magic.

#![no_main]

mod check;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    check::check(&[b"\x93NUMPY", bytes].concat(), 1 + bytes.len() % 7);
});
