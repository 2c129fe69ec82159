//! The meaning of each option, on rows that can be computed mentally; and invalid inputs.

use heedmap_attention::streaming::{HeadWeights, StreamingError, Vectors, weights};
use heedmap_attention::{AttentionRule, Causal, Rope, TensorError, Window};

/// Queries and keys that all match equally, so that a row shows which keys its query sees.
fn seen(queries: usize, keys: usize, options: &AttentionRule) -> Vec<String> {
    let (q, k) = (vec![1.0; queries], vec![1.0; keys]);
    let (q, k) = (Vectors { cells: &q, size: 1 }, Vectors { cells: &k, size: 1 });
    let found = weights(q, k, options).unwrap();
    let shown = |weight: &f32| if *weight > 0.0 { 'x' } else { '.' };
    found.chunks(keys).map(|row| row.iter().map(shown).collect()).collect()
}

#[test]
fn a_causal_mask_counts_from_the_chosen_corner() {
    let causal = |causal| AttentionRule { causal, ..AttentionRule::default() };
    assert_eq!(seen(2, 4, &causal(Causal::None)), ["xxxx", "xxxx"]);
    assert_eq!(seen(2, 4, &causal(Causal::UpperLeft)), ["x...", "xx.."]);
    assert_eq!(seen(2, 4, &causal(Causal::LowerRight)), ["xxx.", "xxxx"]);
    assert_eq!(seen(4, 2, &causal(Causal::LowerRight)), ["..", "..", "x.", "xx"]);
}

#[test]
fn a_window_has_the_query_s_own_key_and_the_keys_before_it() {
    let window = |causal, offset| AttentionRule {
        causal,
        window: Some(Window::of(2)),
        offset: Some(offset),
        ..AttentionRule::default()
    };
    assert_eq!(seen(3, 3, &window(Causal::UpperLeft, 0)), ["x..", "xx.", ".xx"]);
    assert_eq!(seen(2, 4, &window(Causal::LowerRight, 2)), [".xx.", "..xx"]);
    assert_eq!(seen(2, 4, &window(Causal::None, 0)), ["xx..", "xxx."]);
    assert_eq!(seen(2, 4, &window(Causal::None, 2)), [".xxx", "..xx"]);
    assert_eq!(seen(2, 4, &window(Causal::None, 9)), ["....", "...."]);
    assert_eq!(seen(2, 4, &window(Causal::None, i64::MAX)), ["....", "...."]);
    assert_eq!(seen(2, 4, &window(Causal::None, i64::MIN)), ["....", "...."]);
    let widest = AttentionRule { window: Some(Window::of(usize::MAX)), ..AttentionRule::default() };
    assert_eq!(seen(2, 4, &widest), ["xxxx", "xxxx"]);
}

#[test]
fn an_unseen_key_contributes_nothing_and_nan_in_a_seen_key_affects_its_row_alone() {
    let (q, k) = ([1.0, 1.0, 1.0], [1.0, f32::NAN, f32::INFINITY]);
    let (q, k) = (Vectors { cells: &q, size: 1 }, Vectors { cells: &k, size: 1 });
    let found =
        weights(q, k, &AttentionRule { causal: Causal::UpperLeft, ..AttentionRule::default() });
    let found = found.unwrap();
    assert_eq!(found[..3], [1.0, 0.0, 0.0]);
    assert!(found[3..].iter().all(|weight| weight.is_nan()), "{found:?}");
}

#[test]
fn empty_inputs_give_empty_results() {
    let none = Vectors { cells: &[], size: 2 };
    let two = Vectors { cells: &[1.0; 4], size: 2 };
    assert!(weights(none, two, &AttentionRule::default()).unwrap().is_empty());
    assert!(weights(two, none, &AttentionRule::default()).unwrap().is_empty());
    let head = HeadWeights::new(two, none, &AttentionRule::default()).unwrap();
    assert_eq!((head.queries(), head.keys(), head.row(1, &mut [])), (2, 0, Ok(())));
}

#[test]
fn invalid_inputs_are_rejected_in_one_sentence() {
    let vectors = |cells, size| Vectors { cells, size };
    let two = vectors(&[1.0; 6], 2);
    let refused = |q, k, options: &AttentionRule| weights(q, k, options).unwrap_err().to_string();
    let plain = AttentionRule::default();
    assert_eq!(refused(vectors(&[], 0), two, &plain), "q has 0 features, and needs at least 1");
    assert_eq!(
        refused(two, vectors(&[1.0; 5], 2), &plain),
        "k has 5 numbers, which cannot be divided into vectors of 2"
    );
    assert_eq!(
        refused(two, vectors(&[1.0; 6], 3), &plain),
        "q has 2 features but k has 3: they must agree"
    );
    let with = |rule: AttentionRule| refused(two, two, &rule);
    let plain = AttentionRule::default;
    let softcap = Some(f64::NAN);
    assert_eq!(
        with(AttentionRule { softcap, ..plain() }),
        "the softcap is NaN: it must be a finite number"
    );
    assert_eq!(
        with(AttentionRule { scale: Some(1e39), ..plain() }),
        "the scale factor is 1e39: it must be a finite number"
    );
    let temperature = with(AttentionRule { temperature: Some(0.0), ..plain() });
    assert!(temperature.contains("temperature"), "{temperature}");
    let rope = Some(Rope { dim: Some(4), ..Rope::default() });
    assert_eq!(
        with(AttentionRule { rope, ..plain() }),
        "4 of 2 features cannot be turned in pairs"
    );
    let mask = Some("causal and prefix(2)".to_owned());
    assert_eq!(
        with(AttentionRule { mask, ..plain() }),
        "the rule has the mask expression causal and prefix(2): pass the keys that each query sees"
    );
    let many = vec![1.0; 1 << 16];
    assert!(matches!(
        weights(vectors(&many, 1), vectors(&many, 1), &plain()),
        Err(StreamingError::Tensor(TensorError::TooLarge { .. }))
    ));
}

#[test]
fn a_row_that_does_not_exist_or_has_the_wrong_length_is_rejected() {
    let two = Vectors { cells: &[1.0; 4], size: 2 };
    let head = HeadWeights::new(two, two, &AttentionRule::default()).unwrap();
    let error = head.row(2, &mut [0.0; 2]).unwrap_err();
    assert_eq!(error.to_string(), "query 2 is out of range: there are 2, counted from 0");
    let error = head.row(0, &mut [0.0; 3]).unwrap_err();
    assert_eq!(error.to_string(), "the row has room for 3 weights, but there are 2 keys");
}

#[test]
fn ranges_that_overlap_or_do_not_exist_are_rejected() {
    let two = Vectors { cells: &[1.0; 4], size: 2 };
    let head = HeadWeights::new(two, two, &AttentionRule::default()).unwrap();
    for ranges in [[0..1, 0..2], [1..2, 0..1], [0..1, 1..3]] {
        let error = head.row_over(0, &ranges, &mut [0.0; 2]).unwrap_err();
        assert_eq!(error.to_string(), "the keys of query 0 are no ascending ranges of 2 keys");
    }
}

#[test]
fn a_slope_lowers_the_scores_of_distant_keys() {
    let (q, k) = (Vectors { cells: &[0.0], size: 1 }, Vectors { cells: &[0.0; 3], size: 1 });
    let rule = AttentionRule { slope: Some(1.0), offset: Some(2), ..AttentionRule::default() };
    let found = weights(q, k, &rule).unwrap();
    let terms = [(-2.0_f64).exp(), (-1.0_f64).exp(), 1.0];
    let sum: f64 = terms.iter().sum();
    for (weight, term) in found.iter().zip(terms) {
        assert!((f64::from(*weight) - term / sum).abs() < 1e-6, "{found:?}");
    }
}
