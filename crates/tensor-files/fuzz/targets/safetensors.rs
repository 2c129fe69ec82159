//! Fuzzes safetensors: an arbitrary header with its correct length, and arbitrary data. The header
//! ends at the first zero byte.

#![no_main]

mod check;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
    let length = (end as u64).to_le_bytes();
    check::check(&[&length, bytes].concat(), 1 + bytes.len() % 7);
});
