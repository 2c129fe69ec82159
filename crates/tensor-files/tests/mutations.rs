//! Mutated files: there must be no panic, equal results for all chunk sizes, and nothing beyond the
//! limits.
//!
//! `HEEDMAP_MUTATIONS` sets the number of files; the fuzz targets try more.

use std::fs;
use std::path::PathBuf;

use crate::support::{outcome, read};
use heedmap_tensor_files::{MAX_ELEMENTS, MAX_LABEL, MAX_TENSORS, read_all};

/// A simple random number generator (xorshift64*).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() >> 11) as usize % bound.max(1)
    }
}

/// Every fixture that is small enough to mutate many times.
fn seeds() -> Vec<Vec<u8>> {
    let fixtures = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/files");
    let mut seeds: Vec<Vec<u8>> = ["ok", "bad"]
        .iter()
        .flat_map(|folder| fixtures.join(folder).read_dir().unwrap())
        .map(|entry| fs::read(entry.unwrap().path()).unwrap())
        .filter(|file| file.len() < 1000)
        .collect();
    seeds.sort();
    seeds
}

/// Pieces with a meaning in one of the formats.
const WORDS: [&[u8]; 26] = [
    b"PK\x01\x02",
    b"PK\x05\x06",
    b"PK\x06\x07",
    b"\xff\xff\xff\xff",
    b"\x00\x00\x00\x00",
    b"1e999",
    b"\\ud83d",
    b"\"",
    b"[",
    b"]",
    b"{",
    b"}",
    b",",
    b"\n",
    b"nan",
    b"'shape': (",
    b"-1",
    b"\"shape\":",
    b"18446744073709551615",
    b"__metadata__",
    b";",
    b"0,5",
    b" 1 2\n",
    b"array([",
    b"...",
    b"\"str_tokens\":[[\"a\"]]",
];

fn change(random: &mut Random, file: &mut Vec<u8>, seeds: &[Vec<u8>]) {
    let at = random.below(file.len() + 1);
    let length = random.below(file.len().saturating_sub(at).min(40) + 1);
    match random.below(8) {
        0 => file.truncate(at),
        1 => drop(file.drain(at..at + length)),
        2 => {
            let word = WORDS[random.below(WORDS.len())];
            file.splice(at..at, word.iter().copied());
        }
        3 => {
            let piece = file[at..at + length].to_vec();
            let to = random.below(file.len() + 1);
            file.splice(to..to, piece);
        }
        4 => {
            let other = &seeds[random.below(seeds.len())];
            file.splice(at.., other.iter().skip(at.min(other.len())).copied());
        }
        5 if at < file.len() => file[at] = random.next() as u8,
        6 if at < file.len() => file[at] ^= 1 << random.below(8),
        _ if at < file.len() => file[at] = file[at].wrapping_add(1),
        _ => {}
    }
}

fn check(file: &[u8], chunk: usize) {
    let whole = read_all(file);
    if let Ok(contents) = &whole {
        let tensors = &contents.listing.tensors;
        assert!(tensors.len() as u64 <= MAX_TENSORS);
        assert!(!tensors.is_empty() || !contents.listing.tokens.is_empty());
        for (tensor, values) in tensors.iter().zip(&contents.values) {
            assert!(tensor.elements() <= MAX_ELEMENTS);
            assert!(tensor.name.chars().count() as u64 <= MAX_LABEL);
            assert_eq!(values.data.len(), values.shape.iter().product::<usize>());
            assert_eq!(values.data.len() as u64, tensor.elements());
        }
    }
    assert_eq!(outcome(read(file, chunk)), outcome(whole));
}

#[test]
fn mutated_files_are_read_or_rejected_with_the_same_result_for_all_chunk_sizes() {
    let count = std::env::var("HEEDMAP_MUTATIONS").ok().and_then(|count| count.parse().ok());
    let count: u64 = count.unwrap_or(20_000);
    let seeds = seeds();
    for number in 0..count {
        // Each file can be made again from its number.
        let mut random = Random(number.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        let mut file = seeds[random.below(seeds.len())].clone();
        for _ in 0..=random.below(6) {
            change(&mut random, &mut file, &seeds);
        }
        let outcome = std::panic::catch_unwind(|| check(&file, 1 + number as usize % 9));
        assert!(outcome.is_ok(), "number {number}: {:?}", String::from_utf8_lossy(&file));
    }
}

#[test]
fn random_bytes_are_read_or_rejected() {
    let mut random = Random(7);
    for number in 0..20_000 {
        let length = random.below(64);
        let mut file: Vec<u8> = (0..length).map(|_| random.next() as u8).collect();
        // Some are text, and some begin with a magic.
        match number % 4 {
            0 => file
                .iter_mut()
                .for_each(|byte| *byte = b"[]{},.-+e019\"\\u \n\t:an"[usize::from(*byte) % 21]),
            1 => drop(file.splice(0..0, *b"\x93NUMPY\x01\x00")),
            2 => drop(file.splice(0..0, *b"PK\x03\x04")),
            _ => {}
        }
        check(&file, 1 + number % 5);
    }
}
