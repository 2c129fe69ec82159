//! How far the sum of a row of weights may be from 1 by rounding.

use crate::listing::File;
use crate::reading::{Numbers, Part};

/// The metadata of a saved figure about the steps that its numbers were rounded to: the step and its
/// power.
const ROUNDING: &str = "heedmap_rounding";
/// The metadata of a saved figure whose rows need not sum to 1.
const UNCHECKED: &str = "heedmap_unchecked";
/// The smallest float16 above 0.
const LEAST_HALF: f64 = 1.0 / 16_777_216.0;

/// The tolerance of rows of `keys` weights; `None` if rows need not sum to 1. 32 bits and text have a
/// larger tolerance than float16, because they are often saved with few digits.
pub(crate) fn tolerance_of(
    files: &[File],
    numbers: Numbers,
    weights: Option<&Part>,
    keys: u64,
) -> Option<f64> {
    let is_unchecked =
        files.iter().flat_map(|file| &file.metadata).any(|(key, _)| key == UNCHECKED);
    if is_unchecked || numbers == Numbers::Difference {
        return None;
    }
    let keys = keys as f64;
    let file = weights.and_then(|part| files.iter().find(|file| file.id == part.file));
    let rounding = file.and_then(|file| file.metadata.iter().find(|(key, _)| key == ROUNDING));
    if let Some(rounded) = rounding.and_then(|(_, text)| rounded(text, keys)) {
        return Some(rounded);
    }
    let tensor = weights.and_then(|part| file?.tensors.get(part.tensor));
    Some(match tensor.map(|tensor| tensor.dtype.as_str()) {
        Some("bfloat16") => 1.0 / 512.0,
        // The smallest weights are rounded to a multiple of LEAST_HALF.
        Some("float16") => 1.0 / 2048.0 + keys * LEAST_HALF / 2.0,
        _ => 1.0 / 1024.0,
    })
}

/// The tolerance of numbers that were rounded to 8 bits, to `low + step · n ** power`.
///
/// With power 1, each weight changes by at most `step / 2`. With power 2, `n = √(w / step)` changes by
/// at most 1/2 and w by at most `√(w · step) + step / 4`; the sum of √w is at most `√keys`.
fn rounded(text: &str, keys: f64) -> Option<f64> {
    let (step, power) = text.split_once(' ')?;
    let step: f64 = step.parse().ok().filter(|&step| step > 0.0)?;
    match power {
        "1" => Some(keys * step / 2.0),
        "2" => Some((step * keys).sqrt() + keys * step / 4.0),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_were_rounded_to_steps_have_the_tolerance_of_these() {
        assert_eq!(rounded("0.5 1", 8.0), Some(2.0));
        assert_eq!(rounded("0.5 2", 8.0), Some(3.0));
        for wrong in ["", "0.5", "0 1", "-1 1", "x 1", "0.5 3"] {
            assert_eq!(rounded(wrong, 8.0), None, "{wrong}");
        }
    }
}
