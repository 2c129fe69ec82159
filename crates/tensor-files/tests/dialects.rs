//! Files that people save and paste: spreadsheets, `numpy.savetxt`, printed arrays, common keys;
//! and other formats.

use heedmap_tensor_files::{Contents, Format, read_all};

fn read(text: &str) -> Contents {
    read_all(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The shape and the numbers of the only tensor.
fn only(text: &str) -> (Vec<usize>, Vec<f64>) {
    let mut contents = read(text);
    assert_eq!(contents.values.len(), 1, "{text}");
    let values = contents.values.remove(0);
    (values.shape, values.data)
}

fn refusal(text: impl AsRef<[u8]>) -> (&'static str, String) {
    let error = read_all(text.as_ref()).unwrap_err();
    (error.class(), error.to_string())
}

const SQUARE: [f64; 4] = [0.25, 0.75, 1.0, 0.0];

#[test]
fn semicolons_separate_cells_if_every_row_has_them() {
    assert_eq!(only("0.25;0.75\r\n1;0\r\n"), (vec![2, 2], SQUARE.to_vec()));
    let labeled = read(";the;\"a;b\"\nthe;0.25;0.75\n\"a;b\";1;0\n");
    assert_eq!(labeled.listing.key_tokens, ["the", "a;b"]);
    assert_eq!((labeled.listing.format, &labeled.values[0].data[..]), (Format::Csv, &SQUARE[..]));
    // In a table with commas, semicolons are in labels.
    let commas = read(",;,cat\n;,0.25,0.75\ncat,1,0\n");
    assert_eq!(
        (&commas.listing.tokens[..], &commas.values[0].data[..]),
        (&[";".to_owned(), "cat".to_owned()][..], &SQUARE[..])
    );
    assert_eq!(refusal("0.5;0.5\n1\n").1, "line 2: 1 cell in a row, but 2 before it");
}

#[test]
fn a_decimal_comma_is_rejected_and_the_message_says_what_to_write() {
    for (text, place) in [
        ("0,5;1,0\n0,25;0,75\n", "line 1, column 1"),
        ("1,234;5\n6;7\n", "line 1, column 1"),
        ("1;5\n1.234,5;7\n", "line 2, column 1"),
        ("a;b\n1;-2,5e-3\n", "line 2, column 2"),
        ("0.5\t0,5\n1\t0\n", "line 1, column 2"),
    ] {
        let (class, sentence) = refusal(text);
        assert_eq!(class, "syntax", "{text}");
        assert!(sentence.starts_with(place), "{text}: {sentence}");
        assert!(
            sentence.contains("decimal comma") && sentence.contains("to_csv(path, decimal='.')")
        );
    }
    let quoted = "line 2, column 1: `0,5` where a number with a decimal point belongs";
    assert_eq!(refusal("1,0\n\"0,5\",1\n0,1\n"), ("type", quoted.to_owned()));
    // A quoted one in a table with commas is still a label.
    assert_eq!(read("\"1,000\",the\n1,0\n").listing.key_tokens, ["1,000", "the"]);
}

#[test]
fn the_output_of_savetxt_is_read() {
    let text = "2.500000000000000000e-01 7.500000000000000000e-01\n1.000000000000000000e+00 0.000000000000000000e+00\n";
    assert_eq!(only(text), (vec![2, 2], SQUARE.to_vec()));
    assert_eq!(only(&format!("# a head, of two columns\n{text}")), (vec![2, 2], SQUARE.to_vec()));
    assert_eq!(only(" 0.25   0.75 \r\n 1  0"), (vec![2, 2], SQUARE.to_vec()));
    assert!(only("1 nan\n0 1\n").1[1].is_nan());
    assert_eq!(only("0.25 0.75\n").0, [1, 2]);
    assert_eq!(
        refusal("0.25 0.75\n1\n"),
        ("shape", "line 2: 1 cell in a row, but 2 before it".to_owned())
    );
    assert_eq!(
        refusal("0.25 0.75\n1 x\n"),
        ("type", "line 2, column 2: `x` where a number belongs".to_owned())
    );
    assert_eq!(refusal("two words\nmore words\n").0, "magic");
}

#[test]
fn printed_arrays_are_read() {
    for text in [
        "[[0.25 0.75]\n [1.   0.  ]]",
        "array([[0.25, 0.75],\n       [1.  , 0.  ]])\n",
        "array([[0.25, 0.75],\n       [1.  , 0.  ]], dtype=float32)",
        "np.array([[2.5e-01, 7.5e-01], [1.e+00, 0.e+00]])",
        "tensor([[0.2500, 0.7500],\n        [1.0000, 0.0000]], device='cuda:0', grad_fn=<SoftmaxBackward0>)",
        "[[0.25\n  0.75]\n [1 0]]",
    ] {
        assert_eq!(only(text), (vec![2, 2], SQUARE.to_vec()), "{text}");
        assert_eq!(read(text).listing.format, Format::Printed);
    }
    assert_eq!(only("[[[0.25]\n  [0.75]]\n\n [[1.]\n  [0.]]]").0, [2, 2, 1]);
    assert_eq!(only("[0.25 0.75 1 0]"), (vec![4], SQUARE.to_vec()));
    assert!(only("[nan 1.]").1[0].is_nan());
}

#[test]
fn printed_arrays_with_missing_numbers_are_rejected() {
    let (class, sentence) = refusal("[[0.1 0.2 ... 0.3]\n ...\n [0.1 0.2 ... 0.3]]");
    assert_eq!(class, "syntax");
    assert_eq!(
        sentence,
        "line 1, column 11: the print-out leaves numbers out (...): save the array with numpy.save(\"attention.npy\", array)"
    );
    assert!(
        refusal("array([[0.1, 0.2, ..., 0.3],\n       ...,\n       [0.1, 0.2, ..., 0.3]])")
            .1
            .contains("leaves numbers out")
    );
    for text in [
        "[array([[1.]]), array([[1.]])]",
        "(tensor([[1.]]), tensor([[1.]]))",
        "array([1.])\narray([2.])",
        "[0.1 0.2]\n[0.3 0.4]",
    ] {
        let (class, sentence) = refusal(text);
        assert_eq!(class, "syntax", "{text}");
        assert!(
            sentence.ends_with(
                "several printed arrays: save them with numpy.savez(\"attention.npz\", *arrays)"
            ),
            "{sentence}"
        );
    }
    for (text, class) in [
        ("[[0.1 0.2]\n [0.3]]", "shape"),
        ("[[0.1 0.2]\n [0.3 0.4]", "truncated"),
        ("[0.1 inf]", "range"),
        ("[0.1 0.2 x]", "type"),
        ("array([0.1, 0.2]", "truncated"),
        ("array([True, False])", "type"),
    ] {
        assert_eq!(refusal(text).0, class, "{text}");
    }
}

#[test]
fn a_text_of_only_blanks_is_an_empty_file() {
    for text in ["\n", " \n ", "\t\n", "\u{feff} \r\n\r\n"] {
        let wanted =
            ("empty", "the file is empty: it has nothing but blanks and line ends".to_owned());
        assert_eq!(refusal(text), wanted, "{text:?}");
    }
}

#[test]
fn common_names_of_keys_are_read() {
    for key in ["attention", "attentions", "attn", "weights", "pattern"] {
        for tokens in ["tokens", "str_tokens"] {
            for list in [r#"["a", "b"]"#, r#"[["a", "b"]]"#, " [ [\"a\",\"b\"] ] "] {
                let contents =
                    read(&format!(r#"{{"{tokens}": {list}, "{key}": [[0.25, 0.75], [1, 0]]}}"#));
                assert_eq!(contents.listing.tokens, ["a", "b"]);
                assert_eq!(
                    (&contents.listing.tensors[0].name[..], &contents.values[0].data[..]),
                    (key, &SQUARE[..])
                );
            }
        }
    }
    assert_eq!(
        read(r#"{"attentions": [{"name": "All", "attn": [[1]]}]}"#).listing.tensors[0].name,
        "All"
    );
    assert_eq!(read(r#"[["a", "b"]]"#).listing.tokens, ["a", "b"]);
    assert_eq!(read(r#"[["a", "b"]]"#).listing.texts, [0; 0]);
    for texts in
        [r#"[["a"], ["b", "c"], []]"#, r#"{"str_tokens": [["a"], ["b", "c"], []], "attn": [[1]]}"#]
    {
        let listing = read(texts).listing;
        assert_eq!((listing.tokens.concat(), listing.texts), ("abc".to_owned(), vec![1, 2, 0]));
    }
    let (class, sentence) = refusal(r#"[["a"], "b"]"#);
    assert_eq!(
        (class, sentence.as_str()),
        ("type", "line 1, column 9: a text where a list of tokens belongs")
    );
    assert_eq!(
        refusal(r#"{"tokens": ["a"], "str_tokens": ["b"]}"#).1,
        "line 1, column 32: tokens are given twice"
    );
    let (class, sentence) = refusal(r#"{"attentoin": [[1]]}"#);
    assert_eq!(class, "key");
    assert!(
        sentence.contains("attentions, attn, weights and pattern; tokens and str_tokens"),
        "{sentence}"
    );
}

#[test]
fn the_error_for_other_formats_has_a_line_of_python_that_writes_a_supported_one() {
    let mut tar = vec![0_u8; 1024];
    tar[..8].copy_from_slice(b"attn.npy");
    tar[100..108].copy_from_slice(b"0000644\0");
    tar[148..156].copy_from_slice(b"011513\0 ");
    tar[257..263].copy_from_slice(b"ustar\0");
    let notebook =
        br#"{"metadata": {"a": 1}, "cells": [{"source": []}], "nbformat": 4, "nbformat_minor": 5}"#;
    let pad = |head: &[u8]| [head, &[0; 600]].concat();
    let files: [(Vec<u8>, &str, &str); 9] = [
        (pad(b"PAR1\x15\x04"), "Parquet", "numpy.save(\"attention.npy\", pandas.read_parquet("),
        (
            pad(b"ARROW1\0\0\xff\xff\xff\xff"),
            "Arrow",
            "numpy.save(\"attention.npy\", pandas.read_feather(",
        ),
        (pad(b"\xff\xff\xff\xff\x78\0\0\0\x10\0\0\0"), "Arrow", "numpy.save("),
        (pad(b"MATLAB 5.0 MAT-file, Platform: GLNXA64"), "MATLAB", "scipy.io.loadmat(path)"),
        (pad(b"MATLAB 7.3 MAT-file, Platform: GLNXA64"), "MATLAB 7.3", "h5py.File(path)"),
        (
            pad(b"\x08\x07\x12\x07pytorch\x1a\x052.1.0"),
            "ONNX",
            "numpy.save(\"attention.npy\", weights)",
        ),
        (pad(b"\x08\x08:\xd1\x02\n\x1b\n\x01X"), "ONNX", "numpy.save("),
        (tar, "tar archive", "numpy.savez(\"attention.npz\", *arrays)"),
        (notebook.to_vec(), "Jupyter notebook", "numpy.save(\"attention.npy\", array)"),
    ];
    for (file, name, line) in files {
        let (class, sentence) = refusal(&file);
        assert_eq!(class, "magic", "{sentence}");
        assert!(sentence.contains(name) && sentence.contains(line), "{sentence}");
        assert!(sentence.len() < 240, "{sentence}");
    }
}

#[test]
fn a_pointer_of_git_lfs_is_called_so() {
    let pointer = b"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 548105171\n";
    let (class, sentence) = refusal(pointer);
    assert_eq!(class, "magic");
    assert!(sentence.contains("download the file with git lfs pull"), "{sentence}");
}

#[test]
fn a_configuration_beside_arrays_becomes_metadata() {
    let pairs = |text: &str| {
        let metadata = read(text).listing.metadata;
        metadata.iter().map(|(key, value)| format!("{key}={value}")).collect::<Vec<_>>()
    };
    let config = r#"{"model_type": "llama", "num_attention_heads": 32, "rope_scaling": null,
        "num_key_value_heads" : 8 , "attention_multiplier": 1.5e-2, "architectures": ["a"]}"#;
    assert_eq!(pairs(config), ["heads=32", "key_heads=8", "scale=1.5e-2"]);
    let hook = r#"{"config": {"num_attention_heads": 4, "num_key_value_heads": null, "hidden_size": 64},
        "batch_size": 2, "seq_lens": [7, 5], "hookq_mode": "all_tokens", "tp_rank": 0,
        "layer_order": [{"module_name": "a", "layer_num": 0, "key_q": "q", "key_k": "k"}]}"#;
    assert_eq!(pairs(hook), ["heads=4", "lengths=[7,5]", "causal=true", "rope=applied"]);
    assert_eq!(refusal(r#"{"num_attention_heads": 4,}"#).0, "syntax");
    assert_eq!(refusal(r#"{"config": {"num_attention_heads": 4"#).0, "truncated");
}

#[test]
fn metadata_of_json_is_read_with_and_without_numbers() {
    let alone = read(r#"{"metadata": {"mask": "causal", "scale": "0.5"}}"#).listing;
    assert_eq!((alone.tensors.len(), alone.tokens.len()), (0, 0));
    assert_eq!(alone.metadata[1], ("scale".to_owned(), "0.5".to_owned()));
    let beside = read(r#"{"attention": [[1]], "tokens": ["a"], "metadata": {"model": "b"}}"#);
    assert_eq!(beside.listing.metadata, [("model".to_owned(), "b".to_owned())]);
    assert_eq!(refusal(r#"{"metadata": {"scale": 1}}"#).0, "syntax");
    assert_eq!(refusal(r#"{"metadata": {"a": "1", "a": "2"}}"#).0, "duplicate");
}
