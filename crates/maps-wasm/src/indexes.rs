//! Lists of indexes for JavaScript.

use js_sys::Uint32Array;

/// A list for JavaScript.
pub(crate) fn array(numbers: impl Iterator<Item = usize>) -> Uint32Array {
    let numbers: Vec<u32> = numbers.map(|number| number as u32).collect();
    Uint32Array::new_from_slice(&numbers)
}
