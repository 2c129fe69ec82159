//! JSON and tables in the form in which people and programs write them.

use heedmap_tensor_files::{Contents, Format, read_all};

fn read(text: &str) -> Contents {
    read_all(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn class(text: &str) -> &'static str {
    read_all(text.as_bytes()).map_or_else(|error| error.class(), |_| "read")
}

#[test]
fn bertviz_attention_has_a_tensor_for_each_view_and_tokens_of_both_sides() {
    let text = r#"{"attention": [
        {"name": null, "attn": [[[[1, 0]]]], "left_text": ["a"], "right_text": ["b", "c"]},
        {"name": "Cross", "attn": [[[[0.5, 0.5]]]], "left_text": ["x"], "right_text": ["y"]}],
        "default_filter": "0", "root_div_id": "bertviz-1", "layer": null, "heads": [0, 1],
        "include_layers": [0, 1]}"#;
    let contents = read(text);
    let names: Vec<&str> =
        contents.listing.tensors.iter().map(|tensor| tensor.name.as_str()).collect();
    assert_eq!(names, ["attention", "Cross"]);
    assert_eq!(contents.values[1].shape, [1, 1, 1, 2]);
    assert_eq!(contents.listing.tokens, ["a"]);
    assert_eq!(contents.listing.key_tokens, ["b", "c"]);
    assert_eq!(class(r#"{"attention": [{"left_text": []}]}"#), "empty");
    assert_eq!(class(r#"{"attention": [{"attn": [1], "atn": [1]}]}"#), "key");
    assert_eq!(class(r#"{"attention": [{"attn": [1]}, {"attn": [1]}]}"#), "duplicate");
}

#[test]
fn a_file_may_have_only_tokens() {
    let contents = read(r#" ["[CLS]", "the", "\u0120cat", "\ud83d\ude00"] "#);
    assert_eq!(contents.listing.tokens, ["[CLS]", "the", "Ġcat", "😀"]);
    assert!(contents.values.is_empty());
    assert_eq!(read(r#"{"tokens": ["a"]}"#).listing.tokens, ["a"]);
    assert_eq!(class(r#"["a", 1]"#), "type");
    assert_eq!(class(r#"{"tokens": "a"}"#), "type");
}

#[test]
fn invalid_json_is_rejected() {
    let cases = [
        ("[[1, 2], [3, 4", "truncated"),
        ("{\"tensors\": {\"Q\": [[1]]", "truncated"),
        ("[[1.", "truncated"),
        ("[1] 2", "syntax"),
        ("[01]", "syntax"),
        ("[+1]", "syntax"),
        ("[.5]", "syntax"),
        ("[1.]", "syntax"),
        ("[1.,2]", "syntax"),
        ("[-Infinity]", "syntax"),
        ("[1,,2]", "syntax"),
        ("{\"tensors\": {\"Q\": [1],}}", "syntax"),
        ("{tensors: [1]}", "syntax"),
        ("{\"tensors\": [1]}", "syntax"),
        ("[\"\\x\"]", "syntax"),
        ("[\"\\ud83d\"]", "encoding"),
        ("[1e999]", "range"),
        ("[[], []]", "empty"),
        ("[[1], []]", "shape"),
        ("[1, [2]]", "shape"),
        ("[[[[[[[[[1]]]]]]]]]", "limit"),
        ("{}", "empty"),
        ("{\"tensors\": {}}", "empty"),
        ("{\"tensors\": {\"Q\": 1}}", "type"),
        ("{\"attention\": [1], \"tensors\": {\"attention\": [1]}}", "duplicate"),
    ];
    for (text, wanted) in cases {
        assert_eq!(class(text), wanted, "{text}");
    }
    let error = read_all(b"{\"tensors\":\n {\"Q\": [[1, 1e999]]}}").unwrap_err();
    let sentence = "`Q`: line 2, column 13: 1e999 is not a finite number of 64 bits";
    assert_eq!(error.to_string(), sentence);
}

#[test]
fn the_error_for_an_invalid_cell_quotes_its_text() {
    let error = read_all("１,２\n３,４\n".as_bytes()).unwrap_err();
    assert_eq!(error.to_string(), "line 2, column 2: `４` where a number belongs");
}

#[test]
fn labels_of_tables_are_distinguished_from_numbers() {
    // Tables that pandas writes with names, and without.
    let named = read(",the,2,cats\nthe,1,0,0\n2,0.5,0.5,0\ncats,0.2,0.3,0.5\n");
    assert_eq!(named.listing.key_tokens, ["the", "2", "cats"]);
    assert_eq!(named.listing.tokens, ["the", "2", "cats"]);
    assert_eq!(named.values[0].shape, [3, 3]);
    let counted = read(",0,1\n0,0.25,0.75\n1,1,0\n");
    assert_eq!(counted.listing.key_tokens, ["0", "1"]);
    assert_eq!(counted.values[0].data, [0.25, 0.75, 1.0, 0.0]);
    // Special tokens may begin like JSON or like markup.
    assert_eq!(read("[CLS],[SEP]\n0.5,0.5\n").listing.key_tokens, ["[CLS]", "[SEP]"]);
    assert_eq!(read("<s>,</s>\n0.5,0.5\n").listing.key_tokens, ["<s>", "</s>"]);
    let tabs = read("\t<s>\ta,b\r\n<s>\t1\t0\r\n\r\na,b\t0.5\t0.5");
    assert_eq!((tabs.listing.format, &tabs.listing.tokens[1][..]), (Format::Tsv, "a,b"));
    // One column, with a header and without.
    assert_eq!(read("weight\n0.5\n.25\n").values[0].data, [0.5, 0.25]);
    assert_eq!(read("1\n2\n").values[0].shape, [2, 1]);
}

#[test]
fn invalid_tables_are_rejected() {
    let cases = [
        ("1,x\n3,4\n", "type"),
        ("1,2\n3,4x\n", "type"),
        (",2\n3,4\n", "type"),
        ("a,b\nc,d\n", "type"),
        ("a,b\n", "empty"),
        ("\"1,2\n3,4\n", "syntax"),
        ("\"1\"2,3\n", "syntax"),
        ("0,5;0,5\n1;0\n", "syntax"),
        ("1,-inf\n1,2\n", "range"),
        ("1,0x10\n1,2\n", "type"),
        ("plain words\nand more of them\n", "magic"),
        ("<!DOCTYPE html>\n<html lang=\"en\">", "magic"),
        ("\n \n", "empty"),
        ("\t\n", "empty"),
    ];
    for (text, wanted) in cases {
        assert_eq!(class(text), wanted, "{text}");
    }
    let latin = b"caf\xe9,b\n1,2\n";
    assert_eq!(
        read_all(latin).unwrap_err().to_string(),
        "byte 3: the text is not UTF-8: save it as UTF-8"
    );
    let long = format!("{},b\n1,2\n", "x".repeat(257));
    assert_eq!(class(&long), "limit");
    assert_eq!(class(&long.replacen('x', "", 1)), "read");
}

#[test]
fn the_error_for_a_ragged_file_uses_the_singular_for_one_value() {
    let says = |text: &str| read_all(text.as_bytes()).unwrap_err().to_string();
    assert_eq!(says("[[1, 2], [3]]"), "line 1: 1 value in a list, but 2 before it");
    assert_eq!(says("[[1], [3, 4]]"), "line 1: 2 values in a list, but 1 before it");
    assert_eq!(says("0.5,0.5\n1\n"), "line 2: 1 cell in a row, but 2 before it");
}
