//! Parsing, writing, and the columns of errors.

use heedmap_masks::{
    CLAUSES, ClauseProblem, Error, Expected, Expr, MAX_CLAUSES, MAX_DEPTH, MAX_DRAWN, MAX_TEXT,
    Mask, PRESETS, ParseProblem, Shape, parse,
};
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn a_written_expression_is_parsed_back_unchanged(mask in crate::support::mask()) {
        let text = mask.expr().to_string();
        prop_assert_eq!(&parse(&text).unwrap().expr, mask.expr(), "{}", text);
    }

    #[test]
    fn no_text_makes_the_parser_panic(text in ".{0,60}") {
        let _ = parse(&text);
    }

    #[test]
    fn no_sequence_of_valid_tokens_makes_the_parser_panic(
        pieces in prop::collection::vec(
            prop::sample::select(vec![
                "causal", "window", "global", "cells", "offset", "lower_right", "and", "or", "not",
                "(", ")", ",", ":", "=", "-", "1", "7", "99999999999999999999", " ", "é",
            ]),
            0..12,
        ),
    ) {
        if let Ok(parsed) = parse(&pieces.concat()) {
            let again = parse(&parsed.expr.to_string()).unwrap();
            prop_assert_eq!(again.expr, parsed.expr);
        }
    }

    #[test]
    fn every_prefix_of_an_expression_is_parsed_or_has_an_error_column(
        mask in crate::support::mask(),
        part in 0.0..1.0_f64,
    ) {
        let text = mask.expr().to_string();
        let beginning = &text[..(part * text.len() as f64) as usize];
        if let Err(Error::Parse { column, .. }) = parse(beginning) {
            prop_assert!((1..=beginning.chars().count() + 1).contains(&column));
        }
    }
}

/// The text of the parsed expression.
fn written(text: &str) -> String {
    parse(text).unwrap_or_else(|error| unreachable!("{text}: {error}")).expr.to_string()
}

#[test]
fn not_binds_tighter_than_and_and_and_tighter_than_or() {
    for (long, short) in [
        ("((causal))", "causal"),
        ("(not all) and none or causal", "not all and none or causal"),
        ("((not all) and none) or causal", "not all and none or causal"),
        ("not (all and none) or causal", "not (all and none) or causal"),
        ("not all and (none or causal)", "not all and (none or causal)"),
        ("all and (none and causal)", "all and (none and causal)"),
        ("(all or none) or causal", "(all or none) or causal"),
        ("not not (not all)", "not not not all"),
    ] {
        assert_eq!(written(long), short);
    }
    let three = parse("all and none and causal").unwrap().expr;
    assert!(matches!(three, Expr::And(operands) if operands.len() == 3));
}

#[test]
fn arguments_are_written_in_a_canonical_form() {
    for (free, strict) in [
        (" CAUSAL ( Upper_Left )", "causal"),
        ("causal()", "causal"),
        ("causal(offset = -3)", "causal(offset=-3)"),
        ("window( 6,lower_right )", "window(6, lower_right)"),
        ("window(-1,-1)", "window(-1, -1)"),
        ("global(7-7, 0 - 2)", "global(7, 0-2)"),
        ("cells(1 : 2, 3-5:0-4)", "cells(1:2, 3-5:0-4)"),
        ("all\n\tor none", "all or none"),
    ] {
        assert_eq!(written(free), strict);
    }
}

#[test]
fn the_parser_reports_the_columns_of_clauses() {
    let parsed = parse("causal and\u{a0}(window(6) or not global( 0 ))").unwrap();
    assert_eq!(parsed.columns, [1..7, 13..22, 30..41]);
}

#[test]
fn the_parser_reports_the_columns_of_groups_with_their_brackets() {
    let groups = |text: &str| {
        let all: Vec<char> = text.chars().collect();
        let part = |columns: &std::ops::Range<usize>| {
            all[columns.start - 1..columns.end - 1].iter().collect::<String>()
        };
        parse(text).unwrap().groups.iter().map(part).collect::<Vec<_>>()
    };
    for (text, expected) in [
        ("causal", vec![]),
        ("(causal)", vec![]),
        (
            "causal and (window(6) or global( 0 ))",
            vec!["(window(6) or global( 0 ))", "causal and (window(6) or global( 0 ))"],
        ),
        ("all and none or causal", vec!["all and none", "all and none or causal"]),
        (
            "not ((all or none)) and (not (all and causal))",
            vec![
                "((all or none))",
                "(all and causal)",
                "not ((all or none)) and (not (all and causal))",
            ],
        ),
    ] {
        assert_eq!(groups(text), expected, "{text}");
    }
}

/// The column and the problem of a text that is not an expression.
fn rejected(text: &str) -> (usize, ParseProblem) {
    match parse(text) {
        Err(Error::Parse { column, problem }) => (column, problem),
        other => unreachable!("{text}: {other:?}"),
    }
}

#[test]
fn an_error_has_a_column_and_the_expected_token() {
    use Expected::{Argument, Cell, Closing, EqualSign, LastArgument, NextArgument, Number};
    use Expected::{Operand, Operator, Tokens};
    for (text, column, expected, found) in [
        ("", 1, Operand, "the end"),
        ("  ", 3, Operand, "the end"),
        ("causal and", 11, Operand, "the end"),
        ("or causal", 1, Operand, "`or`"),
        ("not", 4, Operand, "the end"),
        ("6", 1, Operand, "6"),
        ("causal causal", 8, Operator, "`causal`"),
        ("causal)", 7, Operator, "`)`"),
        ("(causal", 8, Closing, "the end"),
        ("window(6", 9, NextArgument, "the end"),
        ("window(6 7)", 10, NextArgument, "7"),
        ("window(", 8, Argument, "the end"),
        ("window(6,)", 10, Argument, "`)`"),
        ("window(causal)", 8, Argument, "`causal`"),
        ("window(1-3)", 8, Number, "1-3"),
        ("window(-)", 9, Number, "`)`"),
        ("global(0-)", 10, Number, "`)`"),
        ("global(1:2)", 8, Tokens, "1:2"),
        ("cells(3)", 7, Cell, "3"),
        ("causal(offset)", 14, EqualSign, "`)`"),
        ("causal(offset=lower_right)", 15, Number, "`lower_right`"),
        ("causal(lower_right, 3)", 19, LastArgument, "`,`"),
    ] {
        let found = found.to_owned();
        let problem = ParseProblem::Expected { expected, found };
        assert_eq!(rejected(text), (column, problem), "{text}");
    }
}

#[test]
fn columns_count_characters_not_bytes() {
    let problem = ParseProblem::Character { character: 'é' };
    assert_eq!(rejected("causal é"), (8, problem));
    // Two blanks of three bytes each come before the error.
    let (column, _) = rejected("\u{2003}\u{2003}causal or or");
    assert_eq!(column, 13);
}

#[test]
fn arguments_that_are_wrong_in_every_mask_have_a_column() {
    use ClauseProblem::{Backwards, Bound, TooLarge, TooSmall};
    let huge = i64::from(i32::MAX) + 1;
    for (text, column, problem) in [
        ("window(-2)", 8, Bound { name: "the window", value: -2, least: 1 }),
        ("window(0)", 8, Bound { name: "the window", value: 0, least: 1 }),
        ("window(-2, 0)", 8, Bound { name: "left", value: -2, least: 0 }),
        ("all or window(0, -3)", 18, Bound { name: "right", value: -3, least: 0 }),
        ("prefix(-1)", 8, TooSmall { name: "the number of tokens", value: -1, least: 0 }),
        ("documents(3, 0)", 14, TooSmall { name: "a document's length", value: 0, least: 1 }),
        ("dilated(0, 1)", 9, TooSmall { name: "the window", value: 0, least: 1 }),
        ("dilated(1, 0)", 12, TooSmall { name: "the step", value: 0, least: 1 }),
        ("blocks(0)", 8, TooSmall { name: "the size", value: 0, least: 1 }),
        ("global(-1)", 8, TooSmall { name: "tokens", value: -1, least: 0 }),
        ("global(3, 9-7)", 11, Backwards { name: "tokens", first: 9, last: 7 }),
        ("cells(0:4-3)", 7, Backwards { name: "keys", first: 4, last: 3 }),
    ] {
        assert_eq!(rejected(text), (column, ParseProblem::Clause(problem)), "{text}");
    }
    let shape = Shape::new(4, 4).unwrap();
    let wide =
        heedmap_masks::Clause::Window { width: huge, at: heedmap_masks::Alignment::UpperLeft };
    let problem = TooLarge { name: "the window", value: huge, most: huge - 1 };
    let text = format!("window({huge})");
    assert_eq!(Mask::new(wide.into(), shape), Err(Error::Clause { clause: 0, text, problem }));
}

#[test]
fn unknown_names_wrong_counts_and_unused_alignments_are_reported() {
    assert_eq!(rejected("all or casual(").0, 8);
    assert!(
        matches!(rejected("casual").1, ParseProblem::UnknownClause { name, .. } if name == "casual")
    );
    let (column, problem) = rejected("not dilated(3)");
    assert_eq!(column, 5);
    assert!(matches!(problem, ParseProblem::Arguments { got: 1, .. }));
    let (column, problem) = rejected("prefix(3, lower_right)");
    assert_eq!(column, 11);
    assert!(matches!(problem, ParseProblem::Alignment { name: "prefix", .. }));
    for text in [
        "global",
        "images",
        "block_list(4)",
        "global()",
        "documents()",
        "cells",
        "window(1, 2, 3)",
        "all(1)",
    ] {
        assert!(matches!(rejected(text).1, ParseProblem::Arguments { .. }), "{text}");
    }
}

#[test]
fn every_clause_of_the_list_parses_and_has_its_syntax() {
    for (name, usage) in CLAUSES {
        assert!(usage.starts_with(name));
        match parse(name) {
            Ok(parsed) => assert_eq!(parsed.expr.to_string(), name),
            Err(Error::Parse { problem: ParseProblem::Arguments { usage: found, .. }, .. }) => {
                assert_eq!(found, usage);
            }
            Err(other) => unreachable!("{other}"),
        }
    }
}

#[test]
fn numbers_text_depth_and_clauses_have_limits() {
    assert!(parse("causal(offset=2147483647)").is_ok());
    for text in ["window(2147483648)", "window(99999999999999999999999)"] {
        assert!(matches!(rejected(text), (8, ParseProblem::Number { .. })), "{text}");
    }

    let nested = |depth: usize| format!("{}all{}", "(".repeat(depth), ")".repeat(depth));
    assert!(parse(&nested(MAX_DEPTH)).is_ok());
    let too_deep = ParseProblem::TooDeep { most: MAX_DEPTH };
    assert_eq!(rejected(&nested(MAX_DEPTH + 1)), (MAX_DEPTH + 1, too_deep.clone()));
    assert_eq!(rejected(&"(".repeat(MAX_TEXT)), (MAX_DEPTH + 1, too_deep.clone()));
    assert_eq!(rejected(&"not ".repeat(4000)), (4 * MAX_DEPTH + 1, too_deep));

    let many = |count: usize| vec!["all"; count].join(" or ");
    assert!(parse(&many(MAX_CLAUSES)).is_ok());
    let problem = ParseProblem::TooManyClauses { most: MAX_CLAUSES };
    assert_eq!(rejected(&many(MAX_CLAUSES + 1)), (7 * MAX_CLAUSES + 1, problem));

    let long = " ".repeat(MAX_TEXT + 1);
    let problem = ParseProblem::TooLong { bytes: MAX_TEXT + 1, most: MAX_TEXT };
    assert_eq!(rejected(&long), (1, problem));
}

#[test]
fn every_parsed_expression_can_be_evaluated_and_no_tree_overflows_the_check() {
    let shape = Shape::new(3, 3).unwrap();
    let deepest = format!("not not {}all{}", "not (all or all and ".repeat(31), ")".repeat(31));
    assert!(Mask::parse(&deepest, shape).is_ok());
    let mut expr = parse("all").unwrap().expr;
    for _ in 0..5000 {
        expr = Expr::Not(Box::new(expr));
    }
    assert_eq!(Mask::new(expr, shape), Err(Error::TooDeep { most: MAX_DEPTH }));
    let many = Expr::Or(vec![parse("all").unwrap().expr; MAX_CLAUSES + 1]);
    assert_eq!(Mask::new(many, shape), Err(Error::TooManyClauses { most: MAX_CLAUSES }));
}

#[test]
fn random_blocks_that_would_take_too_long_are_rejected() {
    let shape = Shape::new(2048, 2048).unwrap();
    let text = |clauses: usize| vec!["random_blocks(1, 2, 7)"; clauses].join(" or ");
    let pairs = 5 * 2048 * 2048;
    assert_eq!(Mask::parse(&text(5), shape), Err(Error::TooManyDraws { pairs, most: MAX_DRAWN }));
    assert_eq!(
        Mask::parse(&text(5), shape).unwrap_err().to_string(),
        "the random blocks draw from 20971520 pairs of blocks, and at most 16777216 are drawn \
         from: make the blocks larger, or leave some out"
    );
    assert!(Mask::parse(&text(4), shape).is_ok());
    // Larger blocks are fewer, and an invalid size has its own error.
    let larger = vec!["random_blocks(8, 2, 7)"; MAX_CLAUSES].join(" or ");
    assert!(Mask::parse(&larger, shape).is_ok());
    let wrong = Mask::parse("random_blocks(0, 2, 7)", shape).unwrap_err();
    assert!(matches!(wrong, Error::Parse { .. } | Error::Clause { .. }), "{wrong}");
}

#[test]
fn operators_without_operands_are_constants() {
    assert_eq!(Expr::And(vec![]).to_string(), "all");
    assert_eq!(Expr::Or(vec![]).to_string(), "none");
    let shape = Shape::new(2, 2).unwrap();
    assert_eq!(Mask::new(Expr::And(vec![]), shape).unwrap().bits().count(), 4);
    assert_eq!(Mask::new(Expr::Or(vec![]), shape).unwrap().bits().count(), 0);
}

#[test]
fn the_error_for_a_clause_that_does_not_fit_has_the_figures() {
    let shape = Shape::new(4, 6).unwrap();
    for (text, sentence) in [
        ("causal or prefix(7)", "prefix(7): 7 tokens, but there are 6 keys"),
        ("padding_left(7)", "padding_left(7): 7 tokens, but there are 6 keys"),
        ("documents(3, 4)", "documents(3, 4): 7 tokens, but there are 6 keys"),
        ("global(4-6)", "global(4-6): key 6 is out of range: there are 6, counted from 0"),
        ("images(2-6)", "images(2-6): key 6 is out of range: there are 6, counted from 0"),
        (
            "block_list(4, 0:2)",
            "block_list(4, 0:2): key block 2 is out of range: there are 2, counted from 0",
        ),
        ("cells(4:0)", "cells(4:0): query 4 is out of range: there are 4, counted from 0"),
        ("cells(3:6)", "cells(3:6): key 6 is out of range: there are 6, counted from 0"),
    ] {
        assert_eq!(Mask::parse(text, shape).unwrap_err().to_string(), sentence);
    }
    for text in ["prefix(6)", "padding_right(6)", "documents(3, 3)", "global(5)", "cells(3:5)"] {
        assert!(Mask::parse(text, shape).is_ok(), "{text}");
    }
    assert_eq!(Shape::new(0, 3).unwrap_err().to_string(), "0 queries: a mask has 1 to 2048");
    assert_eq!(Shape::new(3, 2049).unwrap_err().to_string(), "2049 keys: a mask has 1 to 2048");
}

#[test]
fn presets_are_in_canonical_form_and_have_distinct_names() {
    let mut ids: Vec<&str> = Vec::new();
    for preset in PRESETS {
        assert_eq!(written(preset.text), preset.text);
        assert!(!ids.contains(&preset.id), "{} is there twice", preset.id);
        ids.push(preset.id);
    }
}

#[test]
fn an_error_about_a_clause_has_the_column_where_the_clause_begins() {
    let text = "causal or window(3) and global(99)";
    let shape = Shape::new(8, 9).unwrap();
    let error = Mask::parse(text, shape).unwrap_err();
    assert!(matches!(error, Error::Clause { clause: 2, .. }), "{error}");
    assert_eq!(error.column(text), Some(25));
    assert_eq!(
        Error::Parse { column: 4, problem: ParseProblem::TooDeep { most: 1 } }.column(""),
        Some(4)
    );
}

#[test]
fn only_a_long_number_is_cut_in_an_error() {
    for (digits, shown) in [
        ("99999999999999999999", "99999999999999999999"),
        ("999999999999999999999", "99999999999999999999..."),
    ] {
        let (_, problem) = rejected(&format!("prefix({digits})"));
        assert!(
            matches!(&problem, ParseProblem::Number { digits, .. } if digits == shown),
            "{problem}"
        );
    }
}
