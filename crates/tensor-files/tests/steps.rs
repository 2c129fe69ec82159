//! Tensors in 8 bits, whose bytes are indexes of steps.

use crate::support::write::safetensors;
use crate::support::{CHUNKS, open, read, slice};
use heedmap_tensor_files::{Pick, Steps};

fn file(dtype: &str, steps: &str) -> Vec<u8> {
    let metadata = serde_json::json!({ "byte_steps": steps }).to_string();
    let bytes = if dtype == "U8" { 6 } else { 12 };
    let data = [0, 1, 2, 254, 255, 10, 3, 0, 0, 0, 0, 0][..bytes].to_vec();
    let sides = vec![2, 3];
    safetensors(&[("attention".to_owned(), dtype, sides, data)], &metadata)
}

#[test]
fn bytes_are_read_as_low_plus_step_times_their_power_and_255_as_nan() {
    for (power, wanted) in
        [(1, [0.5, 0.75, 1.0, 64.0, f32::NAN, 3.0]), (2, [0.5, 0.75, 1.5, 16129.5, f32::NAN, 25.5])]
    {
        let file = file(
            "U8",
            &format!(r#"{{"attention": {{"low": 0.5, "step": 0.25, "power": {power}}}}}"#),
        );
        for chunk in CHUNKS {
            let contents = read(&file, chunk).unwrap();
            let values: Vec<f32> =
                contents.values[0].data.iter().map(|&value: &f64| value as f32).collect();
            assert_eq!(format!("{values:?}"), format!("{wanted:?}"), "{power}, {chunk} bytes");
            assert_eq!(contents.values[0].non_finite, 1);
            let steps = Steps { low: 0.5, step: 0.25, power };
            assert_eq!(contents.listing.tensors[0].steps, Some(steps));
        }
    }
}

#[test]
fn only_the_bytes_of_a_part_are_read_and_decoded() {
    let file = file("U8", r#"{"attention": {"low": -1, "step": 0.5, "power": 1}}"#);
    let listing = open(&file, usize::MAX).unwrap();
    let part = slice::<f32>(&file, &listing, 0, &[Pick::All, Pick::At(0)], 1).unwrap();
    assert_eq!(part.data, [-1.0, 126.0]);
    let row = listing.slice::<f32>(0, &[Pick::At(1)]).unwrap();
    assert_eq!(row.need().unwrap().length, 3);
}

#[test]
fn without_steps_bytes_are_whole_numbers() {
    let file = file("U8", "{}");
    assert_eq!(read(&file, 7).unwrap().values[0].data, [0.0, 1.0, 2.0, 254.0, 255.0, 10.0]);
}

#[test]
fn malformed_steps_are_rejected_with_the_reason() {
    let one = r#""low": 0, "step": 1"#;
    for (dtype, steps, why) in [
        ("U8", "", "ends"),
        ("U8", "7", "an object belongs here"),
        ("U8", r#"{"attention": {"low": 0, "step": 1}}"#, "steps need low, step and power"),
        ("U8", &format!(r#"{{"attention": {{{one}, "power": 3}}}}"#), "is 1 or 2, not 3"),
        ("U8", &format!(r#"{{"attention": {{{one}, "power": 1, "low": 0}}}}"#), "occurs twice"),
        ("U8", &format!(r#"{{"attention": {{{one}, "power": 1, "a": 0}}}}"#), "`a` is not a field"),
        ("U8", r#"{"attention": {"low": 1e300, "step": 1, "power": 1}}"#, "exceed 32-bit floats"),
        ("U8", r#"{"attention": {"low": 0, "step": 1e37, "power": 2}}"#, "exceed 32-bit floats"),
        ("U8", r#"{"attention": {"low": "0", "step": 1, "power": 2}}"#, "a number"),
        ("U8", &format!(r#"{{"other": {{{one}, "power": 1}}}}"#), "no tensor of this name"),
        ("I16", &format!(r#"{{"attention": {{{one}, "power": 1}}}}"#), "U8, not I16"),
    ] {
        let error = open(&file(dtype, steps), usize::MAX).unwrap_err();
        assert!(error.to_string().contains(why), "{steps}: {error}");
        let class = if why == "occurs twice" { "duplicate" } else { "header" };
        assert_eq!(error.class(), class, "{steps}");
    }
}
