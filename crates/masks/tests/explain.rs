//! Explanations of cells, and the costs of masks.

use heedmap_masks::{
    Error, Explanation, Figures, Mask, Model, Reason, Shape, blocks, figures, play,
};

fn mask(text: &str, queries: usize, keys: usize) -> Mask {
    Mask::parse(text, Shape::new(queries, keys).unwrap()).unwrap()
}

/// The comparisons of an expression of one clause, as text.
fn comparisons(text: &str, query: usize, key: usize) -> Vec<String> {
    match mask(text, 24, 24).explain(query, key).unwrap().reason {
        Reason::Clause { comparisons, .. } => comparisons.iter().map(ToString::to_string).collect(),
        other => unreachable!("{other:?}"),
    }
}

#[test]
fn each_clause_has_the_comparison_that_decides() {
    for (text, expected) in [
        ("all", &[] as &[&str]),
        ("causal", &["3 <= 14"]),
        ("causal(offset=2)", &["3 <= 14 + 2"]),
        ("causal(offset=-2)", &["3 <= 14 - 2"]),
        ("window(6)", &["14 - 3 < 6"]),
        ("window(-1)", &[]),
        ("window(2, 1)", &["14 - 3 <= 2", "3 - 14 <= 1"]),
        ("window(2, -1)", &["14 - 3 <= 2"]),
        ("window(2, 1, offset=5)", &["14 + 5 - 3 <= 2", "3 - (14 + 5) <= 1"]),
        ("prefix(8)", &["3 < 8"]),
        ("padding_left(8)", &["3 >= 8"]),
        ("padding_right(8)", &["3 < 24 - 8"]),
        ("documents(5, 6, 7, 4)", &["3 >= 11", "3 < 18"]),
        ("documents(24)", &[]),
        ("global(0, 7-9)", &["3 in {0, 7-9}", "14 in {0, 7-9}"]),
        ("dilated(4, 2)", &["|14 - 3| < 4 * 2", "(14 - 3) % 2 = 0"]),
        ("blocks(4)", &["14 // 4 = 3 // 4"]),
        ("blocks(4, offset=1)", &["(14 + 1) // 4 = 3 // 4"]),
        ("block_local(4, 1, 1)", &["14 // 4 - 3 // 4 <= 1", "3 // 4 - 14 // 4 <= 1"]),
        ("images(2-5, 14-16)", &["14 in {2-5, 14-16}", "3 in {14-16}"]),
        ("images(2-5)", &["14 in {2-5}"]),
        ("images(5-9, offset=-6)", &["14 - 6 in {5-9}", "3 in {5-9}"]),
        ("block_list(4, 3:0, 1-2:1)", &["3:0 in {3:0, 1-2:1}"]),
        ("cells(1:2, 3-5:0-4)", &["14:3 in {1:2, 3-5:0-4}"]),
    ] {
        assert_eq!(comparisons(text, 14, 3), expected, "{text}");
    }
}

#[test]
fn an_explanation_is_a_tree_of_verdicts() {
    let mask = mask("causal and (window(6) or global(0))", 24, 24);
    let explanation = mask.explain(14, 3).unwrap();
    assert!(!explanation.allows);
    let Reason::And(operands) = &explanation.reason else { unreachable!() };
    let verdicts: Vec<(&str, bool)> =
        operands.iter().map(|operand| (operand.text.as_str(), operand.allows)).collect();
    assert_eq!(verdicts, [("causal", true), ("window(6) or global(0)", false)]);
    // The cell is outside the window, and not a global token.
    assert_eq!(explanation.deciding(), [1, 2]);
    assert_eq!(mask.explain(3, 14).unwrap().deciding(), [0]);
    assert_eq!(mask.explain(14, 0).unwrap().deciding(), [0, 2]);
    let error = Error::NoSuchCell { query: 24, key: 0, queries: 24, keys: 24 };
    assert_eq!(mask.explain(24, 0), Err(error.clone()));
    assert_eq!(mask.allows(24, 0), Err(error));
}

#[test]
fn a_not_is_decided_by_its_operand() {
    let Explanation { allows, reason, .. } = mask("not causal", 4, 4).explain(1, 2).unwrap();
    assert!(allows && matches!(reason, Reason::Not(operand) if !operand.allows));
}

const MODEL: Model = Model { head_size: 64, heads: 32, kv_heads: 8, bytes_per_element: 2 };

#[test]
fn figures_match_a_count_by_hand() {
    let mask = mask("causal and (window(6) or global(0))", 24, 24);
    let bits = mask.bits();
    // Rows of 1, 2, 3, 4, 5, 6, then 18 rows of 6 and the global token.
    let allowed = 21 + 18 * 7;
    let expected = Figures {
        allowed,
        pairs: 576,
        share: allowed as f64 / 576.0,
        multiply_adds: 2 * 64 * 32 * allowed,
        multiply_adds_unmasked: 2 * 64 * 32 * 576,
        empty_queries: 0,
        fewest_keys: 1,
        most_keys: 7,
        keys_read: 24,
        keys_written: 24,
        keys_kept: 7,
        cache_bytes: 2 * 8 * 64 * 2 * 7,
        cache_bytes_of_all: 2 * 8 * 64 * 2 * 24,
    };
    assert_eq!(figures(&bits, &MODEL), Ok(expected));
    let counted = blocks(&bits, 8).unwrap();
    assert_eq!((counted.full, counted.partial, counted.skipped), (0, 6, 3));
    let step = play(&bits)[14];
    assert_eq!((step.reads, step.ahead, step.writes, step.kept), (7, 0, 1, 7));
    assert_eq!((step.total_reads, step.total_writes), (21 + 9 * 7, 15));
}

#[test]
fn a_decode_step_reads_the_cache_and_writes_one_key() {
    let bits = mask("causal(lower_right)", 1, 24).bits();
    let steps = play(&bits);
    assert_eq!((steps[0].reads, steps[0].writes, steps[0].kept), (24, 1, 24));
    let upper_left = play(&mask("causal", 1, 24).bits());
    assert_eq!((upper_left[0].reads, upper_left[0].writes), (1, 1));
}

#[test]
fn the_cache_keeps_what_later_queries_read() {
    // Each query reads its own key and the third before it; later queries read the two keys
    // between.
    let bits = mask("causal and dilated(2, 3)", 24, 24).bits();
    let figures = figures(&bits, &MODEL).unwrap();
    assert_eq!((figures.most_keys, figures.keys_kept), (2, 4));
    // A key that is not read again is dropped: the last query keeps two.
    assert_eq!(play(&bits)[23].kept, 2);
}

#[test]
fn more_queries_than_keys_leave_rows_without_a_key() {
    let bits = mask("causal(lower_right)", 5, 3).bits();
    let figures = figures(&bits, &MODEL).unwrap();
    assert_eq!((figures.empty_queries, figures.keys_written, figures.allowed), (2, 3, 6));
}

#[test]
fn invalid_models_are_rejected() {
    let bits = mask("all", 2048, 2048).bits();
    let most = heedmap_masks::MAX_FIGURE;
    let largest = Model { head_size: most, heads: most, kv_heads: most, bytes_per_element: 16 };
    assert!(figures(&bits, &largest).is_ok());
    let error = Error::Figure { name: "the head size", value: 0, most };
    assert_eq!(figures(&bits, &Model { head_size: 0, ..MODEL }), Err(error));
    let error = Error::Figure { name: "the block size", value: most + 1, most };
    assert_eq!(blocks(&bits, most + 1), Err(error));
    let counted = blocks(&bits, 128).unwrap();
    assert_eq!((counted.full, counted.partial, counted.skipped), (256, 0, 0));
}

#[test]
fn all_blocks_are_those_that_are_computed_and_those_that_are_skipped() {
    let counted = blocks(&mask("causal", 24, 24).bits(), 8).unwrap();
    assert_eq!((counted.full, counted.partial, counted.skipped), (3, 3, 3));
    assert_eq!((counted.kept(), counted.all()), (6, 9));
}
