//! Well-known masks by their names.

/// A named mask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// The identifier in links.
    pub id: &'static str,
    /// The usual name.
    pub name: &'static str,
    /// The text of the mask.
    pub text: &'static str,
    /// N, small enough that each cell is visible.
    pub queries: usize,
    /// M.
    pub keys: usize,
}

/// The masks of well-known models, in sizes small enough to look at.
///
/// Sources: Radford et al. 2018 (GPT); Jiang et al. 2023 (Mistral 7B: a causal window);
/// Beltagy et al. 2020 (Longformer: a window each way and global tokens); Zaheer et al. 2020
/// (BigBird: window, global and random blocks); Raffel et al. 2020, section 3.2.1 (T5: prefix-LM);
/// Krell et al. 2021 (packed documents); Devlin et al. 2019 (BERT).
pub const PRESETS: [Preset; 8] = [
    square("gpt", "GPT", "causal"),
    square("mistral", "Mistral sliding window", "causal and window(6)"),
    square("longformer", "Longformer", "window(3, 3) or global(0)"),
    square("bigbird", "BigBird", "block_local(3, 1, 1) or global(0-2) or random_blocks(3, 1, 7)"),
    square("t5", "T5 prefix-LM", "causal or prefix(8)"),
    square("packed", "Packed documents", "causal and documents(7, 11, 6)"),
    square("bert", "BERT with padding", "padding_right(6)"),
    Preset {
        id: "decode",
        name: "Decode step with a cache",
        text: "causal(lower_right)",
        queries: 1,
        keys: 24,
    },
];

const fn square(id: &'static str, name: &'static str, text: &'static str) -> Preset {
    Preset { id, name, text, queries: 24, keys: 24 }
}
