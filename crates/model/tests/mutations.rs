//! Mutated headers and configurations: there must be no panic, and the same result for all sizes of pieces.
//!
//! `HEEDMAP_MUTATIONS` sets the number of files.

use std::fs;
use std::panic::catch_unwind;
use std::sync::Arc;

use crate::support::{Opened, folder, gguf, open, run_by};
use heedmap_model::{Model, Request, Tokenizer};

/// A simple random number generator (xorshift64*).
struct Random(u64);

impl Random {
    /// Each file can be made again from its number.
    fn of(number: u64) -> Self {
        Self(number.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

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

/// Changes one of the first bytes, or some of them.
fn change(random: &mut Random, file: &mut Vec<u8>, most: usize, words: &[&[u8]]) {
    let at = random.below(file.len().min(most) + 1);
    let length = random.below(file.len().saturating_sub(at).min(20) + 1);
    match random.below(7) {
        0 => file.truncate(at),
        1 => drop(file.drain(at..at + length)),
        2 | 3 => {
            let word = words[random.below(words.len())];
            let end = if random.below(2) == 0 { at } else { (at + word.len()).min(file.len()) };
            file.splice(at..end, word.iter().copied());
        }
        4 if at < file.len() => file[at] = random.next() as u8,
        5 if at < file.len() => file[at] ^= 1 << random.below(8),
        _ if at < file.len() => file[at] = file[at].wrapping_add(1),
        _ => {}
    }
}

fn count(usual: u64) -> u64 {
    std::env::var("HEEDMAP_MUTATIONS").ok().and_then(|count| count.parse().ok()).unwrap_or(usual)
}

#[test]
fn mutated_gguf_files_are_run_or_rejected() {
    let words: [&[u8]; 10] = [
        b"\xff\xff\xff\xff",
        b"\xff\xff\xff\xff\xff\xff\xff\xff",
        b"\x00\x00\x00\x00\x00\x00\x00\x00",
        b"\x09\x00\x00\x00\x08\x00\x00\x00\xff\xff\xff\x00\x00\x00\x00\x00",
        b"\x01\x00\x00\x00",
        b"llama.attention.head_count",
        b"blk.0.attn_q.weight",
        b"gemma3",
        b"qwen35.full_attention_interval",
        b"ssm_conv1d",
    ];
    let seeds = ["llama", "gpt2", "llama3", "gpt-oss", "qwen35"]
        .map(|name| fs::read(folder("gguf").join(name).with_extension("gguf")).unwrap());
    for number in 0..count(1500) {
        let mut random = Random::of(number);
        let mut file = seeds[random.below(seeds.len())].clone();
        for _ in 0..=random.below(3) {
            change(&mut random, &mut file, 3000, &words);
        }
        let outcome = catch_unwind(|| {
            let whole = gguf(&file, usize::MAX);
            if number % 50 == 0 {
                assert_eq!(gguf(&file, 1 + number as usize % 97), whole);
            }
            let Ok(header) = whole else { return };
            let _ = Tokenizer::from_gguf(&header);
            let Ok(model) = Model::from_gguf(&header) else { return };
            let opened = Opened { model: Arc::new(model), file: file.clone() };
            let _ = run_by(
                &opened,
                Request { lens: true, writes: true, direct: true, ..Request::of(&[1, 2, 0]) },
                usize::MAX,
            );
        });
        assert!(outcome.is_ok(), "number {number}");
    }
}

#[test]
fn mutated_configurations_are_run_or_rejected() {
    let words: [&[u8]; 16] = [
        b"-1",
        b"1e999",
        b"18446744073709551615",
        b"4294967296",
        b"null",
        b"0",
        b"[1, 0, 1]",
        b"{\"rope_type\": \"yarn\", \"factor\": 0}",
        b"\"sliding_window\": 1, ",
        b"\"head_dim\": 2, ",
        b"\"no_rope_layer_interval\": 1, ",
        b"\"linear_attention\", ",
        b"\"full_attention_interval\": 2, ",
        b"\"linear_num_value_heads\": 3, ",
        b"\"partial_rotary_factor\": 1e-9, ",
        b"\"",
    ];
    let seeds = [
        "llama",
        "gemma3",
        "gpt-neox",
        "roberta",
        "distilbert",
        "gpt-oss",
        "gpt-oss-mxfp4",
        "qwen3_5",
    ]
    .map(|name| {
        let folder = folder(name);
        (
            fs::read(folder.join("config.json")).unwrap(),
            fs::read(folder.join("model.safetensors")).unwrap(),
        )
    });
    for number in 0..count(3000) {
        let mut random = Random::of(number);
        let (config, file) = &seeds[random.below(seeds.len())];
        let mut config = config.clone();
        for _ in 0..=random.below(3) {
            change(&mut random, &mut config, usize::MAX, &words);
        }
        let outcome = catch_unwind(|| {
            if let Ok(opened) = open(&config, file.clone()) {
                let _ = run_by(
                    &opened,
                    Request { lens: true, direct: true, ..Request::of(&[1, 2, 0]) },
                    usize::MAX,
                );
            }
        });
        assert!(outcome.is_ok(), "number {number}: {:?}", String::from_utf8_lossy(&config));
    }
}
