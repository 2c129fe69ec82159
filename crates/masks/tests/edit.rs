//! Edits of texts.

use heedmap_masks::{Alignment, Brush, Error, MAX_PAINTED, Mask, Shape, painted, parse};
use proptest::prelude::*;

fn mask(text: &str) -> Mask {
    Mask::parse(text, Shape::new(8, 8).unwrap()).unwrap()
}

fn paint(text: &str, brush: Brush, cells: &[(usize, usize)]) -> String {
    painted(&mask(text), brush, cells).unwrap().to_string()
}

#[test]
fn numbers_are_found_at_their_columns() {
    let text = "window( -1, 6, offset = -3 ) or GLOBAL(0, 7-9) and documents(3,5) or cells(1:2)";
    let parsed = parse(text).unwrap();
    let names: Vec<Vec<&str>> = parsed
        .numbers
        .iter()
        .map(|numbers| numbers.iter().map(|number| number.name).collect())
        .collect();
    assert_eq!(
        names,
        [
            vec!["left", "right", "offset"],
            vec!["token", "first", "last"],
            vec!["length", "length"],
            vec![]
        ]
    );
    for number in parsed.numbers.iter().flatten() {
        let stands = &text[number.columns.start - 1..number.columns.end - 1];
        assert_eq!(stands, number.value.to_string(), "{}", number.name);
    }
}

#[test]
fn a_number_can_be_changed_in_place() {
    let text = "causal and window(6)";
    let number = &parse(text).unwrap().numbers[1][0];
    let (before, after) = (&text[..number.columns.start - 1], &text[number.columns.end - 1..]);
    assert_eq!(format!("{before}12{after}"), "causal and window(12)");
}

#[test]
fn a_clause_is_removed_with_its_operator() {
    let without =
        |text: &str, clause| parse(text).unwrap().expr.without(clause).map(|expr| expr.to_string());
    assert_eq!(without("causal and window(6)", 0).unwrap(), "window(6)");
    assert_eq!(without("causal and (window(6) or global(0))", 1).unwrap(), "causal and global(0)");
    assert_eq!(without("causal and not window(6)", 1).unwrap(), "causal");
    assert_eq!(without("not causal", 0), None);
    assert_eq!(without("causal or window(6)", 2).unwrap(), "causal or window(6)");
}

#[test]
fn the_alignment_of_a_clause_can_be_changed() {
    let aligned = |text: &str, clause, alignment| {
        parse(text).unwrap().expr.aligned(clause, alignment).to_string()
    };
    let text = "causal and window(6, 0)";
    assert_eq!(aligned(text, 1, Alignment::Offset(-2)), "causal and window(6, 0, offset=-2)");
    assert_eq!(aligned("causal(lower_right)", 0, Alignment::UpperLeft), "causal");
    assert_eq!(aligned("prefix(3)", 0, Alignment::LowerRight), "prefix(3)");
}

#[test]
fn painted_cells_become_rectangles_of_the_text() {
    assert_eq!(
        paint("causal", Brush::Allow, &[(0, 3), (1, 3), (0, 4), (1, 4)]),
        "causal or cells(0-1:3-4)"
    );
    assert_eq!(paint("causal", Brush::Forbid, &[(3, 0)]), "causal and not cells(3:0)");
    assert_eq!(paint("causal or cells(0:3)", Brush::Allow, &[(0, 4)]), "causal or cells(0:3-4)");
    assert_eq!(paint("none", Brush::Allow, &[(0, 4)]), "cells(0:4)");
    assert_eq!(paint("cells(0:4)", Brush::Allow, &[(1, 4)]), "cells(0-1:4)");
    assert_eq!(paint("all", Brush::Forbid, &[(0, 4)]), "not cells(0:4)");
    let both = paint("causal or prefix(2) or cells(0:3)", Brush::Forbid, &[(7, 0)]);
    assert_eq!(both, "(causal or prefix(2) or cells(0:3)) and not cells(7:0)");
    assert_eq!(
        paint(&both, Brush::Allow, &[(0, 4)]),
        "(causal or prefix(2) or cells(0:3-4)) and not cells(7:0)"
    );
}

#[test]
fn undone_paint_leaves_no_trace() {
    let cells = [(0, 3), (3, 0), (7, 7)];
    for text in ["causal", "causal and window(2)", "causal or prefix(2)", "all", "none"] {
        for brush in [Brush::Allow, Brush::Forbid] {
            let other = if brush == Brush::Allow { Brush::Forbid } else { Brush::Allow };
            // Only cells that the brush changes are restored by undoing it.
            let changes = |&(query, key): &(usize, usize)| {
                mask(text).allows(query, key).unwrap() == (brush == Brush::Forbid)
            };
            let cells: Vec<_> = cells.into_iter().filter(changes).collect();
            assert_eq!(paint(&paint(text, brush, &cells), other, &cells), text);
        }
    }
}

#[test]
fn invalid_paint_is_rejected() {
    let outside = painted(&mask("all"), Brush::Allow, &[(8, 0)]);
    assert_eq!(outside, Err(Error::NoSuchCell { query: 8, key: 0, queries: 8, keys: 8 }));
    let large = Mask::parse("none", Shape::new(64, 64).unwrap()).unwrap();
    let chequered: Vec<_> = (0..64 * 64)
        .map(|cell| (cell / 64, cell % 64))
        .filter(|(query, key)| (query + key) % 2 == 0)
        .collect();
    let error = painted(&large, Brush::Allow, &chequered).unwrap_err();
    assert!(matches!(error, Error::Painted { most: MAX_PAINTED, .. }), "{error}");
}

proptest! {
    #[test]
    fn painting_changes_the_painted_cells_and_no_others(
        (mask, cells, allow) in crate::support::mask().prop_flat_map(|mask| {
            let (queries, keys) = (mask.shape().queries(), mask.shape().keys());
            let cells = prop::collection::vec((0..queries, 0..keys), 0..12);
            (Just(mask), cells, any::<bool>())
        })
    ) {
        let brush = if allow { Brush::Allow } else { Brush::Forbid };
        // An expression may already have the maximum depth or the maximum number of clauses.
        let Ok(after) = painted(&mask, brush, &cells) else { return Ok(()) };
        let after = Mask::new(after, mask.shape()).unwrap().bits();
        let before = mask.bits();
        for query in 0..mask.shape().queries() {
            for key in 0..mask.shape().keys() {
                let wanted = if cells.contains(&(query, key)) { allow } else { before.get(query, key) };
                prop_assert_eq!(after.get(query, key), wanted, "{}:{}", query, key);
            }
        }
    }
}
