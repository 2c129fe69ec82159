//! The meaning of each option, on rows that can be computed mentally; and invalid inputs.
#![allow(clippy::unwrap_used)]

use heedmap_attention::streaming::{
    Causal, HeadWeights, StreamingError, StreamingOptions, Vectors, weights,
};
use heedmap_attention::{Rope, Scale, TensorError};

/// Queries and keys that all match equally, so that a row shows which keys its query sees.
fn seen(queries: usize, keys: usize, options: &StreamingOptions) -> Vec<String> {
    let (q, k) = (vec![1.0; queries], vec![1.0; keys]);
    let (q, k) = (Vectors { cells: &q, size: 1 }, Vectors { cells: &k, size: 1 });
    let found = weights(q, k, options).unwrap();
    let shown = |weight: &f32| if *weight > 0.0 { 'x' } else { '.' };
    found.chunks(keys).map(|row| row.iter().map(shown).collect()).collect()
}

#[test]
fn a_causal_mask_counts_from_the_chosen_corner() {
    let causal = |causal| StreamingOptions::default().causal(causal);
    assert_eq!(seen(2, 4, &causal(Causal::None)), ["xxxx", "xxxx"]);
    assert_eq!(seen(2, 4, &causal(Causal::UpperLeft)), ["x...", "xx.."]);
    assert_eq!(seen(2, 4, &causal(Causal::LowerRight)), ["xxx.", "xxxx"]);
    assert_eq!(seen(4, 2, &causal(Causal::LowerRight)), ["..", "..", "x.", "xx"]);
}

#[test]
fn a_window_has_the_query_s_own_key_and_the_keys_before_it() {
    let window =
        |causal, offset| StreamingOptions::default().causal(causal).window(Some(2)).offset(offset);
    assert_eq!(seen(3, 3, &window(Causal::UpperLeft, 0)), ["x..", "xx.", ".xx"]);
    assert_eq!(seen(2, 4, &window(Causal::LowerRight, 2)), [".xx.", "..xx"]);
    assert_eq!(seen(2, 4, &window(Causal::None, 0)), ["xx..", "xxx."]);
    assert_eq!(seen(2, 4, &window(Causal::None, 2)), [".xxx", "..xx"]);
    assert_eq!(seen(2, 4, &window(Causal::None, 9)), ["....", "...."]);
    assert_eq!(seen(2, 4, &window(Causal::None, i64::MAX)), ["....", "...."]);
    assert_eq!(seen(2, 4, &window(Causal::None, i64::MIN)), ["....", "...."]);
    let widest = StreamingOptions::default().window(Some(usize::MAX));
    assert_eq!(seen(2, 4, &widest), ["xxxx", "xxxx"]);
}

#[test]
fn an_unseen_key_contributes_nothing_and_nan_in_a_seen_key_affects_its_row_alone() {
    let (q, k) = ([1.0, 1.0, 1.0], [1.0, f32::NAN, f32::INFINITY]);
    let (q, k) = (Vectors { cells: &q, size: 1 }, Vectors { cells: &k, size: 1 });
    let found = weights(q, k, &StreamingOptions::default().causal(Causal::UpperLeft));
    let found = found.unwrap();
    assert_eq!(found[..3], [1.0, 0.0, 0.0]);
    assert!(found[3..].iter().all(|weight| weight.is_nan()), "{found:?}");
}

#[test]
fn empty_inputs_give_empty_results() {
    let none = Vectors { cells: &[], size: 2 };
    let two = Vectors { cells: &[1.0; 4], size: 2 };
    assert_eq!(weights(none, two, &StreamingOptions::default()).unwrap(), []);
    assert_eq!(weights(two, none, &StreamingOptions::default()).unwrap(), []);
    let head = HeadWeights::new(two, none, &StreamingOptions::default()).unwrap();
    assert_eq!((head.queries(), head.keys(), head.row(1, &mut [])), (2, 0, Ok(())));
}

#[test]
fn invalid_inputs_are_rejected_in_one_sentence() {
    let vectors = |cells, size| Vectors { cells, size };
    let two = vectors(&[1.0; 6], 2);
    let refused =
        |q, k, options: &StreamingOptions| weights(q, k, options).unwrap_err().to_string();
    let plain = StreamingOptions::default();
    assert_eq!(refused(vectors(&[], 0), two, &plain), "q has 0 features, and needs at least 1");
    assert_eq!(
        refused(two, vectors(&[1.0; 5], 2), &plain),
        "k has 5 numbers, which cannot be divided into vectors of 2"
    );
    assert_eq!(
        refused(two, vectors(&[1.0; 6], 3), &plain),
        "q has 2 features but k has 3: they must agree"
    );
    let with = |options: StreamingOptions| refused(two, two, &options);
    assert_eq!(with(plain.window(Some(0))), "the window holds 0 keys, and needs at least 1");
    assert_eq!(with(plain.softcap(f64::NAN)), "the softcap is NaN: it must be a finite number");
    assert_eq!(
        with(plain.scale(Scale::Factor(1e39))),
        "the scale factor is 1e39: it must be a finite number"
    );
    let rope = Some(Rope::default().features(Some(4)));
    assert_eq!(with(plain.rope(rope)), "4 of 2 features cannot be turned in pairs");
    let many = vec![1.0; 1 << 16];
    assert!(matches!(
        weights(vectors(&many, 1), vectors(&many, 1), &plain),
        Err(StreamingError::Tensor(TensorError::TooLarge { .. }))
    ));
}

#[test]
fn a_row_that_does_not_exist_or_has_the_wrong_length_is_rejected() {
    let two = Vectors { cells: &[1.0; 4], size: 2 };
    let head = HeadWeights::new(two, two, &StreamingOptions::default()).unwrap();
    let error = head.row(2, &mut [0.0; 2]).unwrap_err();
    assert_eq!(error.to_string(), "query 2 is out of range: there are 2, counted from 0");
    let error = head.row(0, &mut [0.0; 3]).unwrap_err();
    assert_eq!(error.to_string(), "the row has room for 3 weights, but there are 2 keys");
}
