//! Fuzzes tables: arbitrary bytes.

#![no_main]

mod check;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| check::check(bytes, 1 + bytes.len() % 7));
