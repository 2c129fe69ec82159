//! Parts of tensors, compared with plain loops.

use crate::support::write::npy;
use crate::support::{open, slice};
use heedmap_tensor_files::{Layout, MAX_ELEMENTS, Open, Pick, Problem, Slice, read_all};
use proptest::prelude::*;

/// The requested elements of a tensor whose elements are numbered in row-major order.
fn expected(shape: &[u64], picks: &[Pick]) -> Vec<f64> {
    let total: u64 = shape.iter().product();
    let wanted = |index: &u64| {
        let mut rest = *index;
        shape.iter().enumerate().rev().all(|(axis, side)| {
            let place = rest % side;
            rest /= side;
            match picks.get(axis) {
                Some(Pick::At(at)) => place == *at,
                Some(Pick::Range { start, length }) => (*start..start + length).contains(&place),
                Some(Pick::All) | None => true,
            }
        })
    };
    (0..total).filter(wanted).map(|index| index as f64).collect()
}

fn selection() -> impl Strategy<Value = (Vec<u64>, Vec<Pick>)> {
    prop::collection::vec(1_u64..5, 0..5).prop_flat_map(|shape| {
        let pick = |side: u64| {
            prop_oneof![
                Just(Pick::All),
                (0..side).prop_map(Pick::At),
                (0..side).prop_flat_map(move |start| {
                    (0..=side - start).prop_map(move |length| Pick::Range { start, length })
                }),
            ]
        };
        let picks: Vec<_> = shape.iter().map(|&side| pick(side)).collect();
        (Just(shape), picks)
    })
}

proptest! {
    #[test]
    fn a_part_has_the_elements_that_a_loop_picks(
        (shape, picks) in selection(),
        columns in any::<bool>(),
        big in any::<bool>(),
        chunk in prop_oneof![1_usize..20, Just(usize::MAX)],
    ) {
        let layout = if columns { Layout::ColumnMajor } else { Layout::RowMajor };
        let file = npy(&shape, layout, if big { ">f8" } else { "<f8" });
        let listing = open(&file, chunk).unwrap();
        prop_assert_eq!(&listing.tensors[0].shape, &shape);
        let values = slice::<f64>(&file, &listing, 0, &picks, chunk).unwrap();
        prop_assert_eq!(values.data, expected(&shape, &picks));
        let sides: Vec<usize> = shape.iter().zip(&picks).filter_map(|(side, pick)| match pick {
            Pick::All => Some(*side as usize),
            Pick::At(_) => None,
            Pick::Range { length, .. } => Some(*length as usize),
        }).collect();
        prop_assert_eq!(values.shape, sides);
    }

    #[test]
    fn parts_of_text_tensors_match_those_of_binary_ones((shape, picks) in selection()) {
        prop_assume!(!shape.is_empty());
        let file = crate::support::write::json(&shape);
        let listing = open(file.as_bytes(), 4096).unwrap();
        let values = slice::<f32>(file.as_bytes(), &listing, 0, &picks, 4096).unwrap();
        let values: Vec<f64> = values.data.into_iter().map(f64::from).collect();
        prop_assert_eq!(values, expected(&shape, &picks));
    }
}

#[test]
fn only_the_requested_part_of_a_large_file_is_read() {
    // 12 layers of 12 heads of 4096 x 4096 32-bit floats: 9.7 GB, of which only the first bytes
    // exist.
    let shape = [12, 12, 4096, 4096];
    let head = crate::support::write::npy_header(&shape, Layout::RowMajor, "<f4");
    let bytes = shape.iter().product::<u64>() * 4;
    let mut open = Open::new(head.len() as u64 + bytes);
    let mut asked = 0;
    while let Some(span) = open.need() {
        asked += span.length;
        let mut piece = head[span.offset as usize..].to_vec();
        piece.resize(span.length as usize, 0);
        open.supply(&piece).unwrap();
    }
    let listing = open.finish().unwrap();
    assert!(asked <= 4096, "{asked}");

    let side = 4096_u64 * 4096 * 4;
    let mut slice: Slice<f32> = listing.slice(0, &[Pick::At(7), Pick::At(3)]).unwrap();
    let mut next = head.len() as u64 + (7 * 12 + 3) * side;
    let end = next + side;
    while let Some(span) = slice.need() {
        assert_eq!(span.offset, next);
        next = span.end();
        slice.supply(&vec![0; span.length as usize]).unwrap();
    }
    assert_eq!(next, end);
    assert_eq!(slice.finish().unwrap().shape, [4096, 4096]);

    let all = listing.slice::<f32>(0, &[]).unwrap_err();
    assert_eq!(all.class(), "limit");
    assert!(all.to_string().contains(&MAX_ELEMENTS.to_string()), "{all}");
}

#[test]
fn distant_elements_are_requested_one_by_one() {
    let shape = [3, 8192];
    let file = npy(&shape, Layout::RowMajor, "<f8");
    let listing = open(&file, usize::MAX).unwrap();
    let picks = [Pick::All, Pick::Range { start: 5, length: 2 }];
    let mut slice: Slice<f64> = listing.slice(0, &picks).unwrap();
    let mut lengths = Vec::new();
    while let Some(span) = slice.need() {
        lengths.push(span.length);
        slice.supply(&file[span.offset as usize..span.end() as usize]).unwrap();
    }
    assert_eq!(lengths, [16, 16, 16]);
    assert_eq!(slice.finish().unwrap().data, [5.0, 6.0, 8197.0, 8198.0, 16389.0, 16390.0]);
}

#[test]
fn missing_indexes_are_rejected_with_the_figures() {
    let file = npy(&[2, 3], Layout::RowMajor, "<f8");
    let listing = open(&file, usize::MAX).unwrap();
    let sentence = |index, picks: &[Pick]| {
        let error = listing.slice::<f64>(index, picks).unwrap_err();
        assert_eq!(error.class(), "call");
        error.problem().to_string()
    };
    assert_eq!(sentence(1, &[]), "there is no tensor 1: there are 1, counted from 0");
    let at = [Pick::All, Pick::At(3)];
    assert_eq!(sentence(0, &at), "axis 1 of 2 has 3 places, but 3 to 3 were requested");
    let far = [Pick::Range { start: 1, length: u64::MAX }];
    assert!(sentence(0, &far).starts_with("axis 0 of 2 has 2 places"));
    assert!(sentence(0, &[Pick::All; 3]).starts_with("axis 2 of 2"));
}

#[test]
fn an_incomplete_part_is_an_error() {
    let file = npy(&[2, 3], Layout::RowMajor, "<f8");
    let listing = open(&file, usize::MAX).unwrap();
    let mut slice: Slice<f64> = listing.slice(0, &[]).unwrap();
    let span = slice.need().unwrap();
    slice.supply(&file[span.offset as usize..][..47]).unwrap();
    assert_eq!(slice.supply(&[]).unwrap_err().problem(), &Problem::Unsupplied { missing: 1 });
    assert_eq!(slice.finish().unwrap_err().problem(), &Problem::Unsupplied { missing: 1 });

    let open = Open::new(99);
    assert_eq!(open.finish().unwrap_err().problem(), &Problem::Unsupplied { missing: 99 });
}

#[test]
fn bytes_after_an_array_are_counted_and_not_read() {
    let mut file = npy(&[2, 3], Layout::RowMajor, "<f8");
    file.extend(b"another array");
    let contents = read_all(&file).unwrap();
    assert_eq!(contents.listing.tensors[0].unread, 13);
    assert_eq!(contents.values[0].data, [0.0, 1.0, 2.0, 3.0, 4.0, 5.0]);
}

#[test]
fn the_number_of_remaining_bytes_falls_from_the_whole_span_to_0() {
    for (layout, first) in [(Layout::RowMajor, 20 * 8), (Layout::ColumnMajor, (19 * 3 + 1) * 8)] {
        let file = npy(&[3, 4, 5], layout, "<f8");
        let listing = open(&file, usize::MAX).unwrap();
        let mut slice: Slice<f64> = listing.slice(0, &[Pick::At(1)]).unwrap();
        let mut left = vec![slice.left()];
        while let Some(span) = slice.need() {
            let start = span.offset as usize;
            slice.supply(&file[start..start + span.length.min(13) as usize]).unwrap();
            left.push(slice.left());
        }
        assert_eq!((left.first(), left.last()), (Some(&first), Some(&0)));
        assert!(left.is_sorted_by(|a, b| a >= b), "{left:?}");
    }
}
