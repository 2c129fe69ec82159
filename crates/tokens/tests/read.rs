//! Tokens of every scheme.

use heedmap_tokens::{Marks, Readable, Scheme, ids, read, visible};

fn shown(read: &Readable) -> Vec<&str> {
    read.tokens.iter().map(|token| token.shown.as_str()).collect()
}

fn groups(read: &Readable) -> Vec<usize> {
    read.tokens.iter().map(|token| token.group).collect()
}

fn words(read: &Readable) -> Vec<usize> {
    read.tokens.iter().map(|token| token.word).collect()
}

/// The text of all groups, joined.
fn text(read: &Readable) -> String {
    let mut text = String::new();
    for (at, token) in read.tokens.iter().enumerate() {
        if at == 0 || read.tokens[at - 1].group != token.group {
            text.push_str(&token.text);
        }
    }
    text
}

/// The tokens of a real tokenizer for texts with accents, ideographs, emoji, tabs and newlines.
#[test]
fn tokens_of_a_real_tokenizer_spell_the_original_text() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/tokens.json");
    let cases = std::fs::read_to_string(path).unwrap();
    let cases: serde_json::Value = serde_json::from_str(&cases).unwrap();
    let cases = cases.as_array().unwrap();
    assert_eq!(cases.len(), 14);
    for case in cases {
        let tokens: Vec<&str> = case["tokens"]
            .as_array()
            .unwrap()
            .iter()
            .map(|token| token.as_str().unwrap())
            .collect();
        let read = read(&tokens, Some(Scheme::ByteLevel));
        assert_eq!(text(&read), case["text"]);
        assert!(read.tokens.iter().all(|token| !token.marks.broken && !token.marks.special));
    }
}

#[test]
fn a_character_over_several_tokens_is_one_group_and_one_word() {
    // 🙂 as four bytes, one in each token, as in a small vocabulary; then a space and "ok".
    let read = read(&["ð", "Ł", "Ļ", "Ĥ", "Ġo", "k"], None);
    assert_eq!(read.scheme, Scheme::ByteLevel);
    assert_eq!(shown(&read), ["🙂", "🙂", "🙂", "🙂", "·o", "k"]);
    assert_eq!(groups(&read), [0, 0, 0, 0, 1, 2]);
    assert_eq!(words(&read), [0, 0, 0, 0, 1, 1]);
    assert_eq!(read.words, ["🙂", "ok"]);
    let split = |at: usize| read.tokens[at].marks;
    assert_eq!(split(0), Marks { split: true, ..Marks::default() });
    for at in 1..4 {
        assert_eq!(split(at), Marks { split: true, joined: true, ..Marks::default() }, "{at}");
    }
    assert_eq!(split(5), Marks { joined: true, ..Marks::default() });
}

#[test]
fn all_tokens_of_a_character_inside_a_word_are_joined_to_it() {
    // é as two bytes, after "caf".
    let read = read(&["Ġcaf", "Ã", "©", "s"], None);
    assert_eq!(read.words, ["cafés"]);
    let joined: Vec<bool> = read.tokens.iter().map(|token| token.marks.joined).collect();
    assert_eq!(joined, [false, true, true, true]);
}

#[test]
fn a_token_with_parts_of_two_characters_joins_both_in_one_group() {
    // 日本 split as E6 97 | A5 E6 9C | AC: all three tokens spell the two together.
    let read = read(&["æĹ", "¥æľ", "¬"], None);
    assert_eq!(shown(&read), ["日本"; 3]);
    assert_eq!(groups(&read), [0, 0, 0]);
    assert_eq!(text(&read), "日本");
}

#[test]
fn white_space_is_made_visible() {
    let read = read(&["line", "Ċ", "Ġ", "Ġbreak", "ĉ", "Ā"], None);
    assert_eq!(shown(&read), ["line", "↵", "·", "·break", "→", "␀"]);
    assert_eq!(visible(" \t\n\r\u{1b}\u{7f}"), "·→↵␍␛␡");
    // Characters that turn the direction of writing or have no width are written as codes.
    assert_eq!(visible("a\u{202e}b\u{200b}\u{a0}\u{feff}"), "a⟨202E⟩b⟨200B⟩⟨00A0⟩⟨FEFF⟩");
    assert_eq!(visible(""), "∅");
    // A joiner stays inside an emoji, and shows as a code by itself.
    assert_eq!(visible("👩\u{200d}🚀\u{fe0f}"), "👩\u{200d}🚀\u{fe0f}");
    assert_eq!(visible("\u{200d}"), "⟨200D⟩");
}

#[test]
fn spaces_and_bytes_of_sentencepiece_are_decoded() {
    let tokens = [
        "<s>", "▁The", "▁na", "ï", "ve", "▁", "<0xF0>", "<0x9F>", "<0x99>", "<0x82>", "<0x0A>",
        "</s>",
    ];
    let read = read(&tokens, None);
    assert_eq!(read.scheme, Scheme::SentencePiece);
    let expected = ["<s>", "·The", "·na", "ï", "ve", "·", "🙂", "🙂", "🙂", "🙂", "↵", "</s>"];
    assert_eq!(shown(&read), expected);
    assert_eq!(groups(&read), [0, 1, 2, 3, 4, 5, 6, 6, 6, 6, 7, 8]);
    // A space that was split off belongs to the text after it.
    assert_eq!(words(&read), [0, 1, 2, 2, 2, 3, 3, 3, 3, 3, 4, 5]);
    assert_eq!(read.words, ["<s>", "The", "naïve", "🙂", "↵", "</s>"]);
    assert!(read.tokens[0].marks.special && read.tokens[11].marks.special);
}

#[test]
fn continuations_of_wordpiece_are_joined() {
    let tokens =
        ["[CLS]", "the", "trophy", "doesn", "'", "t", "un", "##fit", "##ting", "##", "[SEP]"];
    let read = read(&tokens, None);
    assert_eq!(read.scheme, Scheme::WordPiece);
    assert_eq!(read.tokens[7].shown, "fit");
    assert!(read.tokens[7].marks.joined && !read.tokens[6].marks.joined);
    assert_eq!(words(&read), [0, 1, 2, 3, 4, 5, 6, 6, 6, 7, 8]);
    assert_eq!(read.words[6..], ["unfitting", "##", "[SEP]"]);
}

#[test]
fn plain_tokens_stay_and_form_words_if_they_have_spaces() {
    let spaced = read(&["H", "ar", "b", "ott", "le", " met", " We", "x", ";", " in"], None);
    assert_eq!(spaced.scheme, Scheme::Plain);
    assert_eq!(spaced.words, ["Harbottle", "met", "Wex", ";", "in"]);
    let bare = read(&["the", "cat", "sat"], None);
    assert_eq!(bare.scheme, Scheme::Plain);
    assert_eq!(bare.words, ["the", "cat", "sat"]);
    assert_eq!(words(&bare), [0, 1, 2]);
    assert!(bare.tokens.iter().all(|token| !token.marks.joined));
}

#[test]
fn words_end_at_spaces_at_punctuation_and_around_ideographs() {
    let words = |tokens: &[&str]| read(tokens, Some(Scheme::Plain)).words;
    assert_eq!(
        words(&[" Mr", ".", " Knight", "ley", ",", " don", "'t"]),
        ["Mr", ".", "Knightley", ",", "don", "'t"]
    );
    assert_eq!(
        words(&[" ok", "日", "本", "語", "です", "か"]),
        ["ok", "日", "本", "語", "です", "か"]
    );
    assert_eq!(words(&[" snake", "_case", "()", ":"]), ["snake_case", "():"]);
    // A combining sign does not split a word, in any script.
    assert_eq!(words(&[" नम", "स्", "ते", " cafe", "\u{301}"]), ["नमस्ते", "cafe\u{301}"]);
    // An empty token separates nothing and does not join words across a space.
    assert_eq!(words(&[" the", "", "re", "", " is"]), ["there", "is"]);
    // Several spaces are a word, and so is a newline.
    assert_eq!(words(&["a", "  ", " b", "\n", "c"]), ["a", "··", "b", "↵", "c"]);
}

#[test]
fn bytes_outside_any_character_are_shown_as_bytes() {
    let tokens = ["Ġa", "æĹ", "b", "ÿ"];
    let read = read(&tokens, None);
    assert_eq!(shown(&read), ["·a", "⟨E6⟩⟨97⟩", "b", "⟨FF⟩"]);
    assert_eq!(read.tokens[1].text, "\u{fffd}\u{fffd}");
    let broken: Vec<bool> = read.tokens.iter().map(|token| token.marks.broken).collect();
    assert_eq!(broken, [false, true, false, true]);
    // A special token separates the halves of 日.
    let apart = heedmap_tokens::read(&["æĹ", "<|endoftext|>", "¥"], Some(Scheme::ByteLevel));
    assert_eq!(shown(&apart), ["⟨E6⟩⟨97⟩", "<|endoftext|>", "⟨A5⟩"]);
    assert_eq!(groups(&apart), [0, 1, 2]);
}

#[test]
fn a_scheme_is_detected_by_its_marks() {
    let cases: [(&[&str], Scheme); 16] = [
        (&["Hello", "Ġworld"], Scheme::ByteLevel),
        (&["a", "Ċ"], Scheme::ByteLevel),
        // There is no space; the bytes that the letters spell decide.
        (&["æĹ¥", "æľ¬"], Scheme::ByteLevel),
        (&["<|begin_of_text|>", "Ġ##", "x"], Scheme::ByteLevel),
        (&["▁Hello", "Ġ"], Scheme::SentencePiece),
        (&["a", "<0x0A>"], Scheme::SentencePiece),
        // The marks of a special token do not affect the detection.
        (&["<｜begin▁of▁sentence｜>", "Ġhi"], Scheme::ByteLevel),
        (&["un", "##fit"], Scheme::WordPiece),
        (&["[CLS]", "fit", "[SEP]"], Scheme::WordPiece),
        (&["##", "###", "##!"], Scheme::Plain),
        (&["the", "cat"], Scheme::Plain),
        (&["Hello", " world", "Ġ"], Scheme::Plain),
        // Latin letters that are in the byte alphabet but spell no text in it.
        (&["są", "łąka"], Scheme::Plain),
        (&["café", "über"], Scheme::Plain),
        (&["ą"], Scheme::Plain),
        (&[], Scheme::Plain),
    ];
    for (tokens, scheme) in cases {
        assert_eq!(Scheme::of(tokens), scheme, "{tokens:?}");
    }
}

#[test]
fn special_tokens_are_distinguished_from_text_in_brackets() {
    let special = [
        "[CLS]",
        "[SEP]",
        "[PAD]",
        // Two capitals are the fewest.
        "[EN]",
        "[unused12]",
        "<s>",
        "</s>",
        "<pad>",
        "<extra_id_0>",
        "<|endoftext|>",
        "<|im_start|>",
        "<｜end▁of▁sentence｜>",
        "<start_of_turn>",
        "[sink]",
    ];
    let text =
        ["[a]", "[1]", "[]", "<b>", "</p>", "<0x0A>", "<||>", "[A", "<>", "[I]", "<extra_id_>"];
    let is_special = |token: &str| read(&[token], Some(Scheme::Plain)).tokens[0].marks.special;
    for token in special {
        assert!(is_special(token), "{token}");
    }
    for token in text {
        assert!(!is_special(token), "{token}");
    }
}

#[test]
fn equal_tokens_have_equal_numbers() {
    assert_eq!(ids(&["the", "cat", "the", "", "cat", "the"]), [0, 1, 0, 3, 1, 0]);
    assert!(ids::<&str>(&[]).is_empty());
}
