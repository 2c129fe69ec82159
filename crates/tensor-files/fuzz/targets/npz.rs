//! Fuzzes archives: arbitrary bytes after the magic.

#![no_main]

mod check;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    check::check(&[b"PK\x03\x04", bytes].concat(), 1 + bytes.len() % 7);
});
