//! RoPE and its scalings against `modeling_rope_utils.py` and the models of transformers.

use heedmap_attention::{
    Llama3Scaling, LongRopeScaling, MropeSections, QueryTemperature, Rope, RopeFrequencies,
    RopePairs, RopeRotation, RopeScaling, RopeSide, TensorError, TextRotation, YarnScaling,
};
use serde_json::Value;

fn fixture() -> Value {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/rope/rope.json");
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect()
}

fn integers(value: &Value) -> Vec<i64> {
    value.as_array().unwrap().iter().map(|x| x.as_i64().unwrap()).collect()
}

fn size(value: &Value) -> usize {
    usize::try_from(value.as_u64().unwrap()).unwrap()
}

/// The rule of a case, read as those of files are: by the names of transformers.
fn rope(case: &Value) -> Rope {
    let mut fields = case["parameters"].as_object().unwrap().clone();
    fields.insert("pairs".to_owned(), "half".into());
    for name in ["rope_type", "rope_theta"] {
        fields.insert(name.to_owned(), case[name].clone());
    }
    if case["rope_type"] == "dynamic" {
        let trained = case["max_position_embeddings"].clone();
        fields.insert("original_max_position_embeddings".to_owned(), trained);
    }
    serde_json::from_value(fields.into()).unwrap()
}

/// The powers are exact to a few units in the last place in 64 bits. In 32 bits, transformers rounds the
/// exponent, and a power's relative error is that of the exponent times ln(base), up to 14.
#[test]
fn every_scaling_has_the_frequencies_and_the_attention_factor_of_transformers() {
    let fixture = fixture();
    let cases = fixture["scalings"].as_array().unwrap();
    assert_eq!(cases.len(), 25);
    for case in cases {
        let name = case["name"].as_str().unwrap();
        let length = case["length"].as_u64().map_or(1, |length| length as usize);
        let (rope, features) = (rope(case), size(&case["features"]));
        let scaling = RopeScaling::of(&rope).unwrap();
        let found = RopeFrequencies::new(rope.base, features, &scaling, length).unwrap();

        let factor = case["attention_factor"].as_f64().unwrap();
        assert!((found.attention_factor - factor).abs() <= 1e-14 * factor, "{name}");
        for (wanted, bound) in [("frequencies", 2e-14), ("frequencies_f32", 2e-6)] {
            let wanted = numbers(&case[wanted]);
            assert_eq!(found.frequencies.len(), wanted.len(), "{name}");
            for (c, (found, wanted)) in found.frequencies.iter().zip(&wanted).enumerate() {
                assert!(
                    (found - wanted).abs() <= bound * wanted,
                    "{name}, pair {c}: {found} {wanted}"
                );
            }
        }
    }
}

fn assert_near(name: &str, found: &[f64], wanted: &[f64], bound: f64) {
    assert_eq!(found.len(), wanted.len(), "{name}");
    for (at, (found, wanted)) in found.iter().zip(wanted).enumerate() {
        assert!((found - wanted).abs() <= bound, "{name}, number {at}: {found} {wanted}");
    }
}

/// An angle at position 100000 has a rounding of 1e5 · 2e-16, and so have its cosine and its sine.
#[test]
fn rotations_are_those_of_llama_gpt_j_and_deepseek_v4() {
    let fixture = fixture();
    for case in fixture["rotations"].as_array().unwrap() {
        let name = case["name"].as_str().unwrap();
        let base = case["rope_theta"].as_f64().unwrap();
        let turned = size(&case["turned"]);
        let mut frequencies = RopeFrequencies::new(base, turned, &RopeScaling::Default, 1).unwrap();
        frequencies.attention_factor = case["attention_factor"].as_f64().unwrap();
        let half = case["pairs"] == "half";
        let rotation = RopeRotation::new(frequencies)
            .pairs(if half { RopePairs::Half } else { RopePairs::Interleaved })
            .side(if case["last"] == true { RopeSide::Last } else { RopeSide::First });
        let (features, positions) = (size(&case["features"]), integers(&case["positions"]));
        let mut rows = numbers(&case["x"]);
        let mut narrow: Vec<f32> = rows.iter().map(|&x| x as f32).collect();

        if case["back"] == true {
            rotation.turn_rows_back(&mut rows, features, &positions).unwrap();
            rotation.turn_rows_back(&mut narrow, features, &positions).unwrap();
        } else {
            rotation.turn_rows(&mut rows, features, &positions).unwrap();
            rotation.turn_rows(&mut narrow, features, &positions).unwrap();
        }

        let wanted = numbers(&case["y"]);
        assert_near(name, &rows, &wanted, 2e-10);
        let narrow: Vec<f64> = narrow.into_iter().map(f64::from).collect();
        assert_near(name, &narrow, &wanted, 2e-6);
    }
}

#[test]
fn sections_of_mrope_are_those_of_qwen2_vl_and_qwen3_vl() {
    let fixture = fixture();
    for case in fixture["sections"].as_array().unwrap() {
        let name = case["name"].as_str().unwrap();
        let (base, features) = (case["rope_theta"].as_f64().unwrap(), size(&case["features"]));
        let sizes: Vec<usize> = case["sections"].as_array().unwrap().iter().map(size).collect();
        let sections = MropeSections::new(sizes, case["interleaved"] == true);
        let frequencies = RopeFrequencies::new(base, features, &RopeScaling::Default, 1).unwrap();
        let rotation = RopeRotation::new(frequencies).sections(Some(sections));
        let mut rows = numbers(&case["x"]);
        rotation.turn_rows(&mut rows, features, &integers(&case["positions"])).unwrap();
        assert_near(name, &rows, &numbers(&case["y"]), 1e-12);
    }
}

#[test]
fn with_the_same_position_three_times_mrope_is_rope() {
    let frequencies = RopeFrequencies::new(10_000.0, 8, &RopeScaling::Default, 1).unwrap();
    let sections = MropeSections::new(vec![2, 1, 1], true);
    let rotation = RopeRotation::new(frequencies).sections(Some(sections));
    let mut rows: Vec<f64> = (0..16).map(f64::from).collect();
    let mut same = rows.clone();
    rotation.turn_rows(&mut rows, 8, &[5, 5, 5, 6, 6, 6]).unwrap();
    TextRotation::new(&Rope::default(), 8, 7).unwrap().turn(&mut same, 5).unwrap();
    assert_eq!(rows, same);
}

#[test]
fn the_temperature_of_queries_is_that_of_llama_4_and_ministral_3() {
    let fixture = fixture();
    for case in fixture["temperatures"].as_array().unwrap() {
        let name = case["name"].as_str().unwrap();
        let (scale, floor) = (case["scale"].as_f64().unwrap(), case["floor"].as_f64().unwrap());
        let temperature = match name {
            "Llama 4" => QueryTemperature::llama4(scale, floor),
            _ => QueryTemperature::ministral3(scale, floor as usize),
        };
        let positions = integers(&case["positions"]);
        let found: Vec<f64> = positions.iter().map(|&at| temperature.factor(at).unwrap()).collect();
        assert_near(name, &found, &numbers(&case["factors"]), 1e-15);
    }
    let mut queries = [1.0_f32, 2.0, 3.0, 4.0];
    QueryTemperature::llama4(0.1, 8.0).scale_rows(&mut queries, 2, 6).unwrap();
    let factor = (1.0 + 0.1 * 2.0_f64.ln()) as f32;
    assert_eq!(queries, [1.0, 2.0, 3.0 * factor, 4.0 * factor]);
}

fn refused(scaling: &RopeScaling) -> String {
    RopeFrequencies::new(10_000.0, 4, scaling, 1).unwrap_err().to_string()
}

#[test]
fn scalings_that_make_no_sense_are_refused_with_their_figures() {
    assert_eq!(
        refused(&RopeScaling::Linear { factor: 0.0 }),
        "the factor of the RoPE scaling is 0: it must be a finite number above 0"
    );
    assert_eq!(
        refused(&RopeScaling::Dynamic { factor: 2.0, max_position_embeddings: 0 }),
        "max_position_embeddings is 0: it must be a finite number above 0"
    );
    let longrope = LongRopeScaling::new(vec![1.0; 2], vec![1.0; 3], 2.0, 4096);
    assert_eq!(
        refused(&RopeScaling::LongRope(longrope)),
        "3 long factors for 2 pairs of features: each needs one"
    );
    let mut llama3 = Llama3Scaling::new(8.0, 8192);
    llama3.low_freq_factor = 4.0;
    assert_eq!(refused(&RopeScaling::Llama3(llama3)), "high_freq_factor is 4: it must be above 4");
    assert_eq!(
        refused(&RopeScaling::Proportional { partial_rotary_factor: 1.5, factor: 1.0 }),
        "partial_rotary_factor is 1.5: it must be from 0 to 1"
    );
    let yarn = RopeScaling::Yarn(YarnScaling::new(8.0, 4096));
    let error = RopeFrequencies::new(1.0, 4, &yarn, 1).unwrap_err();
    assert_eq!(error.to_string(), "the base of RoPE with YaRN is 1: it must be above 1");
    assert_eq!(
        RopeFrequencies::new(10_000.0, 3, &RopeScaling::Default, 1),
        Err(TensorError::Pairs { turned: 3, features: 3 })
    );
}

#[test]
fn rotations_that_do_not_fit_are_refused_with_their_figures() {
    let frequencies = RopeFrequencies::new(10_000.0, 4, &RopeScaling::Default, 1).unwrap();
    let rotation = RopeRotation::new(frequencies);
    let refused = |rotation: &RopeRotation, features: usize, positions: &[i64]| {
        rotation.turn_rows(&mut [0.0; 12], features, positions).unwrap_err().to_string()
    };
    assert_eq!(refused(&rotation, 2, &[0; 6]), "4 of 2 features cannot be turned in pairs");
    assert_eq!(refused(&rotation, 4, &[0; 2]), "2 positions for 3 rows: each needs one");
    assert_eq!(
        refused(&rotation, 5, &[0; 2]),
        "what RoPE rotates is 2 x 5, 10 cells, but 12 numbers were given"
    );
    let sections = rotation.sections(Some(MropeSections::new(vec![2, 1], false)));
    assert_eq!(
        refused(&sections, 4, &[0; 6]),
        "mrope_section is [2, 1], which must sum to the 2 pairs of features that are rotated"
    );
}

#[test]
fn two_features_have_one_pair_which_dynamic_scaling_does_not_change() {
    let dynamic = RopeScaling::Dynamic { factor: 4.0, max_position_embeddings: 8 };
    let found = RopeFrequencies::new(10_000.0, 2, &dynamic, 100).unwrap();
    assert_eq!(found.frequencies, [1.0]);
}
