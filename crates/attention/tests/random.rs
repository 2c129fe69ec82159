//! The generator's methods, compared with numbers that NumPy drew. `crates/conformance` runs every call
//! of the fixture.

use crate::support::{fixture, numbers};
use heedmap_attention::random::{Distribution, Draw, RandomState, draw};
use heedmap_attention::{Error, SeedError};

/// The number of floats between two floats.
fn units_apart(a: f64, b: f64) -> u64 {
    // After this conversion, the bits of floats have the order of the floats.
    let place = |value: f64| {
        let bits = value.to_bits() as i64;
        if bits < 0 { i64::MIN - bits } else { bits }
    };
    place(a).abs_diff(place(b))
}

#[test]
fn the_methods_draw_the_numbers_of_numpy() {
    let cases = fixture("numpy_random.json")["seeds"]["12"].take();
    let mut random = RandomState::new(12).unwrap();
    for expected in numbers(&cases["rand"]) {
        assert_eq!(random.rand().to_bits(), expected.to_bits());
    }
    random.restart();
    for expected in numbers(&cases["randn"]) {
        assert!(units_apart(random.randn(), expected) <= 2);
    }
    random.restart();
    for expected in cases["raw_u32"].as_array().unwrap() {
        assert_eq!(Some(u64::from(random.next_u32())), expected.as_u64());
    }
    random.restart();
    let order = cases["permutation(10)"].as_array().unwrap();
    let order: Vec<i64> = order.iter().map(|place| place.as_i64().unwrap()).collect();
    assert_eq!(random.permutation(10).unwrap(), order);
}

#[test]
fn a_drawn_matrix_is_filled_in_row_major_order_and_multiplied_after_drawing() {
    let mut random = RandomState::new(42).unwrap();
    let distribution = Distribution::Uniform { low: -1.0, high: 1.0 };
    let wanted = Draw { distribution, factor: Some(0.5), rows: 2, cols: 3 };
    let got = draw(&mut random, &wanted).unwrap();
    random.restart();
    for i in 0..2 {
        for j in 0..3 {
            assert_eq!(got[(i, j)], 0.5 * random.uniform(-1.0, 1.0).unwrap());
        }
    }
}

#[test]
fn a_seed_that_numpy_rejects_is_rejected_with_its_value() {
    for seed in [-1_i128, 1 << 32] {
        let error = RandomState::new(seed).unwrap_err();
        assert_eq!(error, SeedError::OutOfRange { seed });
    }
    assert_eq!(
        RandomState::from_number(4_294_967_296.0).unwrap_err().to_string(),
        "seed 4294967296 is out of range: NumPy takes 0 to 4294967295"
    );
    for seed in [0.5, f64::NAN, f64::INFINITY] {
        let refused = RandomState::from_number(seed);
        assert!(matches!(refused, Err(SeedError::NotWhole { .. })), "{seed} gave {refused:?}");
    }
    assert!(RandomState::from_number(4_294_967_295.0).is_ok());
    assert!(matches!(RandomState::from_number(1e300), Err(SeedError::OutOfRange { .. })));
}

#[test]
fn bounds_that_numpy_rejects_are_rejected_with_their_values() {
    let mut random = RandomState::new(0).unwrap();
    let sentences = [
        (random.randint(3, 3), "randint from 3 up to, not including, 3 has no integer to draw"),
        (random.randint(i64::MIN, i64::MIN), "randint from -9223372036854775808 up to"),
        (random.randint(0, 1_i128 << 64), "leaves the 64-bit integers"),
        (random.randint(i128::MIN, i128::MAX), "leaves the 64-bit integers"),
    ];
    for (refused, sentence) in sentences {
        let refused = refused.unwrap_err().to_string();
        assert!(refused.contains(sentence), "{refused}");
    }
    let deviation = random.normal(0.0, -0.5).unwrap_err();
    assert_eq!(deviation.to_string(), "normal with deviation -0.5: it must not be negative");
    assert!(matches!(random.uniform(-1e308, 1e308), Err(Error::UniformRange { .. })));
    assert!(matches!(random.permutation(usize::MAX), Err(Error::TooManyValues { .. })));
    // The whole range of 64 bits is allowed.
    assert!(random.randint(i64::MIN, i128::from(i64::MAX) + 1).is_ok());
}

/// Population, count, replacement, probabilities, and the expected message.
type Case<'a> = (u64, usize, bool, Option<&'a [f64]>, &'a str);

#[test]
fn impossible_choices_are_rejected_with_the_figures() {
    let mut random = RandomState::new(0).unwrap();
    let cases: [Case; 7] = [
        (0, 1, true, None, "choice of 1 from a population of 0"),
        (3, 4, false, None, "choice of 4 without replacement from a population of 3"),
        (3, 1, true, Some(&[0.5, 0.5]), "2 probabilities for a population of 3"),
        (2, 1, true, Some(&[1.5, -0.5]), "probability 1 is -0.5"),
        (2, 1, true, Some(&[1.0, f64::NAN]), "probability 1 is NaN"),
        (2, 1, true, Some(&[0.5, 0.4]), "the probabilities add up to 0.9"),
        (3, 2, false, Some(&[1.0, 0.0, 0.0]), "but 1 probabilities are not 0"),
    ];
    for (population, count, replace, probabilities, sentence) in cases {
        let refused = random.choice(population, count, replace, probabilities);
        let refused = refused.unwrap_err().to_string();
        assert!(refused.contains(sentence), "{refused}");
    }
    assert_eq!(random.choice(0, 0, true, None), Ok(vec![]));
    assert_eq!(random.choice(0, 0, true, Some(&[])), Err(Error::ProbabilitySum { total: 0.0 }));
}

#[test]
fn a_uniform_number_is_the_low_end_plus_a_share_of_the_width() {
    let (mut uniform, mut plain) = (RandomState::new(7).unwrap(), RandomState::new(7).unwrap());
    for (low, high) in [(2.0, 6.0), (-3.0, 0.0), (5.0, 1.0)] {
        assert_eq!(uniform.uniform(low, high).unwrap(), low + (high - low) * plain.rand());
    }
}
