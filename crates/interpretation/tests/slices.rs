//! Heads that are found in arrays of any order of axes, beside plain loops.

use heedmap_interpretation::slices::{Index, Slice, Wanted, slices};
use heedmap_interpretation::{Axis, Part, Ranges};

const SHAPE: [u64; 4] = [6, 4, 5, 10];

fn part(axes: &[Axis]) -> Part {
    let at = vec![0; axes.len()];
    Part {
        file: 1,
        tensor: 0,
        axes: axes.to_vec(),
        at,
        layer: 0,
        query: 0,
        head: None,
        ranges: None,
        split: None,
    }
}

fn wanted(layer: u64, head: u64, block: u64) -> Wanted {
    Wanted { layer, head, sharing: None, row: Axis::Query, col: Axis::Key, block }
}

/// The indexes of an axis of a length.
fn places(index: Index, length: u64) -> Vec<u64> {
    match index {
        Index::All => (0..length).collect(),
        Index::At(at) => vec![at],
        Index::Range(first, count) => (first..first + count).collect(),
    }
}

/// The numbers of an array that indexes select, as places in the array, the last axis fastest.
fn selected(shape: &[u64], indexes: &[Index]) -> Vec<u64> {
    shape.iter().zip(indexes).fold(vec![0], |found, (&length, &index)| {
        let places = places(index, length);
        found.iter().flat_map(|place| places.iter().map(move |at| place * length + at)).collect()
    })
}

/// The numbers of the matrix in a block, row by row.
fn in_block(slice: &Slice, shape: &[u64]) -> Vec<u64> {
    let block = selected(shape, &slice.block.indexes);
    let ([rows, cols], [down, along]) = (slice.shape, slice.block.strides);
    let place = move |row: u64, col: u64| slice.block.start + row * down + col * along;
    (0..rows)
        .flat_map(|row| (0..cols).map(move |col| place(row, col)))
        .map(|at| block[at as usize])
        .collect()
}

/// The numbers of the matrix that the slice reads, row by row.
fn in_slice(slice: &Slice, shape: &[u64]) -> Vec<u64> {
    let found = selected(shape, &slice.indexes);
    let ([rows, cols], is_transposed) = (slice.shape, slice.axes[1] < slice.axes[0]);
    let place =
        move |row: u64, col: u64| if is_transposed { col * rows + row } else { row * cols + col };
    (0..rows)
        .flat_map(|row| (0..cols).map(move |col| place(row, col)))
        .map(|at| found[at as usize])
        .collect()
}

#[test]
fn a_head_is_found_in_any_order_of_axes_alone_and_in_its_block() {
    let named = [(Axis::Layer, 3), (Axis::Head, 4), (Axis::Query, 5), (Axis::Key, 7)];
    for order in [[0, 1, 2, 3], [3, 2, 1, 0], [2, 0, 3, 1], [1, 3, 0, 2], [0, 2, 1, 3]] {
        let axes = order.map(|at: usize| named[at].0);
        let shape = order.map(|at: usize| named[at].1);
        let stride = |axis: usize| {
            shape[order.iter().position(|&at| at == axis).unwrap_or(0) + 1..]
                .iter()
                .product::<u64>()
        };
        for (layer, head) in [(0, 0), (2, 3), (1, 2)] {
            let plain = |query: u64, key: u64| {
                layer * stride(0) + head * stride(1) + query * stride(2) + key * stride(3)
            };
            let exact: Vec<u64> =
                (0..5).flat_map(|query| (0..7).map(move |key| plain(query, key))).collect();
            for block in [u64::MAX, 300, 40, 1] {
                let found = slices(&[part(&axes)], &[shape.to_vec()], &wanted(layer, head, block));
                let [slice] = &found[..] else { panic!("{found:?}") };
                assert_eq!(in_slice(slice, &shape), exact, "{axes:?} {layer} {head}");
                assert_eq!(
                    in_block(slice, &shape),
                    exact,
                    "{axes:?} {layer} {head} in a block of {block}"
                );
            }
        }
    }
}

#[test]
fn heads_side_by_side_in_the_features_and_a_fixed_axis_are_found() {
    // (texts, tokens, 4 heads of 3 features).
    let (shape, axes) = ([2, 5, 12], [Axis::Fixed, Axis::Query, Axis::Feature]);
    let q = Part { at: vec![1, 0, 0], split: Some(4), ..part(&axes) };
    for block in [u64::MAX, 40, 1] {
        for head in 0..4 {
            let wanted = Wanted { col: Axis::Feature, ..wanted(0, head, block) };
            let found = slices(std::slice::from_ref(&q), &[shape.to_vec()], &wanted);
            let exact: Vec<u64> = (0..5)
                .flat_map(|token| (0..3).map(move |at| 60 + token * 12 + head * 3 + at))
                .collect();
            assert_eq!(found[0].shape, [5, 3]);
            assert_eq!(in_slice(&found[0], &shape), exact);
            assert_eq!(in_block(&found[0], &shape), exact);
        }
    }
}

#[test]
fn padding_is_left_out_and_steps_are_in_order() {
    let axes = [Axis::Head, Axis::Query, Axis::Key];
    let ranges = Some(Ranges { query: (2, 3), key: (2, 3) });
    let step = |query| Part { query, ranges, ..part(&axes) };
    let found = slices(&[step(3), step(0)], &[vec![4, 6, 6], vec![4, 6, 6]], &wanted(0, 1, 1000));
    assert_eq!(found.iter().map(|slice| slice.part).collect::<Vec<_>>(), [1, 0]);
    assert_eq!(found[0].indexes, [Index::At(1), Index::Range(2, 3), Index::Range(2, 3)]);
    assert_eq!((found[0].first, found[0].shape), ([2, 2], [3, 3]));
}

#[test]
fn heads_share_keys_and_a_layer_that_does_not_exist_has_none() {
    let k = part(&[Axis::Layer, Axis::Head, Axis::Key, Axis::Feature]);
    let of = |layer, head| {
        let wanted = Wanted {
            sharing: Some(8),
            row: Axis::Key,
            col: Axis::Feature,
            ..wanted(layer, head, 1000)
        };
        slices(std::slice::from_ref(&k), &[vec![2, 2, 5, 3]], &wanted)
    };
    assert_eq!(of(0, 3)[0].indexes[1], Index::At(0));
    assert_eq!(of(1, 4)[0].indexes[..2], [Index::At(1), Index::At(1)]);
    assert!(of(2, 0).is_empty());
    // Of arrays of single heads, those of the head are used.
    let single = |head| Part { head: Some(head), ..part(&[Axis::Query, Axis::Key]) };
    let found = slices(&[single(0), single(1)], &[vec![5, 5], vec![5, 5]], &wanted(0, 1, 1000));
    assert_eq!(found.iter().map(|slice| slice.part).collect::<Vec<_>>(), [1]);
}

#[test]
fn a_block_has_as_many_whole_layers_as_allowed_or_some_heads_of_one() {
    let axes = [Axis::Layer, Axis::Head, Axis::Query, Axis::Key];
    // 6 layers of 4 heads of 50 numbers.
    let extent = |layer, head, block| {
        let found = slices(&[part(&axes)], &[SHAPE.to_vec()], &wanted(layer, head, block));
        [found[0].block.indexes[0], found[0].block.indexes[1]]
    };
    let range = |layers: (u64, u64), heads: (u64, u64)| {
        [Index::Range(layers.0, layers.1), Index::Range(heads.0, heads.1)]
    };
    assert_eq!(extent(3, 1, u64::MAX), range((0, 6), (0, 4)));
    assert_eq!(extent(3, 1, 400), range((2, 2), (0, 4)));
    assert_eq!(extent(3, 1, 100), range((3, 1), (0, 2)));
    assert_eq!(extent(3, 3, 150), range((3, 1), (3, 1)));
    assert_eq!(extent(3, 1, 7), range((3, 1), (1, 1)));
    assert_eq!(extent(5, 3, 10_000), range((0, 6), (0, 4)));
}
