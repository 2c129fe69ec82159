//! Compares masks with plain loops, which implement each clause a second time, cell by cell and
//! without optimizations.

use heedmap_masks::{Clause, Expr, Mask, MaskRows, blocks, play};
use proptest::prelude::*;

/// Division that rounds down. Stepping one by one would be too slow for the largest numbers.
fn floor_div(a: i64, b: i64) -> i64 {
    (a as f64 / b as f64).floor() as i64
}

fn mix(x: u64) -> u64 {
    let mut x = x % (1 << 32);
    for _ in 0..2 {
        x ^= x / 65_536;
        x = x * 0x045D_9F3B % (1 << 32);
    }
    x ^ (x / 65_536)
}

/// The number that decides whether a pair of blocks is drawn.
fn draw_number(seed: i64, query_block: i64, key_block: i64) -> u64 {
    let query_block = query_block.rem_euclid(1 << 32) as u64;
    mix(mix(mix(seed as u64) + query_block) + key_block as u64)
}

/// Whether a clause allows query `i` and key `j` among `n` queries and `m` keys.
fn clause_allows(clause: &Clause, i: i64, j: i64, n: i64, m: i64) -> bool {
    let p = match clause.alignment() {
        None => i,
        Some(alignment) => match alignment.to_string().as_str() {
            "upper_left" => i,
            "lower_right" => i + m - n,
            offset => i + offset.strip_prefix("offset=").unwrap().parse::<i64>().unwrap(),
        },
    };
    let in_band = |at: i64, center: i64, left: i64, right: i64| {
        let after_left = left == -1 || center - left <= at;
        let before_right = right == -1 || at <= center + right;
        after_left && before_right
    };
    match clause {
        Clause::All => true,
        Clause::None => false,
        Clause::Causal { .. } => j <= p,
        Clause::Window { width, .. } => *width == -1 || p - j < *width,
        Clause::Band { left, right, .. } => in_band(j, p, *left, *right),
        Clause::Prefix { tokens } => j < *tokens,
        Clause::PaddingLeft { tokens } => j >= *tokens,
        Clause::PaddingRight { tokens } => j < m - tokens,
        Clause::Documents { lengths, .. } => {
            let document = |position: i64| {
                let mut end = 0;
                for (index, length) in lengths.iter().enumerate() {
                    end += length;
                    if position < end {
                        return index;
                    }
                }
                lengths.len() - 1
            };
            document(p) == document(j)
        }
        Clause::Global { tokens, .. } => {
            let global = |at: i64| tokens.iter().any(|span| span.first <= at && at <= span.last);
            global(p) || global(j)
        }
        Clause::Dilated { window, step, .. } => {
            (p - j).abs() < window * step && (p - j) / step * step == p - j
        }
        Clause::Blocks { size, .. } => floor_div(p, *size) == floor_div(j, *size),
        Clause::BlockLocal { size, left, right, .. } => {
            in_band(floor_div(j, *size), floor_div(p, *size), *left, *right)
        }
        Clause::RandomBlocks { size, count, seed, .. } => {
            let mine = draw_number(*seed, floor_div(p, *size), floor_div(j, *size));
            let smaller = (0..=floor_div(m - 1, *size))
                .filter(|&block| draw_number(*seed, floor_div(p, *size), block) < mine)
                .count();
            (smaller as i64) < *count
        }
        Clause::Images { tokens, .. } => tokens.iter().any(|image| {
            image.first <= p && p <= image.last && image.first <= j && j <= image.last
        }),
        Clause::BlockList { size, blocks, .. } => blocks.iter().any(|pair| {
            let (a, b) = (floor_div(p, *size), floor_div(j, *size));
            let (queries, keys) = (pair.queries, pair.keys);
            queries.first <= a && a <= queries.last && keys.first <= b && b <= keys.last
        }),
        Clause::Cells { cells } => cells.iter().any(|cells| {
            let (queries, keys) = (cells.queries, cells.keys);
            queries.first <= i && i <= queries.last && keys.first <= j && j <= keys.last
        }),
        clause => unreachable!("{clause} has no oracle"),
    }
}

fn allows(expr: &Expr, i: i64, j: i64, n: i64, m: i64) -> bool {
    match expr {
        Expr::Clause(clause) => clause_allows(clause, i, j, n, m),
        Expr::Not(operand) => !allows(operand, i, j, n, m),
        Expr::And(operands) => !operands.iter().any(|operand| !allows(operand, i, j, n, m)),
        Expr::Or(operands) => operands.iter().any(|operand| allows(operand, i, j, n, m)),
    }
}

/// The whole mask as rows of cells.
fn drawn(mask: &Mask) -> Vec<Vec<bool>> {
    let (n, m) = (mask.shape().queries() as i64, mask.shape().keys() as i64);
    (0..n).map(|i| (0..m).map(|j| allows(mask.expr(), i, j, n, m)).collect()).collect()
}

/// Compares each cell of the bits, and the bits after the last key, with the oracle.
fn assert_drawn(mask: &Mask) {
    let bits = mask.bits();
    let expected = drawn(mask);
    let mut bytes = Vec::new();
    for (query, row) in expected.iter().enumerate() {
        let allowed = row.iter().filter(|&&allowed| allowed).count() as u32;
        for (key, &allowed) in row.iter().enumerate() {
            let shape = mask.shape();
            assert_eq!(bits.get(query, key), allowed, "{} {shape:?}: {query}, {key}", mask.expr());
            bytes.push(u8::from(allowed));
        }
        let set: u32 = bits.row(query).iter().map(|word| word.count_ones()).sum();
        assert_eq!(set, allowed, "{}: row {query} has bits behind its end", mask.expr());
    }
    assert_eq!(bits.to_bytes(), bytes);
    assert_eq!(bits.count(), bytes.iter().map(|&byte| u64::from(byte)).sum::<u64>());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn an_evaluated_mask_matches_the_loops(mask in crate::support::mask()) {
        assert_drawn(&mask);
    }

    #[test]
    fn rows_as_ranges_match_the_loops(mask in crate::support::mask()) {
        let (n, m) = (mask.shape().queries(), mask.shape().keys());
        let rows = MaskRows::new(mask.expr().clone(), n, m).unwrap();
        for (query, expected) in drawn(&mask).into_iter().enumerate() {
            let ranges = rows.ranges(query);
            let cells: Vec<bool> =
                (0..m).map(|key| ranges.iter().any(|range| range.contains(&key))).collect();
            prop_assert_eq!(cells, expected, "{}: {:?}", mask.expr(), ranges);
            prop_assert!(ranges.windows(2).all(|pair| pair[0].end < pair[1].start));
            prop_assert!(ranges.iter().all(|range| !range.is_empty()));
        }
        prop_assert!(rows.ranges(n).is_empty());
    }

    #[test]
    fn a_single_cell_matches_the_evaluated_mask_and_its_explanation(
        mask in crate::support::mask(),
        cells in prop::collection::vec((0.0..1.0_f64, 0.0..1.0_f64), 20),
    ) {
        let bits = mask.bits();
        let shape = mask.shape();
        for (down, across) in cells {
            let query = (down * shape.queries() as f64) as usize;
            let key = (across * shape.keys() as f64) as usize;
            let drawn = bits.get(query, key);
            prop_assert_eq!(mask.allows(query, key).unwrap(), drawn);
            let explanation = mask.explain(query, key).unwrap();
            prop_assert_eq!(explanation.allows, drawn, "{:?}", explanation);
        }
    }

    #[test]
    fn blocks_and_steps_match_the_loops(mask in crate::support::mask(), size in 1..40_usize) {
        let cells = drawn(&mask);
        let bits = mask.bits();
        let (n, m) = (mask.shape().queries(), mask.shape().keys());
        let mut expected = [0_u64; 3];
        for rows in cells.chunks(size) {
            for start in (0..m).step_by(size) {
                let end = (start + size).min(m);
                let mut block = rows.iter().flat_map(|row| &row[start..end]);
                let kind = match (block.clone().all(|&cell| cell), block.any(|&cell| cell)) {
                    (true, _) => 0,
                    (false, true) => 1,
                    (false, false) => 2,
                };
                expected[kind] += 1;
            }
        }
        let counted = blocks(&bits, size as u64).unwrap();
        prop_assert_eq!([counted.full, counted.partial, counted.skipped], expected);

        let steps = play(&bits);
        prop_assert_eq!(steps.len(), n);
        for (query, step) in steps.iter().enumerate() {
            let own = query as i64 + m as i64 - n as i64;
            let past = |key: usize| key as i64 <= own;
            let count = |wanted: &dyn Fn(usize) -> bool| (0..m).filter(|&key| wanted(key)).count() as u64;
            prop_assert_eq!(step.reads, count(&|key| cells[query][key] && past(key)));
            prop_assert_eq!(step.ahead, count(&|key| cells[query][key] && !past(key)));
            prop_assert_eq!(step.writes, u64::from(own >= 0));
            let later = |key: usize| cells[query..].iter().any(|row| row[key]);
            prop_assert_eq!(step.kept, count(&|key| past(key) && later(key)));
        }
    }
}

#[test]
fn the_presets_match_the_loops() {
    for preset in heedmap_masks::PRESETS {
        let shape = heedmap_masks::Shape::new(preset.queries, preset.keys).unwrap();
        assert_drawn(&Mask::parse(preset.text, shape).unwrap());
    }
}

#[test]
fn every_clause_is_correct_at_word_boundaries() {
    let texts = [
        "causal",
        "causal(lower_right)",
        "window(64)",
        "window(63, 64)",
        "not window(0, 0)",
        "dilated(2, 64)",
        "blocks(64)",
        "not blocks(64, lower_right)",
        "global(63-64)",
        "documents(64, 64)",
        "padding_left(64)",
        "padding_right(1)",
        "not all",
        "not none",
        "cells(0:63, 1:64, 1-2:0-127)",
    ];
    for (queries, keys) in [(64, 128), (65, 129), (130, 128), (3, 191)] {
        let shape = heedmap_masks::Shape::new(queries, keys).unwrap();
        for text in texts {
            assert_drawn(&Mask::parse(text, shape).unwrap_or_else(|error| panic!("{error}")));
        }
    }
}
