//! Views of `ndarray`, as inputs and of results.
#![cfg(feature = "ndarray")]

use heedmap_attention::views::{matrix_from_view, matrix_view};
use heedmap_attention::{Tensor, TensorError, to_row_major};
use ndarray::{Array2, Array4, Axis, Slice, array};

#[test]
fn a_view_in_any_layout_gives_the_same_matrix() {
    let by_rows = array![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]];
    let mut by_columns = Array2::zeros((3, 2)).reversed_axes();
    by_columns.assign(&by_rows);
    for view in [by_rows.view(), by_columns.view()] {
        let matrix = matrix_from_view("x", view).unwrap();
        assert_eq!(matrix.shape(), (2, 3));
        assert_eq!(to_row_major(&matrix), [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
        assert_eq!(matrix_view(&matrix), by_rows);
    }
    let every_second = Slice::new(0, None, -2);
    let backwards = matrix_from_view("x", by_rows.slice_axis(Axis(1), every_second)).unwrap();
    assert_eq!(to_row_major(&backwards), [3.0, 1.0, 6.0, 4.0]);
}

#[test]
fn a_matrix_without_rows_has_a_view_without_rows() {
    let empty = matrix_from_view("x", Array2::zeros((0, 3)).view()).unwrap();
    assert_eq!(matrix_view(&empty).dim(), (0, 3));
}

#[test]
fn a_tensor_and_its_view_have_the_same_cells() {
    let array =
        Array4::from_shape_fn((2, 3, 4, 5), |(b, h, i, c)| (((b * 3 + h) * 4 + i) * 5 + c) as f32);
    let tensor = Tensor::from_view("x", array.view()).unwrap();
    assert_eq!(tensor.shape(), [2, 3, 4, 5]);
    assert!(tensor.data().iter().enumerate().all(|(at, &cell)| cell == at as f32));
    assert_eq!(tensor.view(), array.view().into_dyn());
    let turned = Tensor::from_view("x", array.view().permuted_axes([0, 2, 1, 3])).unwrap();
    assert_eq!(turned.shape(), [2, 4, 3, 5]);
    assert_eq!(turned.data()[5], array[(0, 1, 0, 0)]);
}

#[test]
fn the_matrix_of_a_head_is_a_view_of_its_cells() {
    let array = Array4::from_shape_fn((2, 3, 4, 5), |(b, h, i, c)| (b, h, i, c));
    let tensor = Tensor::from_view("x", array.view()).unwrap();
    assert_eq!(
        tensor.matrix_view(&[1, 2]).unwrap(),
        array.index_axis(Axis(0), 1).index_axis(Axis(0), 2)
    );
    for outside in [&[2, 0][..], &[0, 3], &[0], &[0, 0, 0]] {
        assert!(tensor.matrix_view(outside).is_none(), "{outside:?}");
    }
    let vector = Tensor::from_view("x", array![1.0, 2.0].view()).unwrap();
    assert!(vector.matrix_view(&[]).is_none());
}

#[test]
fn a_view_with_too_many_cells_is_rejected_before_a_copy() {
    let one = array![[0.0_f32]];
    let side = 1 << 16;
    let error = Tensor::from_view("x", one.broadcast((side, side)).unwrap()).unwrap_err();
    assert!(matches!(error, TensorError::TooLarge { .. }), "{error}");
}
