//! Properties of reading, for random texts and random splits.

use heedmap_tokens::{Readable, Scheme, ids, read, visible};
use proptest::prelude::*;

/// The letter of a byte, found by counting through the alphabet as GPT-2 defines it.
fn letter(byte: u8) -> char {
    let prints = |byte: u8| matches!(byte, b'!'..=b'~' | 0xa1..=0xac | 0xae..=0xff);
    if prints(byte) {
        return char::from(byte);
    }
    let before = (0..byte).filter(|&byte| !prints(byte)).count();
    char::from_u32(256 + before as u32).unwrap()
}

/// Bytes, split at random places; pieces may be empty.
fn cut(bytes: &[u8], cuts: &[prop::sample::Index]) -> Vec<Vec<u8>> {
    let mut places: Vec<usize> = cuts.iter().map(|cut| cut.index(bytes.len() + 1)).collect();
    places.extend([0, bytes.len()]);
    places.sort_unstable();
    places.windows(2).map(|ends| bytes[ends[0]..ends[1]].to_vec()).collect()
}

fn byte_level(pieces: &[Vec<u8>]) -> Vec<String> {
    pieces.iter().map(|piece| piece.iter().copied().map(letter).collect()).collect()
}

/// Text with many multi-byte characters and with spaces.
fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        prop::collection::vec(
            prop::sample::select(vec![
                "a", "é", "日", "🙂", " ", "\n", "'", ".", "ß", "\u{301}", "\u{200d}"
            ]),
            0..12
        )
        .prop_map(|parts| parts.concat()),
    ]
}

/// Special tokens are excluded, because they are not read.
fn has_special(read: &Readable) -> bool {
    read.tokens.iter().any(|token| token.marks.special)
}

fn text(read: &Readable) -> String {
    let first = |at: &usize| *at == 0 || read.tokens[at - 1].group != read.tokens[*at].group;
    (0..read.tokens.len()).filter(first).map(|at| read.tokens[at].text.as_str()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn a_text_split_anywhere_is_read_back(text in any_text(), cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..9)) {
        let pieces = cut(text.as_bytes(), &cuts);
        let found = read(&byte_level(&pieces), Some(Scheme::ByteLevel));
        prop_assume!(!has_special(&found));
        prop_assert_eq!(&self::text(&found), &text);
        // Two neighbors are in one group if the split between them is inside a character.
        let mut at = 0;
        for (place, pair) in pieces.windows(2).enumerate() {
            at += pair[0].len();
            let together = found.tokens[place].group == found.tokens[place + 1].group;
            prop_assert_eq!(together, !text.is_char_boundary(at), "cut at {}", at);
        }
        prop_assert!(found.tokens.iter().all(|token| !token.marks.broken));
    }

    #[test]
    fn bytes_of_sentencepiece_are_read_back(text in any_text()) {
        let tokens: Vec<String> = text.bytes().map(|byte| format!("<0x{byte:02X}>")).collect();
        let found = read(&tokens, Some(Scheme::SentencePiece));
        prop_assert_eq!(&self::text(&found), &text);
    }

    #[test]
    fn any_tokens_are_read(
        tokens in prop::collection::vec(prop_oneof![
            any::<String>(),
            "[<#▁Ġ \\[CLS\\]|s0xE6>æĹ¥]{0,8}",
        ], 0..9),
        scheme in prop::option::of(prop::sample::select(vec![
            Scheme::ByteLevel, Scheme::SentencePiece, Scheme::WordPiece, Scheme::Plain,
        ])),
    ) {
        let found = read(&tokens, scheme);
        prop_assert_eq!(found.tokens.len(), tokens.len());
        prop_assert!(scheme.is_none_or(|scheme| scheme == found.scheme));
        // Groups and words are numbered without a gap, and no group is in two words.
        let (mut group, mut word) = (0, 0);
        for (at, token) in found.tokens.iter().enumerate() {
            let next_group = at > 0 && token.group == group + 1;
            let next_word = at > 0 && token.word == word + 1;
            prop_assert!(token.group == group || next_group);
            prop_assert!(token.word == word || (next_word && next_group));
            prop_assert_eq!(token.marks.joined, at > 0 && !next_word, "{:?}", &found);
            (group, word) = (token.group, token.word);
        }
        prop_assert_eq!(found.words.len(), if tokens.is_empty() { 0 } else { word + 1 });
    }

    #[test]
    fn shown_text_has_no_invisible_characters(text in any_text()) {
        let shown = visible(&text);
        prop_assert!(!shown.is_empty());
        prop_assert!(!shown.chars().any(|letter| letter.is_whitespace() || letter.is_control()), "{shown:?}");
        // Visible text stays as it is.
        prop_assert_eq!(visible(&shown), shown);
    }

    #[test]
    fn ids_are_equal_where_tokens_are(tokens in prop::collection::vec("[ab]{0,2}", 0..12)) {
        let found = ids(&tokens);
        for i in 0..tokens.len() {
            for j in 0..tokens.len() {
                prop_assert_eq!(found[i] == found[j], tokens[i] == tokens[j]);
            }
        }
    }
}
