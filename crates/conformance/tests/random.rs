//! The generator, compared with numbers that NumPy drew.

use heedmap_attention::random::RandomState;
use heedmap_conformance::{Drawn, run_call};
use serde_json::Value;

/// A file of the repository's `fixtures` folder.
fn fixture(name: &str) -> Value {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/");
    serde_json::from_str(&std::fs::read_to_string(format!("{path}{name}")).unwrap()).unwrap()
}

/// The number of floats between two floats.
fn units_apart(a: f64, b: f64) -> u64 {
    // After this conversion, the bits of floats have the order of the floats.
    let place = |value: f64| {
        let bits = value.to_bits() as i64;
        if bits < 0 { i64::MIN - bits } else { bits }
    };
    place(a).abs_diff(place(b))
}

/// Runs one call and compares it: integers and uniform floats exactly; normal floats within 2 units
/// in the last place, because NumPy uses the platform's logarithm, which may be off by one.
#[track_caller]
fn assert_draws(seed: &str, state: &mut RandomState, call: &str, expected: &Value) {
    let expected = expected.as_array().unwrap();
    match run_call(state, call, expected.len()).unwrap() {
        Drawn::Integers(got) => {
            let expected: Vec<i64> = expected.iter().map(|value| value.as_i64().unwrap()).collect();
            assert_eq!(got, expected, "seed {seed}, {call}");
        }
        Drawn::Floats(got) => {
            let expected: Vec<f64> = expected.iter().map(|value| value.as_f64().unwrap()).collect();
            let is_uniform = ["rand(", "rand", "random", "uniform"].iter().any(|name| {
                call == *name || (call.starts_with(name) && !call.starts_with("randn"))
            });
            let most = if is_uniform { 0 } else { 2 };
            let near = got.len() == expected.len()
                && got.iter().zip(&expected).all(|(&a, &b)| units_apart(a, b) <= most);
            assert!(near, "seed {seed}, {call}: got {got:?}\nexpected {expected:?}");
        }
    }
}

#[test]
fn every_call_of_the_fixture_draws_numpy_s_numbers() {
    let fixture = fixture("numpy_random.json");
    let mut calls = 0;
    for (seed, cases) in fixture["seeds"].as_object().unwrap() {
        let state = RandomState::new(seed.parse::<u64>().unwrap()).unwrap();
        for (call, expected) in cases.as_object().unwrap() {
            if call == "sequences" {
                continue;
            }
            assert_draws(seed, &mut state.clone(), call, expected);
            calls += 1;
        }
    }
    assert!(calls > 100, "the fixture has {calls} calls");
}

#[test]
fn every_call_of_a_sequence_continues_the_stream_of_the_last() {
    let fixture = fixture("numpy_random.json");
    for (seed, cases) in fixture["seeds"].as_object().unwrap() {
        for sequence in cases["sequences"].as_array().unwrap() {
            let mut state = RandomState::new(seed.parse::<u64>().unwrap()).unwrap();
            for step in sequence.as_array().unwrap() {
                assert_draws(seed, &mut state, step["call"].as_str().unwrap(), &step["values"]);
            }
        }
    }
}
