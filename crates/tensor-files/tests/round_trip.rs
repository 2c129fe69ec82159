//! Written files are read back: every format and every type, bit for bit, for all chunk sizes.

#![allow(clippy::cast_lossless, reason = "one macro casts from every type")]

use crate::support::read;
use crate::support::write::{Zip, npy_header, safetensors, zip};
use heedmap_tensor_files::{Contents, Format, Layout};
use proptest::prelude::*;

fn shape() -> impl Strategy<Value = Vec<u64>> {
    prop::collection::vec(0_u64..5, 0..4)
}

fn chunk() -> impl Strategy<Value = usize> {
    prop_oneof![1_usize..10, Just(1000), Just(usize::MAX)]
}

/// A type: its names in both formats, its bytes, and its numbers.
type Sample = (&'static str, &'static str, Vec<u8>, Vec<f64>);

/// `count` elements of a type, little-endian.
fn sample(count: usize) -> impl Strategy<Value = Sample> {
    macro_rules! ints {
        ($type:ty, $npy:expr, $name:expr) => {
            prop::collection::vec(any::<$type>(), count).prop_map(|all| {
                let bytes = all.iter().flat_map(|value| value.to_le_bytes()).collect();
                ($npy, $name, bytes, all.iter().map(|&value| value as f64).collect())
            })
        };
    }
    prop_oneof![
        ints!(u8, "|u1", "U8"),
        ints!(i8, "|i1", "I8"),
        ints!(u16, "<u2", "U16"),
        ints!(i16, "<i2", "I16"),
        ints!(u32, "<u4", "U32"),
        ints!(i32, "<i4", "I32"),
        ints!(u64, "<u8", "U64"),
        ints!(i64, "<i8", "I64"),
        ints!(f32, "<f4", "F32"),
        ints!(f64, "<f8", "F64"),
    ]
}

fn tensor() -> impl Strategy<Value = (Vec<u64>, Sample)> {
    shape().prop_flat_map(|shape| {
        let count = shape.iter().product::<u64>() as usize;
        (Just(shape), sample(count))
    })
}

fn check(contents: &Contents, wanted: &[(Vec<u64>, Sample)]) {
    assert_eq!(contents.values.len(), wanted.len());
    for (values, (shape, sample)) in contents.values.iter().zip(wanted) {
        let sides: Vec<u64> = values.shape.iter().map(|&side| side as u64).collect();
        assert_eq!(sides, *shape);
        let bits = |all: &[f64]| all.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
        assert_eq!(bits(&values.data), bits(&sample.3));
    }
}

proptest! {
    #[test]
    fn an_npy_file_is_read_back((shape, sample) in tensor(), chunk in chunk()) {
        let mut file = npy_header(&shape, Layout::RowMajor, sample.0);
        file.extend(&sample.2);
        check(&read(&file, chunk).unwrap(), &[(shape, sample)]);
    }

    #[test]
    fn an_npz_archive_is_read_back(
        tensors in prop::collection::vec(tensor(), 1..4),
        (deflated, wide, streamed) in any::<(bool, bool, bool)>(),
        chunk in chunk(),
    ) {
        let member = |(index, (shape, sample)): (usize, &(Vec<u64>, Sample))| {
            let mut data = npy_header(shape, Layout::RowMajor, sample.0);
            data.extend(&sample.2);
            (format!("layer {index}/é.npy"), data)
        };
        let members: Vec<_> = tensors.iter().enumerate().map(member).collect();
        let file = zip(&members, Zip { deflated, wide, streamed });
        let contents = read(&file, chunk).unwrap();
        prop_assert_eq!(contents.listing.format, Format::Npz);
        prop_assert_eq!(&contents.listing.tensors[0].name, "layer 0/é");
        check(&contents, &tensors);
    }

    #[test]
    fn a_safetensors_file_with_names_and_tokens_is_read_back(
        tensors in prop::collection::vec((any::<String>(), tensor()), 1..4),
        tokens in prop::collection::vec(any::<String>(), 0..4),
        chunk in chunk(),
    ) {
        let name = |(index, (name, _)): (usize, &(String, _))| {
            let start: String = name.chars().take(99).collect();
            format!("{index}{start}")
        };
        let names: Vec<String> = tensors.iter().enumerate().map(name).collect();
        let tokens: Vec<String> =
            tokens.iter().map(|token| token.chars().take(256).collect()).collect();
        let metadata = serde_json::json!({ "tokens": serde_json::to_string(&tokens).unwrap() });
        let entry = |((_, (shape, sample)), name): (&(String, (Vec<u64>, Sample)), &String)| {
            (name.clone(), sample.1, shape.clone(), sample.2.clone())
        };
        let entries: Vec<_> = tensors.iter().zip(&names).map(entry).collect();
        let file = safetensors(&entries, &metadata.to_string());
        let contents = read(&file, chunk).unwrap();
        let found: Vec<String> =
            contents.listing.tensors.iter().map(|tensor| tensor.name.clone()).collect();
        prop_assert_eq!(found, names);
        prop_assert_eq!(&contents.listing.tokens, &tokens);
        let wanted: Vec<_> = tensors.into_iter().map(|(_, tensor)| tensor).collect();
        check(&contents, &wanted);
    }

    #[test]
    fn json_with_tokens_is_read_back(
        rows in prop::collection::vec(prop::collection::vec(-1e9..1e9, 3), 1..5),
        tokens in prop::collection::vec(any::<String>(), 0..4),
        spaced in any::<bool>(),
        chunk in chunk(),
    ) {
        let tokens: Vec<String> =
            tokens.iter().map(|token| token.chars().take(256).collect()).collect();
        let json = serde_json::json!({ "attention": rows, "tokens": tokens });
        let file =
            if spaced { serde_json::to_string_pretty(&json).unwrap() } else { json.to_string() };
        let contents = read(file.as_bytes(), chunk).unwrap();
        prop_assert_eq!(&contents.listing.tokens, &tokens);
        let (values, rows) = (&contents.values[0], rows);
        prop_assert_eq!(&values.shape, &[rows.len(), 3]);
        prop_assert_eq!(&values.data, &rows.concat());
    }

    #[test]
    fn tables_with_and_without_labels_are_read_back(
        rows in prop::collection::vec(prop::collection::vec(-1e9..1e9, 3), 1..5),
        (header, labels, tabs) in any::<(bool, bool, bool)>(),
        label in "[ -~\n\té]{0,6}x",
        chunk in chunk(),
    ) {
        let separator = if tabs { "\t" } else { "," };
        let quoted = format!("\"{}\"", label.replace('"', "\"\""));
        let mut lines = Vec::new();
        if header {
            let corner = if labels { vec![String::new()] } else { vec![] };
            lines.push([corner, vec![quoted.clone(); 3]].concat());
        }
        for row in &rows {
            let side = if labels { vec![quoted.clone()] } else { vec![] };
            lines.push([side, row.iter().map(f64::to_string).collect()].concat());
        }
        let lines: Vec<String> = lines.iter().map(|cells| cells.join(separator)).collect();
        let contents = read(lines.join("\r\n").as_bytes(), chunk).unwrap();
        prop_assert_eq!(&contents.values[0].data, &rows.concat());
        prop_assert_eq!(&contents.values[0].shape, &[rows.len(), 3]);
        let listing = contents.listing;
        prop_assert_eq!(listing.format, if tabs { Format::Tsv } else { Format::Csv });
        prop_assert_eq!(listing.tokens, vec![label.clone(); if labels { rows.len() } else { 0 }]);
        prop_assert_eq!(listing.key_tokens, vec![label; if header { 3 } else { 0 }]);
    }
}

#[test]
fn every_16_bit_float_has_the_value_of_its_definition() {
    let all: Vec<u8> = (0..=u16::MAX).flat_map(u16::to_le_bytes).collect();
    let entries = [
        ("half".to_owned(), "F16", vec![1 << 16], all.clone()),
        ("bfloat".to_owned(), "BF16", vec![1 << 16], all),
    ];
    let contents = read(&safetensors(&entries, ""), usize::MAX).unwrap();
    let value = |bits: u16, exponent_bits: u32, fraction_bits: u32| {
        // (-1)^sign · 2^(exponent - bias) · 1.fraction, by its definition.
        let bits = u32::from(bits);
        let bias = (1_i32 << (exponent_bits - 1)) - 1;
        let exponent = (bits >> fraction_bits & ((1 << exponent_bits) - 1)) as i32;
        let fraction =
            f64::from(bits & ((1 << fraction_bits) - 1)) / f64::from(1_u32 << fraction_bits);
        let size = match exponent {
            0 => fraction * 2_f64.powi(1 - bias),
            all_ones if all_ones == 2 * bias + 1 && fraction == 0.0 => f64::INFINITY,
            all_ones if all_ones == 2 * bias + 1 => f64::NAN,
            exponent => (1.0 + fraction) * 2_f64.powi(exponent - bias),
        };
        if bits >> 15 == 1 { -size } else { size }
    };
    for (index, (exponent_bits, fraction_bits)) in [(5, 10), (8, 7)].into_iter().enumerate() {
        for bits in 0..=u16::MAX {
            let (got, wanted) = (
                contents.values[index].data[usize::from(bits)],
                value(bits, exponent_bits, fraction_bits),
            );
            let same = got.to_bits() == wanted.to_bits() || got.is_nan() && wanted.is_nan();
            assert!(same, "{bits:04x}: {got:?}, expected {wanted:?}");
        }
    }
}
