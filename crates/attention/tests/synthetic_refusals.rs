//! Synthetic tokens, and invalid inputs.

use heedmap_attention::synthetic::{Alibi, SyntheticError, SyntheticScores, Tokens, View};

#[test]
fn tokens_match_those_of_numpy() {
    // np.random.RandomState(42).randn(2, 2, 2)
    let mut tokens = Tokens::new(42.0, 2).unwrap();
    tokens.draw(1);
    tokens.draw(2);
    let shown = |numbers: &[f64]| numbers.iter().map(|x| format!("{x:.8}")).collect::<Vec<_>>();
    assert_eq!(shown(tokens.query(0)), ["0.49671415", "-0.13826430"]);
    assert_eq!(shown(tokens.key(0)), ["0.64768854", "1.52302986"]);
    assert_eq!(shown(tokens.query(1)), ["-0.23415337", "-0.23413696"]);
    assert_eq!(shown(tokens.key(1)), ["1.57921282", "0.76743473"]);
    assert!(tokens.key(2).is_empty());
}

#[test]
fn invalid_inputs_are_rejected_with_the_figures() {
    let sentence = |error: SyntheticError| error.to_string();
    assert_eq!(
        sentence(Tokens::new(1.0, 0).unwrap_err()),
        "the number of features is 0: it must be 1 to 256"
    );
    assert!(matches!(SyntheticScores::new(-1.0, 4), Err(SyntheticError::Seed(_))));
    assert!(matches!(SyntheticScores::new(f64::NAN, 4), Err(SyntheticError::Seed(_))));
    let none = Alibi::new(0, 0).unwrap_err();
    assert_eq!(sentence(none), "the number of heads of ALiBi is 0: it must be 1 to 1024");
    let beyond = Alibi::new(8, 8).unwrap_err();
    assert_eq!(sentence(beyond), "head 8 is out of range: there are 8, counted from 0");

    let mut scores = SyntheticScores::new(1.0, 4).unwrap();
    let view = View { queries: 4, keys: 4, shown: 4, rows: 4, cols: 4, alibi: None };
    let mut refused = |view: View| scores.pool(&view, std::iter::empty()).unwrap_err();
    for (view, name) in [
        (View { queries: 0, ..view }, "queries"),
        (View { keys: 2049, ..view }, "keys"),
        (View { rows: 5, ..view }, "pixel rows"),
        (View { cols: 0, ..view }, "pixel columns"),
    ] {
        assert!(
            matches!(refused(view), SyntheticError::Count { name: of, .. } if of == name),
            "{name}"
        );
    }
    let many = refused(View { shown: 5, ..view });
    assert_eq!(sentence(many), "5 queries are shown, but there are 4");
    let far = scores.row(4, (4, 4), None, &[]).unwrap_err();
    assert_eq!(sentence(far), "query 4 is out of range: there are 4, counted from 0");
}

#[test]
fn missing_rows_of_a_mask_forbid_everything() {
    let view = View { queries: 3, keys: 3, shown: 2, rows: 3, cols: 3, alibi: None };
    let pooled = SyntheticScores::new(1.0, 4).unwrap().pool(&view, std::iter::empty()).unwrap();
    assert_eq!((pooled.empty_queries, pooled.largest_weight), (2, 0.0));
    assert_eq!((pooled.shares, view.rows_shown()), (vec![0.0; 6], 2));
}
