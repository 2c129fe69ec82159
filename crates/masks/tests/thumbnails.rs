//! Small pictures of the parts of a mask.

use heedmap_masks::{Mask, Shape, Thumbnail};

/// The thumbnail by plain loops: `part` and `whole` decide one pair.
fn by_loops(
    (queries, keys): (usize, usize),
    most: usize,
    part: impl Fn(usize, usize) -> bool,
    whole: impl Fn(usize, usize) -> bool,
) -> Thumbnail {
    let (rows, cols) = (queries.min(most), keys.min(most));
    let mut cells = Vec::new();
    for row in 0..rows {
        for col in 0..cols {
            let mut cell = 0;
            for i in row * queries / rows..(row + 1) * queries / rows {
                for j in col * keys / cols..(col + 1) * keys / cols {
                    let value = if !part(i, j) {
                        0
                    } else if whole(i, j) {
                        2
                    } else {
                        1
                    };
                    cell = cell.max(value);
                }
            }
            cells.push(cell);
        }
    }
    Thumbnail { rows, cols, cells }
}

#[test]
fn each_clause_and_group_has_a_thumbnail_in_reading_order() {
    for (size, most) in [((8, 8), 36), ((5, 9), 36), ((100, 70), 36), ((300, 200), 7)] {
        let shape = Shape::new(size.0, size.1).unwrap();
        let mask = Mask::parse("causal and not (window(3) or not global(0))", shape).unwrap();
        let causal = |i: usize, j: usize| j <= i;
        let window = |i: usize, j: usize| j + 3 > i;
        let not_global = |i: usize, j: usize| j != 0 && i != 0;
        let group = |i: usize, j: usize| !(window(i, j) || not_global(i, j));
        let whole = |i: usize, j: usize| causal(i, j) && group(i, j);
        let expected = [
            by_loops(size, most, whole, whole),
            by_loops(size, most, causal, whole),
            by_loops(size, most, group, whole),
            by_loops(size, most, window, whole),
            by_loops(size, most, not_global, whole),
        ];
        assert_eq!(mask.thumbnails(most), expected, "{size:?}");
    }
}

#[test]
fn a_single_column_of_a_large_mask_remains_visible() {
    let mask =
        Mask::parse("causal and cells(0-2047:1000)", Shape::new(2048, 2048).unwrap()).unwrap();
    let column = &mask.thumbnails(36)[2];
    // Key 1000 of 2048 is in column 17 of 36, and in the upper half it is not causal.
    let cells = (0..36).map(|row| column.cells[row * 36 + 17]).collect::<Vec<_>>();
    assert_eq!(cells, [vec![1; 17], vec![2; 19]].concat());
    assert_eq!(column.cells.iter().filter(|cell| **cell > 0).count(), 36);
}
