//! Shared by several test files: fixtures, and comparisons that print both sides.

use heedmap_attention::{Matrix, from_row_major, to_row_major};
use serde_json::Value;

/// Half a unit in the last place of numbers from 1 to 2: the largest relative error of one
/// rounded operation.
pub(crate) const ROUNDING: f64 = 1.0 / 9_007_199_254_740_992.0;

/// A file of the repository's `fixtures` folder.
pub(crate) fn fixture(name: &str) -> Value {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/");
    let text = std::fs::read_to_string(format!("{path}{name}")).expect("the fixture exists");
    serde_json::from_str(&text).expect("the fixture is JSON")
}

/// The numbers of a JSON list.
pub(crate) fn numbers(list: &Value) -> Vec<f64> {
    list.as_array()
        .expect("a list")
        .iter()
        .map(|number| number.as_f64().expect("a number"))
        .collect()
}

/// A list of rows as a matrix.
pub(crate) fn matrix(rows: &Value) -> Matrix {
    let rows: Vec<Vec<f64>> = rows.as_array().expect("rows").iter().map(numbers).collect();
    from_row_major("fixture", rows.len(), rows[0].len(), &rows.concat()).expect("even rows")
}

/// Asserts that each cell of `got` is within `tolerance(expected)` of `expected`, and NaN only
/// where NaN is expected.
#[track_caller]
pub(crate) fn assert_near(
    name: &str,
    got: &Matrix,
    expected: &Matrix,
    tolerance: impl Fn(f64) -> f64,
) {
    let is_near = |got: f64, expected: f64| {
        got == expected
            || (got.is_nan() && expected.is_nan())
            || (got - expected).abs() <= tolerance(expected)
    };
    let fits = got.shape() == expected.shape()
        && got.iter().zip(expected).all(|(&got, &expected)| is_near(got, expected));
    assert!(
        fits,
        "{name}: got {got:?}\nexpected {expected:?}\ndifference {:?}",
        gap(got, expected)
    );
}

/// The largest difference of two matrices, if their shapes are equal.
fn gap(got: &Matrix, expected: &Matrix) -> Option<f64> {
    (got.shape() == expected.shape()).then(|| (got - expected).amax())
}

/// Asserts that both matrices have the same bits; any NaN equals any other.
#[track_caller]
pub(crate) fn assert_same(name: &str, got: &Matrix, expected: &Matrix) {
    let bits = |matrix: &Matrix| -> Vec<u64> {
        let plain = |value: f64| if value.is_nan() { f64::NAN } else { value };
        to_row_major(matrix).into_iter().map(|value| plain(value).to_bits()).collect()
    };
    let same = got.shape() == expected.shape() && bits(got) == bits(expected);
    assert!(same, "{name}: got {got:?}\nexpected {expected:?}");
}

/// The sum of the values, rounded once at the end: the rounding error of each addition is kept
/// (Neumaier), so that the error of the test does not hide the error of the code.
pub(crate) fn exact_sum(values: impl IntoIterator<Item = f64>) -> f64 {
    let (mut total, mut lost) = (0.0_f64, 0.0);
    for value in values {
        let sum = total + value;
        lost +=
            if total.abs() >= value.abs() { (total - sum) + value } else { (value - sum) + total };
        total = sum;
    }
    total + lost
}
