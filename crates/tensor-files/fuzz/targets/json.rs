//! Fuzzes JSON: arbitrary bytes after a bracket.

#![no_main]

mod check;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    check::check(&[b"[", bytes].concat(), 1 + bytes.len() % 7);
    check::check(&[b"{\"", bytes].concat(), 1 + bytes.len() % 7);
});
