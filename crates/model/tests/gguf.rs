//! Models in GGUF against transformers, and blocks of each type against the package `gguf`.

use crate::support::header::Header;
use crate::support::{
    assert_close, assert_weights_and_logits, decoded, folder, gguf, ids, numbers, opened,
    opened_gguf, reference_gguf, run, weights,
};
use heedmap_attention::RopePairs;
use heedmap_model::{Axes, Element, Error, Model, Projection, Request, Value};

/// Pairs of features are interleaved in `llama`, halves in the others. The layers of Gemma with a window, and their
/// base, are not in the header.
const CAUSAL: [&str; 9] =
    ["llama", "llama3", "qwen3", "gemma2", "gemma3", "gpt2", "gptneox", "gpt-oss", "qwen35"];

#[test]
fn weights_and_logits_of_models_in_gguf_are_those_of_transformers() {
    for name in CAUSAL {
        assert_weights_and_logits(name, &opened_gguf(name), &reference_gguf(name));
    }
}

#[test]
fn an_encoder_in_gguf_gives_the_stream_of_transformers() {
    let (model, reference) = (opened_gguf("bert"), reference_gguf("bert"));
    let run = run(&model, Request::of(&ids(&reference["ids"])));
    assert_close("bert", &weights(&run, 0), &numbers(&reference["weights"]), 1e-5);
    let last = run.text(0).unwrap().layers.last().unwrap().as_ref().unwrap();
    assert_close("bert", &last.after, &numbers(&reference["hidden"]), 1e-4);
}

#[test]
fn pairs_are_interleaved_where_projections_are_permuted_and_halves_elsewhere() {
    let pairs = |model: &Model| model.config().layers[0].rope.as_ref().unwrap().pairs;
    assert_eq!(pairs(&opened_gguf("llama").model), RopePairs::Interleaved);
    assert_eq!(pairs(&opened_gguf("qwen3").model), RopePairs::Half);
    assert_eq!(pairs(&opened("llama").model), RopePairs::Half);
}

#[test]
fn every_sixth_layer_of_gemma_3_sees_everything_with_another_base() {
    let model = opened_gguf("gemma3").model;
    let layers = &model.config().layers;
    let rules: Vec<_> =
        layers.iter().map(|rule| (rule.window, rule.rope.as_ref().unwrap().base)).collect();
    let local = (Some(4), 10_000.0);
    assert_eq!(rules, [local, local, local, local, local, (None, 1_000_000.0), local]);
}

#[test]
fn blocks_of_each_type_have_the_numbers_of_the_reference() {
    let text = std::fs::read(folder("blocks.json")).unwrap();
    let all: serde_json::Value = serde_json::from_slice(&text).unwrap();
    for (name, element) in [
        ("Q8_0", Element::Q8_0),
        ("Q4_0", Element::Q4_0),
        ("Q4_1", Element::Q4_1),
        ("Q5_0", Element::Q5_0),
        ("Q5_1", Element::Q5_1),
        ("Q4_K", Element::Q4_K),
        ("Q5_K", Element::Q5_K),
        ("Q6_K", Element::Q6_K),
        ("BF16", Element::BF16),
        ("F16", Element::F16),
    ] {
        let bytes = decoded(&all[name]["bytes"]);
        let wanted: Vec<f32> = decoded(&all[name]["numbers"])
            .as_chunks()
            .0
            .iter()
            .map(|bytes| f32::from_le_bytes(*bytes))
            .collect();
        assert_eq!(element.bytes(512), Some(bytes.len() as u64), "{name}");
        let mut found = vec![0.0; 512];
        element.widen(&bytes, &mut found);
        assert_eq!(found, wanted, "{name}");
        // The same bytes as a matrix of two rows, multiplied.
        let matrix = Projection::new(bytes, element, Axes::OutputsFirst, [256, 2]).unwrap();
        let x: Vec<f32> = (0..768).map(|at| (at % 7) as f32 - 3.0).collect();
        let mut product = vec![0.0; 6];
        matrix.product(&x, 3, 0..2, &mut product).unwrap();
        for (at, found) in product.iter().enumerate() {
            let (row, column) = (at / 2, at % 2);
            let terms =
                (0..256).map(|c| f64::from(x[row * 256 + c]) * f64::from(wanted[column * 256 + c]));
            let (sum, size) =
                terms.fold((0.0, 0.0), |(sum, size), term| (sum + term, size + term.abs()));
            // Each of the 256 products and sums is rounded to 32 bits.
            assert!(
                (f64::from(*found) - sum).abs() <= 256.0 * size * f64::from(f32::EPSILON),
                "{name}"
            );
        }
    }
}

#[test]
fn a_product_of_a_range_of_outputs_has_the_bits_of_the_whole_product() {
    let numbers = (0..40 * 200).map(|at| ((at * 7919) % 1000) as f32 / 500.0 - 1.0);
    let bytes: Vec<u8> = numbers.flat_map(f32::to_le_bytes).collect();
    let x: Vec<f32> = (0..3 * 40).map(|at| (at % 11) as f32 / 7.0).collect();
    for axes in [Axes::OutputsFirst, Axes::InputsFirst] {
        let matrix = Projection::new(bytes.clone(), Element::F32, axes, [40, 200]).unwrap();
        let mut whole = vec![0.0; 3 * 200];
        matrix.product(&x, 3, 0..200, &mut whole).unwrap();
        for range in [0..16, 5..77, 184..200, 199..200, 7..7] {
            let mut part = vec![0.0; 3 * range.len()];
            matrix.product(&x, 3, range.clone(), &mut part).unwrap();
            for (row, part) in part.chunks(range.len().max(1)).enumerate() {
                assert_eq!(part, &whole[row * 200..][range.clone()]);
            }
        }
        assert!(matches!(
            matrix.product(&x, 3, 190..201, &mut [0.0; 33]),
            Err(Error::Missing { .. })
        ));
        assert!(matches!(matrix.product(&x, 2, 0..1, &mut [0.0; 2]), Err(Error::Length { .. })));
    }
}

#[test]
fn the_size_of_the_pieces_of_a_header_does_not_matter() {
    let file = std::fs::read(folder("gguf").join("llama3.gguf")).unwrap();
    let whole = gguf(&file, usize::MAX).unwrap();
    for chunk in [1, 7, 4096] {
        assert_eq!(gguf(&file, chunk).unwrap(), whole);
    }
    assert_eq!(whole.get("llama.block_count"), Some(&Value::Integer(2)));
}

/// The message with which a header is rejected.
fn refused(file: &[u8]) -> String {
    gguf(file, usize::MAX).unwrap_err().to_string()
}

#[test]
fn a_header_with_absurd_counts_is_rejected_before_memory_is_allocated() {
    let empty = Header::default;
    for (file, message) in [
        (
            empty().claims(u64::MAX, 0),
            "18446744073709551615 tensors, and at most 16384 are accepted",
        ),
        (
            empty().claims(0, 1 << 40),
            "1099511627776 entries of the header, and at most 4096 are accepted",
        ),
        (empty().claims(9, 0), "32 bytes are needed, and the file has 24: it is cut short"),
        (
            empty().raw("a", 9, &[4, 0, 0, 0, 255, 255, 255, 255, 255, 255, 255, 255]).bytes(),
            "18446744073709551615 entries of an array, and at most 2097152 are accepted",
        ),
        (
            empty().raw("a", 9, &[4, 0, 0, 0, 0, 0, 16, 0, 0, 0, 0, 0]).bytes(),
            "4194353 bytes are needed, and the file has 49: it is cut short",
        ),
        (
            empty().raw("a", 8, &(1_u64 << 50).to_le_bytes()).bytes(),
            "1125899906842624 bytes of a text, and at most 1048576 are accepted",
        ),
        (
            empty().raw("a", 99, &[]).bytes(),
            "the GGUF header is wrong: a value has the type 99, and there are 0 to 12",
        ),
        (
            empty().tensor("t", &[u64::MAX, 2], 0, 0).bytes(),
            "the GGUF header is wrong: the size of the tensor `t` is beyond 64 bits",
        ),
        (
            empty().tensor("t", &[1 << 40], 0, 0).bytes(),
            "4398046511168 bytes are needed, and the file has 57: it is cut short",
        ),
        (
            empty().tensor("t", &[33], 8, 0).bytes(),
            "the GGUF header is wrong: the tensor `t` is not made of blocks of 32",
        ),
        (
            empty().tensor("t", &[1], 0, 7).bytes(),
            "the GGUF header is wrong: the tensor `t` begins at 7, which is not aligned",
        ),
        (
            empty().number("a", 1).number("a", 2).bytes(),
            "the GGUF header is wrong: the key `a` occurs twice",
        ),
        (
            empty().number("general.alignment", 0).bytes(),
            "the GGUF header is wrong: its alignment is not a number from 1 to 65536",
        ),
        (
            b"GGUF\x00\x00\x00\x03 and so on, up to 24".to_vec(),
            "the GGUF header is wrong: its version is 50331648 (its numbers are big-endian), and 2 and 3 are read",
        ),
        (
            [b"GGUF".as_slice(), &[0; 24]].concat(),
            "the GGUF header is wrong: its version is 0, and 2 and 3 are read",
        ),
        (
            b"GGML, an older format....".to_vec(),
            "the GGUF header is wrong: it does not begin with GGUF",
        ),
    ] {
        assert_eq!(refused(&file), message);
    }
}

#[test]
fn a_type_that_cannot_be_multiplied_is_named() {
    let mut file = std::fs::read(folder("gguf").join("gpt2.gguf")).unwrap();
    // The type of the table of tokens, after its name, the number of its axes and their sides.
    let name = file.windows(17).position(|part| part == b"token_embd.weight").unwrap();
    let at = name + 17 + 4 + 16;
    assert_eq!(file[at..at + 4], 8_u32.to_le_bytes());
    file[at..at + 4].copy_from_slice(&16_u32.to_le_bytes());
    let error = Model::from_gguf(&gguf(&file, usize::MAX).unwrap()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the tensor `token_embd.weight` has the type IQ2_XXS, which cannot be multiplied: F32, F16, BF16, Q8_0, Q4_0, \
         Q4_1, Q5_0, Q5_1, Q4_K, Q5_K, Q6_K and MXFP4 can"
    );
}

#[test]
fn an_architecture_that_is_not_known_is_named() {
    let file = Header::default().string("general.architecture", "rwkv7").bytes();
    let error = Model::from_gguf(&gguf(&file, usize::MAX).unwrap()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "models of the type `rwkv7` are not supported; llama, smollm3, qwen2, qwen3, gemma2, gemma3, gpt2, gptneox, \
         bert, qwen35 and gpt-oss are"
    );
}
