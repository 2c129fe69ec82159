//! Tokens of each text of a batch, and the start token of a decoder.

use heedmap_interpretation::{Corrections, File, Found, Padding, Reading, Tensor, interpret};

/// The reading of a text of the files, and the keys of the notes.
fn read(files: &[File], batch: usize) -> (Reading, Vec<String>) {
    let corrections = Corrections { batch: Some(batch as f64), ..Corrections::default() };
    let Some(Found::Read { reading, notes, .. }) =
        interpret(files, &corrections).outcome.map(|outcome| outcome.result)
    else {
        panic!("the files are not read");
    };
    let key = |note| serde_json::to_value(note).unwrap()["key"].as_str().unwrap().to_owned();
    (*reading, notes.iter().map(key).collect())
}

fn file(name: &str, shape: &[u64]) -> File {
    File { tensors: vec![Tensor::new(name, "<f4", shape)], ..File::default() }
}

/// The tokens of texts as a file beside the weights: `["the cat", "a"]`.
fn beside(texts: &[&str]) -> File {
    let lists: Vec<Vec<String>> =
        texts.iter().map(|text| text.split(' ').map(str::to_owned).collect()).collect();
    let lengths = lists.iter().map(|list| list.len() as u64).collect();
    File { id: 1, tokens: lists.concat(), texts: lengths, ..File::default() }
}

#[test]
fn each_text_of_a_batch_has_its_tokens() {
    let weights = file("attention", &[2, 3, 4, 3, 3]);
    let texts = beside(&["the cat sat", "a dog ran"]);
    let metadata = vec![("tokens".into(), r#"[["the","cat","sat"],["a","dog","ran"]]"#.into())];
    for files in [vec![weights.clone(), texts], vec![File { metadata, ..weights }]] {
        assert_eq!(read(&files, 0).0.tokens, ["the", "cat", "sat"]);
        let (reading, notes) = read(&files, 1);
        assert_eq!(
            (reading.tokens.concat(), notes),
            ("adogran".to_owned(), vec!["batchOf".to_owned()])
        );
    }
}

#[test]
fn an_axis_of_as_many_texts_as_there_are_tokens_is_the_batch() {
    let axes = |shape: &[u64], texts: &[&str]| {
        let (reading, _) = read(&[file("attention", shape), beside(texts)], 1);
        (reading.layers, reading.heads, reading.tokens.len())
    };
    assert_eq!(axes(&[2, 5, 4, 3, 3], &["a b c"; 2]), (5, 4, 3));
    assert_eq!(axes(&[5, 2, 4, 3, 3], &["a b c"; 2]), (5, 4, 3));
    assert_eq!(axes(&[2, 2, 4, 3, 3], &["a b c"; 2]), (2, 4, 3));
    assert_eq!(axes(&[2, 4, 3, 3], &["a b c"; 2]), (1, 4, 3));
}

#[test]
fn a_shorter_text_of_a_batch_is_read_without_padding() {
    let weights = file("attention", &[2, 3, 4, 3, 3]);
    for short in ["a dog", "a dog [PAD]"] {
        let (reading, notes) = read(&[weights.clone(), beside(&["the cat sat", short])], 1);
        assert_eq!((reading.tokens.concat().as_str(), reading.keys), ("adog", 2));
        assert_eq!(notes, ["batchOf", "padding"]);
    }
    let kept = vec![(0, 3), (1, 2)];
    let padding = Some(Padding { tensor: 1, tokens: 3, kept, hidden: vec![None, None] });
    let files = [File { padding, ..weights }, beside(&["the cat sat", "a dog"])];
    let (reading, _) = read(&files, 1);
    assert_eq!((reading.tokens.concat().as_str(), reading.keys), ("adog", 2));
    let ranges = reading.weights[0].ranges.unwrap();
    assert_eq!(
        (ranges.query, ranges.key),
        ((1, 2), (1, 2)),
        "the mask has the padding on the left"
    );
}

#[test]
fn tokens_of_another_number_of_texts_are_ignored_with_a_note() {
    let (reading, notes) = read(&[file("attention", &[2, 3, 4, 3, 3]), beside(&["a b c"; 5])], 0);
    assert_eq!(
        (reading.tokens.len(), notes),
        (0, vec!["batchOf".to_owned(), "textCount".to_owned()])
    );
}

#[test]
fn a_single_padding_token_before_a_text_of_a_decoder_is_its_start() {
    let tokens = |list: &str| vec![("decoder_tokens".to_owned(), list.to_owned())];
    let of = |list: &str| {
        let metadata = tokens(list);
        read(&[File { metadata, ..file("decoder_attentions.0", &[2, 4, 4]) }], 0).0.tokens.concat()
    };
    assert_eq!(of(r#"["<pad>","Das","Haus","</s>"]"#), "<pad>DasHaus</s>");
    assert_eq!(of(r#"["<pad>","Das","<pad>","<pad>"]"#), "<pad>Das");
    assert_eq!(of(r#"["<pad>","<pad>","Das","Haus"]"#), "DasHaus");
    let encoder =
        vec![("encoder_tokens".to_owned(), r#"["<pad>","the","house","</s>"]"#.to_owned())];
    let files = [File { metadata: encoder, ..file("encoder_attentions.0", &[2, 4, 4]) }];
    assert_eq!(read(&files, 0).0.tokens.concat(), "thehouse</s>");
}

#[test]
fn a_batch_of_any_length_takes_no_more_memory_than_one_text() {
    let listed = |texts: u64| {
        let file = file("attentions", &[2, texts, 2, 3, 3]);
        heedmap_interpretation::texts(&[file], &Corrections::default()).len()
    };
    assert_eq!([listed(4096), listed(4097), listed(1 << 31)], [4096, 0, 0]);
    // One list of tokens counts for each of its texts.
    let with_tokens = |texts: u64, tokens: u64| {
        let tokens_of = (0..tokens).map(|at| at.to_string()).collect();
        let file = File { tokens: tokens_of, ..file("attentions", &[2, texts, 2, tokens, tokens]) };
        heedmap_interpretation::texts(&[file], &Corrections::default()).len()
    };
    assert_eq!([with_tokens(64, 1024), with_tokens(4096, 1025)], [64, 0]);
}
