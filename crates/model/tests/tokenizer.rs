//! Tokenizers from GGUF headers against the libraries `tokenizers` and `sentencepiece`.

use crate::support::header::Header;
use crate::support::{folder, gguf, ids};
use heedmap_model::{Error, Tokenizer};
use serde_json::Value;

fn json(name: &str) -> Value {
    serde_json::from_slice(&std::fs::read(folder(name)).unwrap()).unwrap()
}

fn tokenizer(header: Header) -> Result<Tokenizer, Error> {
    Tokenizer::from_gguf(&gguf(&header.bytes(), usize::MAX)?)
}

/// The header of the tiny GPT's tokenizer, with the name of a way to cut words.
fn byte_level(named: &str) -> Header {
    let file = json("tiny-gpt/tokenizer.json");
    let vocabulary = file["model"]["vocab"].as_object().unwrap();
    let mut tokens = vec![""; vocabulary.len()];
    for (token, id) in vocabulary {
        tokens[id.as_u64().unwrap() as usize] = token;
    }
    let merges = file["model"]["merges"].as_array().unwrap().iter().map(|merge| match merge {
        Value::String(merge) => merge.clone(),
        pair => format!("{} {}", pair[0].as_str().unwrap(), pair[1].as_str().unwrap()),
    });
    Header::default()
        .string("tokenizer.ggml.model", "gpt2")
        .string("tokenizer.ggml.pre", named)
        .strings("tokenizer.ggml.tokens", &tokens)
        .strings("tokenizer.ggml.merges", &merges.collect::<Vec<_>>())
}

/// The header of pieces that SentencePiece learned.
fn pieces(file: &Value) -> Header {
    let list = |name: &str| file[name].as_array().unwrap();
    let tokens: Vec<_> = list("tokens").iter().map(|token| token.as_str().unwrap()).collect();
    let scores: Vec<_> =
        list("scores").iter().map(|score| score.as_f64().unwrap() as f32).collect();
    let types: Vec<_> = list("types").iter().map(|kind| kind.as_i64().unwrap() as i32).collect();
    Header::default()
        .string("tokenizer.ggml.model", "llama")
        .strings("tokenizer.ggml.tokens", &tokens)
        .floats("tokenizer.ggml.scores", &scores)
        .integers("tokenizer.ggml.token_type", &types)
        .number("tokenizer.ggml.unknown_token_id", 0)
        .number("tokenizer.ggml.bos_token_id", 1)
        .number("tokenizer.ggml.eos_token_id", 2)
}

#[test]
fn the_tokens_of_the_tiny_gpt_are_those_of_its_own_tokenizer() {
    let tokenizer = tokenizer(byte_level("gpt-2")).unwrap();
    let reference = json("tiny-gpt/reference.json");
    let of_sentences = reference["sentences"].as_array().unwrap().iter();
    for case in of_sentences.chain(reference["tokenisation"].as_array().unwrap()) {
        let text = case["text"].as_str().unwrap();
        assert_eq!(tokenizer.encode(text).unwrap(), ids(&case["ids"]), "{text:?}");
    }
}

#[test]
fn texts_are_cut_into_words_as_the_name_in_the_header_says() {
    let reference = json("tokenizers.json");
    for (named, texts) in reference["byte-level"].as_object().unwrap() {
        // Whole words are taken before merges by `llama-bpe`; these merges lead to every token.
        let header = byte_level(named).flag("tokenizer.ggml.add_bos_token", false);
        let tokenizer = tokenizer(header).unwrap();
        for case in texts.as_array().unwrap() {
            let text = case["text"].as_str().unwrap();
            assert_eq!(tokenizer.encode(text).unwrap(), ids(&case["ids"]), "{named}: {text:?}");
        }
    }
}

#[test]
fn pieces_are_merged_by_their_scores() {
    let file = &json("tokenizers.json")["sentencepiece"];
    let tokenizer = tokenizer(pieces(file).flag("tokenizer.ggml.add_bos_token", false)).unwrap();
    for case in file["texts"].as_array().unwrap() {
        let text = case["text"].as_str().unwrap();
        assert_eq!(tokenizer.encode(text).unwrap(), ids(&case["ids"]), "{text:?}");
    }
}

#[test]
fn the_first_token_is_added_if_the_header_says_so_or_the_kind_usually_has_it() {
    let file = &json("tokenizers.json")["sentencepiece"];
    let first = |header: Header| tokenizer(header).unwrap().encode("a").unwrap()[0];
    let key = "tokenizer.ggml.add_bos_token";
    assert_eq!(first(pieces(file)), 1);
    assert_eq!(first(pieces(file).flag(key, true)), 1);
    assert_ne!(first(pieces(file).flag(key, false)), 1);
    let bos = |header: Header| header.number("tokenizer.ggml.bos_token_id", 7);
    assert_eq!(first(bos(byte_level("gpt-2")).flag(key, true)), 7);
    assert_ne!(first(bos(byte_level("gpt-2"))), 7);
    assert_eq!(first(bos(byte_level("llama-bpe"))), 7);
    let ended = tokenizer(pieces(file).flag("tokenizer.ggml.add_eos_token", true)).unwrap();
    assert_eq!(*ended.encode("a").unwrap().last().unwrap(), 2);
}

#[test]
fn special_tokens_stand_for_themselves() {
    let count = json("tiny-gpt/tokenizer.json")["model"]["vocab"].as_object().unwrap().len();
    let mut types = vec![1; count];
    types[40] = 3;
    types[41] = 4;
    let header = byte_level("gpt-2").integers("tokenizer.ggml.token_type", &types);
    let tokenizer = tokenizer(header).unwrap();
    let [a, b] = [40, 41].map(|id: usize| tokenizer.tokens()[id].clone());
    assert_eq!(tokenizer.encode(&format!("{b}{a}{b}")).unwrap(), [41, 40, 41]);
}

#[test]
fn a_text_without_spaces_takes_no_longer_than_another() {
    let tokenizer = tokenizer(byte_level("gpt-2")).unwrap();
    let ids = tokenizer.encode(&"the".repeat(30_000)).unwrap();
    let letters: usize = ids.iter().map(|&id| tokenizer.tokens()[id as usize].len()).sum();
    assert_eq!(letters, 90_000);
}

#[test]
fn tokenizers_that_cannot_be_read_are_named() {
    let message = |header: Header| tokenizer(header).unwrap_err().to_string();
    let header = Header::default().strings("tokenizer.ggml.tokens", &["a"]);
    assert_eq!(
        message(header.clone().string("tokenizer.ggml.model", "bert")),
        "`tokenizer.ggml.model` is bert, which is not supported: gpt2 and llama are; give the ids of the tokens instead"
    );
    assert!(
        message(byte_level("tekken"))
            .starts_with("`tokenizer.ggml.pre` is tekken, which is not supported: ")
    );
    let merges =
        header.string("tokenizer.ggml.model", "gpt2").strings("tokenizer.ggml.merges", &["a b"]);
    assert_eq!(
        message(merges),
        "`tokenizer.ggml.merges` of the configuration is a b, but it must be two tokens"
    );
    assert_eq!(message(Header::default()), "the configuration has no `tokenizer.ggml.tokens`");
    let long = "a".repeat((1 << 20) + 1);
    let tokenizer = tokenizer(byte_level("gpt-2")).unwrap();
    assert!(matches!(tokenizer.encode(&long), Err(Error::Limit { .. })));
}
